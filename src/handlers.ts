import { memberAccountActsHandlers } from '#modules/accounts/memberAccounts/server/memberAccountActs.ts'
import { memberAccountsHandlers } from '#modules/accounts/memberAccounts/server/memberAccounts.ts'
import './registrations.ts'
import { type ApiContract, sections } from '#api/contract.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { matrixOf } from '#modules/accounts/colleagues/server/matrix.ts'
import { readRoles } from '#modules/accounts/roles/server/roles.ts'
import { accountsHandlers, staffAccountsHandlers } from '#modules/accounts/server/handlers.ts'
import { advertsHandlers } from '#modules/adverts/server/handlers.ts'
import { staffAdvertsHandlers } from '#modules/adverts/server/staffHandlers.ts'
import { approvalsHandlers } from '#modules/approvals/server/handlers.ts'
import { staffAuditHandlers } from '#modules/audit/server/staffHandlers.ts'
import { awardsHandlers } from '#modules/awards/server/handlers.ts'
import { staffAwardsHandlers } from '#modules/awards/server/staffHandlers.ts'
import { certificatesHandlers } from '#modules/certificates/server/handlers.ts'
import { staffCertificatesHandlers } from '#modules/certificates/server/staffHandlers.ts'
import { contentHandlers } from '#modules/content/server/handlers.ts'
import { staffContentHandlers } from '#modules/content/server/staffHandlers.ts'
import { staffExpertsHandlers } from '#modules/experts/server/staffHandlers.ts'
import { filesHandlers } from '#modules/files/server/handlers.ts'
import { homeHandlers } from '#modules/home/server/handlers.ts'
import { staffImportsHandlers } from '#modules/imports/server/staffHandlers.ts'
import { membersHandlers } from '#modules/members/server/handlers.ts'
import { staffMembersHandlers } from '#modules/members/server/staffHandlers.ts'
import { membershipHandlers } from '#modules/membership/server/handlers.ts'
import { staffMembershipHandlers } from '#modules/membership/server/staffHandlers.ts'
import { messagesHandlers } from '#modules/messages/server/handlers.ts'
import { staffMessagesHandlers } from '#modules/messages/server/staffHandlers.ts'
import { ownMoneyHandlers } from '#modules/money/server/ownHandlers.ts'
import { staffMoneyHandlers } from '#modules/money/server/staffHandlers.ts'
import { staffOversightHandlers } from '#modules/oversight/server/staffHandlers.ts'
import { ownPaymentsHandlers } from '#modules/payments/server/ownHandlers.ts'
import { staffPaymentsHandlers } from '#modules/payments/server/staffHandlers.ts'
import { personnelHandlers } from '#modules/personnel/server/handlers.ts'
import { staffPersonnelHandlers } from '#modules/personnel/server/staffHandlers.ts'
import { placesHandlers } from '#modules/places/server/handlers.ts'
import { privacyHandlers } from '#modules/privacy/server/handlers.ts'
import { qualificationsHandlers } from '#modules/qualifications/server/handlers.ts'
import { staffQualificationsHandlers } from '#modules/qualifications/server/staffHandlers.ts'
import { registersHandlers } from '#modules/registers/server/handlers.ts'
import { reviewHandlers } from '#modules/review/server/handlers.ts'
import { staffReviewHandlers } from '#modules/review/server/staffHandlers.ts'
import { searchHandlers } from '#modules/search/server/handlers.ts'
import { staffSearchHandlers } from '#modules/search/server/staffHandlers.ts'
import { settingsHandlers } from '#modules/settings/server/handlers.ts'
import { recordHandlers } from '#modules/settings/server/siteRecords.ts'
import { staffSettingsHandlers } from '#modules/settings/server/staffHandlers.ts'
import { setupHandlers } from '#modules/setup/server/packHandlers.ts'
import { sealHandlers } from '#modules/signatures/server/handlers.ts'
import { trainingHandlers } from '#modules/training/server/handlers.ts'
import { staffTrainingHandlers } from '#modules/training/server/staffHandlers.ts'
import { wechatHandlers } from '#modules/wechat/server/handlers.ts'

export const handlers: Handlers<ApiContract> = {
  ...settingsHandlers,
  ...placesHandlers,
  ...accountsHandlers,
  ...staffAccountsHandlers,
  ...memberAccountsHandlers,
  ...memberAccountActsHandlers,
  'GET /staff/permission/list': async ctx => matrixOf(sections, await readRoles(ctx)),
  ...filesHandlers,
  ...messagesHandlers,
  ...wechatHandlers,
  ...reviewHandlers,
  ...sealHandlers,
  ...certificatesHandlers,
  ...contentHandlers,
  ...membersHandlers,
  ...membershipHandlers,
  ...qualificationsHandlers,
  ...personnelHandlers,
  ...trainingHandlers,
  ...advertsHandlers,
  ...ownMoneyHandlers,
  ...ownPaymentsHandlers,
  ...awardsHandlers,
  ...homeHandlers,
  ...searchHandlers,
  ...privacyHandlers,
  ...staffSearchHandlers,
  ...staffAuditHandlers,
  ...staffSettingsHandlers,
  ...recordHandlers,
  ...setupHandlers,
  ...approvalsHandlers,
  ...staffMessagesHandlers,
  ...registersHandlers,
  ...staffReviewHandlers,
  ...staffCertificatesHandlers,
  ...staffImportsHandlers,
  ...staffMembersHandlers,
  ...staffExpertsHandlers,
  ...staffQualificationsHandlers,
  ...staffContentHandlers,
  ...staffMembershipHandlers,
  ...staffPersonnelHandlers,
  ...staffTrainingHandlers,
  ...staffAdvertsHandlers,
  ...staffMoneyHandlers,
  ...staffPaymentsHandlers,
  ...staffAwardsHandlers,
  ...staffOversightHandlers,
}
