import type { Handlers } from '#lib/server/api/call.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { cancelWork, exportBatches, listBatches, listKinds, showBatch } from './batches.ts'
import { checkFile } from './checking.ts'
import { sendErrors } from './errors.ts'
import { listFaults } from './faults.ts'
import { startImport } from './running.ts'
import { exportRecords, sendTemplate } from './templates.ts'
import { undoImport } from './undoing.ts'

export const staffImportsHandlers: Handlers<typeof staffImportsContract> = {
  'GET /staff/import/kinds': listKinds,
  'GET /staff/import/template': sendTemplate,
  'GET /staff/import/export': exportRecords,
  'POST /staff/import/check': checkFile,
  'GET /staff/import/list': listBatches,
  'GET /staff/import/list/export': exportBatches,
  'GET /staff/import/item': showBatch,
  'GET /staff/import/faults': listFaults,
  'GET /staff/import/errors': sendErrors,
  'POST /staff/import/start': startImport,
  'POST /staff/import/cancel': cancelWork,
  'POST /staff/import/undo': undoImport,
}
