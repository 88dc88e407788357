import type { Handlers } from '#lib/server/call.ts'
import type { staffCertificatesContract } from '../staffContract.ts'
import { actOn } from './acts.ts'
import { downloadForStaff } from './certificateFile.ts'
import { correct } from './correcting.ts'
import { issue, replace } from './issuing.ts'
import { readCatalogues } from './kinds.ts'
import { showCertificate } from './staffDetail.ts'
import { exportAll, listAll } from './staffLists.ts'

export const staffCertificatesHandlers: Handlers<typeof staffCertificatesContract> = {
  'GET /staff/certificate/list': listAll,
  'GET /staff/certificate/export': exportAll,
  'GET /staff/certificate/kinds': readCatalogues,
  'GET /staff/certificate/detail': showCertificate,
  'GET /staff/certificate/file': downloadForStaff,
  'POST /staff/certificate/issue': issue,
  'POST /staff/certificate/act': actOn,
  'POST /staff/certificate/replace': replace,
  'POST /staff/certificate/correct': correct,
}
