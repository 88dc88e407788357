import type { Handlers } from '#lib/server/call.ts'
import type { staffAuditContract } from '../staffContract.ts'

export const staffAuditHandlers: Handlers<typeof staffAuditContract> = {}
