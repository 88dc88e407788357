import type { Handlers } from '#lib/server/api/call.ts'
import { downloadForStaff } from '../documents/server/certificateFile.ts'
import { actOn } from '../issuing/server/acts.ts'
import { correct } from '../issuing/server/correcting.ts'
import { issue, replace } from '../issuing/server/issuing.ts'
import { showCertificate } from '../issuing/server/staffDetail.ts'
import { exportAll, listAll } from '../issuing/server/staffLists.ts'
import type { staffCertificatesContract } from '../staffContract.ts'
import { readCatalogues } from './certificateCatalogue.ts'

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
