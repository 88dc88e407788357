import { siteStage } from './siteStage.ts'

/** Kind of the receivable of an application's assessment. */
export const ASSESSMENT_FEE = 'assessmentFee'

/** Types of application for a certificate of ability (domain: 申请类型). */
export const applicationTypes = [
  ...(['initial', 'renewal', 'upgrade', 'extraScope', 'change'] as const),
  ...(['annualReport', 'replacement', 'cancellation', 'legacy'] as const),
] as const
export type ApplicationType = (typeof applicationTypes)[number]

export const applicationTypeNames: Record<ApplicationType, string> = {
  initial: '首次申请',
  renewal: '换证',
  upgrade: '升级',
  extraScope: '增项',
  change: '变更',
  annualReport: '年度报告',
  replacement: '补发',
  cancellation: '注销',
  legacy: '旧证补录',
}

/** Stages from which the path of an application is assembled. */
export const qualificationStages = ['review', 'materials', 'fee', siteStage.code, 'decision', 'notice'] as const
export type QualificationStage = (typeof qualificationStages)[number]

/** About a certificate that the applicant holds already. */
export const isAboutCertificate = (type: ApplicationType) => type !== 'initial' && type !== 'legacy'

export const beginAddress = (type: ApplicationType, certId: number) =>
  `/admin/user/qualification/new?type=${type}&certId=${certId}`

/** Types for which the holder must meet the level's conditions. */
export const requiresConditions = (type: ApplicationType) => isAssessed(type) || type === 'annualReport'

/** Types that assess the applicant anew: form, stamped materials, fee, site review, decision, notice. */
export const isAssessed = (type: ApplicationType) => ['initial', 'renewal', 'upgrade', 'extraScope'].includes(type)
