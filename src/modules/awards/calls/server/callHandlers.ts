import type { Handlers } from '#lib/server/api/call.ts'
import type { staffCallContract } from '../contract.ts'
import { callActsHandlers } from './callActs.ts'
import { callSavingHandlers } from './callSaving.ts'
import { callsHandlers } from './calls.ts'
import { kindDeskHandlers } from './kindDesk.part.ts'

export const staffCallHandlers: Handlers<typeof staffCallContract> = {
  ...kindDeskHandlers,
  ...callsHandlers,
  ...callSavingHandlers,
  ...callActsHandlers,
}
