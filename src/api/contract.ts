import type { Key } from '#lib/contract.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { memberAccountContract } from '#modules/accounts/memberAccounts/contract.ts'
import { staffAccountsContract } from '#modules/accounts/staffContract.ts'
import { advertsContract } from '#modules/adverts/contract.ts'
import { ownAdvertsContract } from '#modules/adverts/ownContract.ts'
import { advertRecords, staffAdvertsContract } from '#modules/adverts/staffContract.ts'
import { approvalsContract } from '#modules/approvals/contract.ts'
import { staffAuditContract } from '#modules/audit/staffContract.ts'
import { awardRecords } from '#modules/awards/calls/contract.ts'
import { awardsContract } from '#modules/awards/contract.ts'
import { staffAwardsContract } from '#modules/awards/staffContract.ts'
import { certificatesContract } from '#modules/certificates/contract.ts'
import { designRecords } from '#modules/certificates/designs/contract.ts'
import { staffCertificatesContract } from '#modules/certificates/staffContract.ts'
import { contentContract } from '#modules/content/contract.ts'
import { navigationRecords } from '#modules/content/navigation/staffContract.ts'
import { contentRecords } from '#modules/content/siteContract.ts'
import { staffContentContract } from '#modules/content/staffContract.ts'
import { staffExpertsContract } from '#modules/experts/staffContract.ts'
import { filesContract } from '#modules/files/contract.ts'
import { homeContract } from '#modules/home/contract.ts'
import { homeRecords, staffHomeContract } from '#modules/home/staffContract.ts'
import { staffImportsContract } from '#modules/imports/staffContract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { staffMembersContract } from '#modules/members/staffContract.ts'
import { membershipContract } from '#modules/membership/contract.ts'
import { joiningRecords } from '#modules/membership/joining/deskContract.ts'
import { staffMembershipContract } from '#modules/membership/staffContract.ts'
import { messagesContract } from '#modules/messages/contract.ts'
import { staffMessagesContract } from '#modules/messages/staffContract.ts'
import { eInvoiceRecords } from '#modules/money/einvoices/contract.ts'
import { ownMoneyContract } from '#modules/money/ownContract.ts'
import { receiptRecords } from '#modules/money/receipts/contract.ts'
import { staffMoneyContract } from '#modules/money/staffContract.ts'
import { escalationRecords } from '#modules/oversight/escalation/contract.ts'
import { staffOversightContract } from '#modules/oversight/staffContract.ts'
import { ownPaymentsContract } from '#modules/payments/ownContract.ts'
import { staffPaymentsContract } from '#modules/payments/staffContract.ts'
import { personnelRecords } from '#modules/personnel/catalogue/contract.ts'
import { personnelContract } from '#modules/personnel/contract.ts'
import { staffPersonnelContract } from '#modules/personnel/staffContract.ts'
import { placesContract } from '#modules/places/contract.ts'
import { privacyContract } from '#modules/privacy/contract.ts'
import { qualificationRecords } from '#modules/qualifications/catalogue/contract.ts'
import { qualificationsContract } from '#modules/qualifications/contract.ts'
import { staffQualificationsContract } from '#modules/qualifications/staffContract.ts'
import { registersContract } from '#modules/registers/contract.ts'
import { boardRecords } from '#modules/review/boards/ruleContract.ts'
import { confirmingRecords } from '#modules/review/confirming/staffContract.ts'
import { reviewContract } from '#modules/review/contract.ts'
import { staffReviewContract } from '#modules/review/staffContract.ts'
import { searchContract } from '#modules/search/contract.ts'
import { staffSearchContract } from '#modules/search/staffContract.ts'
import { settingsContract } from '#modules/settings/contract.ts'
import { recordContract } from '#modules/settings/records.ts'
import { settingsRecords, staffSettingsContract } from '#modules/settings/staffContract.ts'
import { staffSetupContract } from '#modules/setup/staffContract.ts'
import { sealContract } from '#modules/signatures/contract.ts'
import { trainingContract } from '#modules/training/contract.ts'
import { staffTrainingContract } from '#modules/training/staffContract.ts'
import { wechatContract } from '#modules/wechat/contract.ts'

/** Types of record that the calls of the section 站点记录 keep. */
const records = {
  ...settingsRecords,
  ...boardRecords,
  ...confirmingRecords,
  ...designRecords,
  ...contentRecords,
  ...navigationRecords,
  ...joiningRecords,
  ...qualificationRecords,
  ...personnelRecords,
  ...advertRecords,
  ...receiptRecords,
  ...eInvoiceRecords,
  ...awardRecords,
  ...homeRecords,
  ...escalationRecords,
}

/** Groups every endpoint of the server by module, under the headings that the API documentation shows. */
export const sections = {
  站点: settingsContract,
  地图: placesContract,
  账号: accountsContract,
  工作人员: staffAccountsContract,
  会员账号: memberAccountContract,
  附件: filesContract,
  消息: messagesContract,
  微信: wechatContract,
  审核: reviewContract,
  国密签章: sealContract,
  证书核验: certificatesContract,
  资讯: contentContract,
  资料与联系人: membersContract,
  会员单位: membershipContract,
  单位资质: qualificationsContract,
  人员证书: personnelContract,
  培训: trainingContract,
  广告: { ...advertsContract, ...ownAdvertsContract },
  票据: ownMoneyContract,
  在线支付: ownPaymentsContract,
  科技奖励: awardsContract,
  首页: homeContract,
  搜索: searchContract,
  个人信息: privacyContract,
  后台搜索: staffSearchContract,
  审计: staffAuditContract,
  站点设置: staffSettingsContract,
  站点记录: recordContract(records),
  配置包: staffSetupContract,
  双人复核: approvalsContract,
  消息管理: staffMessagesContract,
  名册视图: registersContract,
  审核台: staffReviewContract,
  证书登记: staffCertificatesContract,
  批量导入: staffImportsContract,
  资料管理: staffMembersContract,
  专家: staffExpertsContract,
  能力评价管理: staffQualificationsContract,
  内容管理: staffContentContract,
  会员登记: staffMembershipContract,
  人员登记: staffPersonnelContract,
  培训管理: staffTrainingContract,
  广告管理: staffAdvertsContract,
  账务: staffMoneyContract,
  在线支付管理: staffPaymentsContract,
  奖励管理: staffAwardsContract,
  首页数字: staffHomeContract,
  运行与统计: staffOversightContract,
}

type Merged<T> = (T extends unknown ? (part: T) => void : never) extends (whole: infer Whole) => void ? Whole : never
export type ApiContract = Merged<(typeof sections)[keyof typeof sections]>
export type ApiKey = keyof ApiContract & Key

/** The same in one. Pages import only its type, so that no schema reaches a visitor's browser. */
export const contract: ApiContract = Object.assign({}, ...Object.values(sections))
