import type { Handlers } from '#lib/server/api/call.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { assign, listColleagues } from './assigning.ts'
import { decideMany } from './bulk.ts'
import { revealField, showCase } from './case.ts'
import { decideAs } from './decisions.ts'
import { addNote, removeNote } from './notes.ts'
import { countQueue, listQueue, placeInQueue } from './queue.ts'
import { exportQueue } from './queueSheet.ts'
import { listReasons } from './reasons.ts'
import { listViews, removeView, saveView } from './views.ts'

export const staffDeskHandlers: Handlers<typeof staffDeskContract> = {
  'GET /staff/review/list': listQueue,
  'GET /staff/review/counts': countQueue,
  'GET /staff/review/export': exportQueue,
  'GET /staff/review/place': placeInQueue,
  'GET /staff/review/colleagues': listColleagues,
  'POST /staff/review/assign': assign,
  'POST /staff/review/bulk': decideMany,
  'GET /staff/review/view/list': listViews,
  'POST /staff/review/view/save': saveView,
  'POST /staff/review/view/remove': removeView,
  'GET /staff/review/detail': showCase,
  'POST /staff/review/decide': decideAs('staff:review'),
  'POST /staff/decision/record': decideAs('staff:decide'),
  'POST /staff/fee/confirm': decideAs('staff:finance'),
  'GET /staff/review/reasons': listReasons,
  'POST /staff/review/reveal': revealField,
  'POST /staff/review/note': addNote,
  'POST /staff/review/note/remove': removeNote,
}
