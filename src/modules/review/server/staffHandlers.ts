import type { Handlers } from '#lib/server/call.ts'
import type { staffReviewContract } from '../staffContract.ts'

export const staffReviewHandlers: Handlers<typeof staffReviewContract> = {}
