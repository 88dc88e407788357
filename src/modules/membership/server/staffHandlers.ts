import type { Handlers } from '#lib/server/call.ts'
import type { staffMembershipContract } from '../staffContract.ts'

export const staffMembershipHandlers: Handlers<typeof staffMembershipContract> = {}
