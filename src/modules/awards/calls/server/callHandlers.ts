import type { Handlers } from '#lib/server/api/call.ts'
import type { staffCallContract } from '../contract.ts'
import { closeCall, prolongCall, publishCall, removeCall, withdrawCall } from './callActs.ts'
import { createCall, saveCall } from './callSaving.ts'
import { exportCalls, findNotices, listCalls, showCall } from './calls.ts'
import { listEntries, listOptions, showEntry } from './entryDesk.ts'
import { exportEntries, zipMaterials } from './entryExport.ts'
import { kindDesk, listKinds, showKind } from './kindDesk.ts'

export const staffCallHandlers: Handlers<typeof staffCallContract> = {
  'GET /staff/award/kind/list': listKinds,
  'GET /staff/award/kind/detail': showKind,
  'POST /staff/award/kind/save': kindDesk.save,
  'POST /staff/award/kind/move': kindDesk.move,
  'POST /staff/award/kind/remove': kindDesk.remove,
  'GET /staff/award/call/list': listCalls,
  'GET /staff/award/call/export': exportCalls,
  'GET /staff/award/call/detail': showCall,
  'GET /staff/award/call/articles': findNotices,
  'POST /staff/award/call/create': createCall,
  'POST /staff/award/call/save': saveCall,
  'POST /staff/award/call/publish': publishCall,
  'POST /staff/award/call/withdraw': withdrawCall,
  'POST /staff/award/call/close': closeCall,
  'POST /staff/award/call/prolong': prolongCall,
  'POST /staff/award/call/remove': removeCall,
  'GET /staff/award/entry/list': listEntries,
  'GET /staff/award/entry/options': listOptions,
  'GET /staff/award/entry/export': exportEntries,
  'GET /staff/award/entry/detail': showEntry,
  'GET /staff/award/entry/materials': zipMaterials,
}
