import { typedKeys } from '#lib/keys.ts'

/** `replaced`: a later version took its place before it was signed. */
export const minutesStateNames = {
  draft: '草稿',
  circulating: '征求意见',
  signing: '待签署',
  signed: '已签署',
  replaced: '已由后一稿代替',
}
export type MinutesState = keyof typeof minutesStateNames
export const minutesStates = typedKeys(minutesStateNames)

export const verdictNames = { accepted: '采纳', declined: '未采纳' }
export type Verdict = keyof typeof verdictNames
export const verdicts = typedKeys(verdictNames)

export const signingRoleNames = { chair: '主持人', recorder: '记录人' }
export type SigningRole = keyof typeof signingRoleNames
export const signingRoles = typedKeys(signingRoleNames)

/** Facts come from the records of the meeting and stand as they are; texts are written by the secretary. */
export type MinutesItem = { itemId: number; title: string; facts: string[]; text: string }
export type MinutesContent = { title: string; facts: string[]; opening: string; items: MinutesItem[]; closing: string }

export const MAX_MINUTES_TEXT = 5000
/** Days for answers, where the secretary names no day. */
export const ANSWER_DAYS = 7

/** What a signatory confirms; part of the digest. */
export const SIGNING_STATEMENT = '本人已阅读会议纪要全文，确认其如实记载了会议情况和决定，并以本人名义签署。'
