import type { Handlers } from '#lib/server/api/call.ts'
import { exportBatch, verifyBatch, verifyFile } from '../check/server/batch.ts'
import { checkSlip } from '../check/server/checkSlip.ts'
import { exportLookups, listLookups, sumLookups } from '../check/server/lookups.ts'
import { verify, verifyName } from '../check/server/verification.ts'
import type { certificatesContract } from '../contract.ts'
import { signingHandlers } from '../documents/server/signingHandlers.ts'

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
