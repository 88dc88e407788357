import type { Duty } from '#lib/access/duties.ts'
import { typedKeys } from '#lib/keys.ts'

export const memberKinds = {
  system: '系统通知',
  membership: '入会',
  qualification: '单位资质',
  personnel: '人员证书',
  training: '培训',
  award: '科技奖励',
  advert: '广告',
  fee: '缴费',
  meeting: '会议',
} as const

/** Duty that a clerk of a company needs to see messages of a kind; clerks who may only read see all kinds. */
export const dutyOf: Record<keyof typeof memberKinds, Duty> = {
  system: 'reading',
  membership: 'applications',
  qualification: 'applications',
  personnel: 'people',
  training: 'people',
  award: 'applications',
  advert: 'applications',
  fee: 'finance',
  meeting: 'reading',
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
  report: '统计报告',
  operation: '系统运行',
} as const

export const messageKinds = { ...memberKinds, ...staffKinds }
export type MessageKind = keyof typeof messageKinds

export const kindCodes = typedKeys(messageKinds)

/** Mail delivery of messages: one mail each, a daily digest, or none. */
export const mailChoices = { each: '逐条发送', digest: '每日汇总', off: '不发' } as const
export type MailChoice = keyof typeof mailChoices
export const mailCodes = typedKeys(mailChoices)

export type Choice = { sms: boolean; mail: MailChoice; wechat: boolean }
/** Defaults: WeChat where one is bound, else members by text; staff by a daily mail digest besides. */
export const defaultChoice = (isStaff: boolean): Choice => ({
  sms: !isStaff,
  mail: 'digest',
  wechat: true,
})
