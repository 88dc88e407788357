import type { Handlers } from '#lib/server/api/call.ts'
import { applyingHandlers } from '../applying/server/applyingHandlers.ts'
import type { qualificationsContract } from '../contract.ts'
import '../applying/server/assessmentPayable.ts'
import { listOwnCertificates } from '../applying/server/own.ts'
import { listGroups, listKinds, listLevels, showGroup } from '../catalogue/server/catalogue.ts'
import { showGuide } from '../catalogue/server/guide.ts'
import { eligibilityHandlers } from '../eligibility/server/eligibilityHandlers.ts'
import { showOutlook } from '../eligibility/server/outlook.ts'
import { legacyHandlers } from '../legacy/server/legacyHandlers.ts'
import { rectifyHandlers } from '../site/server/rectifyHandlers.ts'
import { listQualifications, newestQualifications } from './certificates.ts'

export const qualificationsHandlers: Handlers<typeof qualificationsContract> = {
  ...applyingHandlers,
  ...eligibilityHandlers,
  ...rectifyHandlers,
  ...legacyHandlers,
  'GET /qualification/outlook': showOutlook,
  'GET /app/publicity/qualification/group/list': listGroups,
  'GET /app/publicity/qualification/child/list': listKinds,
  'GET /app/publicity/qualification/level/list': listLevels,
  'GET /app/publicity/qualification/group': showGroup,
  'GET /app/publicity/qualification/kind': showGuide,
  'GET /app/publicity/qualification/list': listQualifications,
  'GET /app/publicity/qualification/top30': newestQualifications,
  'GET /member/qualification/list': listOwnCertificates,
}
