import type { Handlers } from '#lib/server/call.ts'
import type { staffMessagesContract } from '../staffContract.ts'

export const staffMessagesHandlers: Handlers<typeof staffMessagesContract> = {}
