import { typedKeys } from '#lib/keys.ts'

/**
 * `planned`: the agenda may change. `held`: it has met, on this agenda. `adjourned`: it could not decide, and is repeated.
 * `recorded`: what it decided has taken effect.
 */
export const meetingStateNames = { planned: '筹备中', held: '已召开', adjourned: '已休会', recorded: '已记录' }
export type MeetingState = keyof typeof meetingStateNames
export const meetingStates = typedKeys(meetingStateNames)

/** `postpone`: it stays where it is, for another meeting. `withdrawn`: taken back by its presenter before the vote. */
export const outcomeNames = { pass: '通过', reject: '不予通过', postpone: '下次再议', withdrawn: '撤回' }
export type Outcome = keyof typeof outcomeNames
export const outcomes = typedKeys(outcomeNames)

/** Outcomes that a vote decides. */
export const isVoted = (outcome: Outcome) => outcome === 'pass' || outcome === 'reject'

/** Readers of a paper. */
export const audienceNames = { seats: '应到人员', staff: '仅工作人员' }
export type Audience = keyof typeof audienceNames
export const audiences = typedKeys(audienceNames)

export const replyNames = { attend: '出席', leave: '请假', proxy: '委托' }
export type Reply = keyof typeof replyNames
export const replies = typedKeys(replyNames)

/** `asked`: the one who shall carry it has not confirmed. */
export const proxyStateNames = { asked: '待受托人确认', confirmed: '已确认', refused: '受托人不接受' }
export type ProxyState = keyof typeof proxyStateNames
export const proxyStates = typedKeys(proxyStateNames)

export const modeNames = { onSite: '现场', remote: '线上' }
export type Mode = keyof typeof modeNames
export const modes = typedKeys(modeNames)

/** Maximum items of an agenda. */
export const MAX_ITEMS = 200
export const MAX_PAPERS = 100
