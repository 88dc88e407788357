import type { Handlers } from '#lib/server/api/call.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { assigningHandlers } from './assigning.ts'
import { bulkHandlers } from './bulk.ts'
import { caseHandlers } from './case.ts'
import { decideAs } from './decisions.ts'
import { notesHandlers } from './notes.ts'
import { queueHandlers } from './queue.ts'
import { queueSheetHandlers } from './queueSheet.ts'
import { reasonsHandlers } from './reasons.ts'
import { registerPanelHandlers } from './registerPanel.ts'

export const staffDeskHandlers: Handlers<typeof staffDeskContract> = {
  'POST /staff/review/decide': decideAs('staff:review'),
  'POST /staff/decision/record': decideAs('staff:decide'),
  'POST /staff/fee/confirm': decideAs('staff:finance'),
  ...queueHandlers,
  ...queueSheetHandlers,
  ...assigningHandlers,
  ...bulkHandlers,
  ...caseHandlers,
  ...registerPanelHandlers,
  ...reasonsHandlers,
  ...notesHandlers,
}
