import type { Duty } from '#lib/access/duties.ts'
import { typedKeys } from '#lib/keys.ts'

/** What a message to a member is about. */
export const memberKinds = {
  system: '系统通知',
  membership: '入会',
  qualification: '单位资质',
  personnel: '人员证书',
  training: '培训',
  award: '科技奖励',
  advert: '广告',
  fee: '缴费',
} as const

/** Which clerks of a company see it: who has that duty, and who only reads. */
export const dutyOf: Record<keyof typeof memberKinds, Duty> = {
  system: 'reading',
  membership: 'applications',
  qualification: 'applications',
  personnel: 'people',
  training: 'people',
  award: 'applications',
  advert: 'applications',
  fee: 'finance',
}

/** … and one to staff. */
export const staffKinds = {
  system: '系统通知',
  assigned: '交我办理',
  desk: '岗位来件',
  objection: '异议',
  mention: '提到我',
  article: '稿件',
  money: '收款与开票',
  course: '培训班',
  operation: '系统运行',
} as const

export const messageKinds = { ...memberKinds, ...staffKinds }
export type MessageKind = keyof typeof messageKinds

export const kindCodes = typedKeys(messageKinds)

/** How the mail about a message goes: each for itself, one a day with all, or none. */
export const mailChoices = { each: '逐条发送', digest: '每日汇总', off: '不发' } as const
export type MailChoice = keyof typeof mailChoices
export const mailCodes = typedKeys(mailChoices)

export type Choice = { sms: boolean; mail: MailChoice; wechat: boolean }
/** Where somebody has chosen nothing: members by text, and by WeChat before that where they have bound one; staff once a day by mail. */
export const defaultChoice = (isStaff: boolean): Choice => ({
  sms: !isStaff,
  mail: 'digest',
  wechat: !isStaff,
})
