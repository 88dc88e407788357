import type { Handlers } from '#lib/server/api/call.ts'
import type { staffCallContract } from '../contract.ts'
import { callActsHandlers } from './callActs.ts'
import { callSavingHandlers } from './callSaving.ts'
import { callsHandlers } from './calls.ts'
import { kindDesk, kindDeskHandlers } from './kindDesk.ts'

export const staffCallHandlers: Handlers<typeof staffCallContract> = {
  'POST /staff/award/kind/save': kindDesk.save,
  'POST /staff/award/kind/move': kindDesk.move,
  'POST /staff/award/kind/remove': kindDesk.remove,
  ...kindDeskHandlers,
  ...callsHandlers,
  ...callSavingHandlers,
  ...callActsHandlers,
}
