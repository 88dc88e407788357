import type { Handlers } from '#lib/server/call.ts'
import type { qualificationsContract } from '../contract.ts'
import { applyingHandlers } from './applyingHandlers.ts'
import './assessmentPayable.ts'
import { listGroups, listKinds, listLevels, showGroup } from './catalogue.ts'
import { listQualifications, newestQualifications } from './certificates.ts'
import { eligibilityHandlers } from './eligibilityHandlers.ts'
import { showGuide } from './guide.ts'
import { legacyHandlers } from './legacyHandlers.ts'
import { showOutlook } from './outlook.ts'
import { listOwnCertificates } from './own.ts'
import { rectifyHandlers } from './rectifyHandlers.ts'

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
