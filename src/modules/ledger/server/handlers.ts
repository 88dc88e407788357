import type { Handlers } from '#lib/server/api/call.ts'
import type { ledgerContract } from '../contract.ts'
import { invoiceTitlesHandlers } from '../titles/server/titles.ts'

export const ledgerHandlers: Handlers<typeof ledgerContract> = { ...invoiceTitlesHandlers }
