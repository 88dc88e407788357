import type { Handlers } from '#lib/server/call.ts'
import type { certificatesContract } from '../contract.ts'
import { exportBatch, verifyBatch, verifyFile } from './batch.ts'
import { checkSlip } from './checkSlip.ts'
import { exportLookups, listLookups, sumLookups } from './lookups.ts'
import { signingHandlers } from './signingHandlers.ts'
import { verify, verifyName } from './verification.ts'

export const certificatesHandlers: Handlers<typeof certificatesContract> = {
  'GET /cert/verify': verify,
  'POST /cert/verify/name': verifyName,
  'GET /cert/verify/slip': checkSlip,
  ...signingHandlers,
  'POST /cert/verify/batch': verifyBatch,
  'POST /cert/verify/batch/file': verifyFile,
  'POST /cert/verify/batch/export': exportBatch,
  'GET /member/certificate/lookup/list': listLookups,
  'GET /member/certificate/lookup/summary': sumLookups,
  'GET /member/certificate/lookup/export': exportLookups,
  ...signingHandlers,
}
