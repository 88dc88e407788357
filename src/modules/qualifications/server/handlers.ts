import type { Handlers } from '#lib/server/api/call.ts'
import { applicationsHandlers } from '../applying/server/applications.ts'
import { applyingHandlers } from '../applying/server/applying.ts'
import { beginHandlers } from '../applying/server/beginApplication.ts'
import { offersHandlers } from '../applying/server/offers.ts'
import { outlookHandlers } from '../applying/server/outlook.ts'
import { ownHandlers } from '../applying/server/ownCertificates.ts'
import { catalogueHandlers } from '../catalogue/server/catalogue.part.ts'
import { guideHandlers } from '../catalogue/server/guide.ts'
import type { qualificationsContract } from '../contract.ts'
import { eligibilityHandlers } from '../eligibility/server/eligibility.ts'
import { legacyHandlers } from '../legacy/server/legacy.ts'
import { legacyProgressHandlers } from '../legacy/server/legacyProgress.ts'
import { rectifyingHandlers } from '../site/server/rectifying.ts'
import { certificatesHandlers } from './certificates.ts'
import { documentsHandlers } from './documents.ts'

export const qualificationsHandlers: Handlers<typeof qualificationsContract> = {
  ...applicationsHandlers,
  ...offersHandlers,
  ...beginHandlers,
  ...applyingHandlers,
  ...documentsHandlers,
  ...eligibilityHandlers,
  ...rectifyingHandlers,
  ...legacyProgressHandlers,
  ...legacyHandlers,
  ...outlookHandlers,
  ...catalogueHandlers,
  ...guideHandlers,
  ...certificatesHandlers,
  ...ownHandlers,
}
