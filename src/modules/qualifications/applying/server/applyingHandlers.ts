import type { Handlers } from '#lib/server/api/call.ts'
import { download } from '#modules/qualifications/server/documents.ts'
import type { applyingContract } from '../contract.ts'
import { listApplications, listMessages, showApplication, showReason } from './applications.ts'
import { apply1Submit, apply2Submit, getApply1, getApply2 } from './applying.ts'
import { addApply } from './begin.ts'
import { listOfferedLevels, listOffers } from './offers.ts'

export const applyingHandlers: Handlers<typeof applyingContract> = {
  'GET /qualification/list': listApplications,
  'GET /qualification/group/list': listOffers,
  'GET /qualification/level/list': listOfferedLevels,
  'GET /qualification/detail': showApplication,
  'GET /qualification/getAuditReason': showReason,
  'GET /qualification/message/list': listMessages,
  'POST /qualification/addApply': addApply,
  'GET /qualification/getApply1': getApply1,
  'POST /qualification/apply1Submit': apply1Submit,
  'GET /qualification/getApply2': getApply2,
  'POST /qualification/apply2Submit': apply2Submit,
  'POST /qualification/download': download,
}
