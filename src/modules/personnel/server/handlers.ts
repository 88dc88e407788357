import type { Handlers } from '#lib/server/api/call.ts'
import { catalogueHandlers } from '../catalogue/server/catalogue.part.ts'
import type { personnelContract } from '../contract.ts'
import { byIdentityHandlers } from './byIdentity.ts'
import { certificatesHandlers } from './certificates.ts'
import { letGoHandlers } from './endEmployment.ts'
import { peopleHandlers } from './people.ts'
import { peopleActsHandlers } from './peopleActs.ts'
import { peopleCertificatesHandlers } from './peopleCertificates.ts'
import { peopleImportHandlers } from './peopleImport.ts'
import { peopleStatHandlers } from './peopleStat.ts'
import { personFileHandlers } from './personFile.ts'
import { takeoversHandlers } from './takeovers.ts'

export const personnelHandlers: Handlers<typeof personnelContract> = {
  ...peopleStatHandlers,
  ...peopleCertificatesHandlers,
  ...peopleHandlers,
  ...personFileHandlers,
  ...peopleActsHandlers,
  ...letGoHandlers,
  ...takeoversHandlers,
  ...peopleImportHandlers,
  ...catalogueHandlers,
  ...certificatesHandlers,
  ...byIdentityHandlers,
}
