import type { Handlers } from '#lib/server/call.ts'
import type { staffContentContract } from '../staffContract.ts'

export const staffContentHandlers: Handlers<typeof staffContentContract> = {}
