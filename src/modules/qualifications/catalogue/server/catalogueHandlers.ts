import type { Handlers } from '#lib/server/api/call.ts'
import type { catalogueContract } from '../contract.ts'
import { catalogueActsHandlers } from './catalogueActs.ts'
import { groupDesk } from './groupDesk.ts'
import { kindDesk } from './kindDesk.ts'

export const catalogueHandlers: Handlers<typeof catalogueContract> = {
  'POST /staff/qualification/group/save': groupDesk.save,
  'POST /staff/qualification/group/move': groupDesk.move,
  'POST /staff/qualification/group/remove': groupDesk.remove,
  'POST /staff/qualification/kind/save': kindDesk.save,
  'POST /staff/qualification/kind/move': kindDesk.move,
  'POST /staff/qualification/kind/remove': kindDesk.remove,
  ...catalogueActsHandlers,
}
