import type { Handlers } from '#lib/server/api/call.ts'
import type { staffHandoverContract } from '../contract.ts'
import { freeze } from './freezing.ts'
import { decideHandover } from './handoverDecisions.ts'
import { exportHandovers, listHandovers, showHandoverCase } from './staffHandovers.ts'

export const staffHandoverHandlers: Handlers<typeof staffHandoverContract> = {
  'GET /staff/handover/list': listHandovers,
  'GET /staff/handover/export': exportHandovers,
  'GET /staff/handover/detail': showHandoverCase,
  'POST /staff/handover/freeze': freeze,
  'POST /staff/handover/decide': decideHandover,
}
