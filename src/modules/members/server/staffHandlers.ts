import type { Handlers } from '#lib/server/call.ts'
import type { staffMembersContract } from '../staffContract.ts'

export const staffMembersHandlers: Handlers<typeof staffMembersContract> = {}
