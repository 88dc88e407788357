import { siteStage } from '../site/siteStage.ts'

/** What can be applied for, around a certificate of ability (domain: 申请类型). */
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

/** Of what the way of an application is made up. */
export const qualificationStages = ['review', 'materials', 'fee', siteStage.code, 'decision', 'notice'] as const
export type QualificationStage = (typeof qualificationStages)[number]

/** About a certificate that the applicant holds already. */
export const isAboutCertificate = (type: ApplicationType) => type !== 'initial' && type !== 'legacy'

/** Where an application around a certificate begins. */
export const beginAddress = (type: ApplicationType, certId: number) =>
  `/admin/user/qualification/new?type=${type}&certId=${certId}`

/** For which it counts whether the holder has what the level asks for. */
export const restsOnConditions = (type: ApplicationType) => isAssessed(type) || type === 'annualReport'

/** After which the association looks at the applicant anew: form, stamped materials, fee, place, decision, notice. */
export const isAssessed = (type: ApplicationType) => ['initial', 'renewal', 'upgrade', 'extraScope'].includes(type)
