import type { Handlers } from '#lib/server/call.ts'
import type { staffHomeContract } from '../staffContract.ts'

export const staffHomeHandlers: Handlers<typeof staffHomeContract> = {}
