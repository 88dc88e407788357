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

/** Ways in which a motion is voted on. */
export const voteWayNames = { hands: '举手表决', named: '记名表决', secret: '无记名投票' }
export type VoteWay = keyof typeof voteWayNames
export const voteWays = typedKeys(voteWayNames)

/** `void`: it counts for nothing, and the motion can be voted on anew. */
export const motionVoteStateNames = { open: '表决中', closed: '已表决', void: '已作废' }
export type MotionVoteState = keyof typeof motionVoteStateNames
export const motionVoteStates = typedKeys(motionVoteStateNames)

export const motionAnswerNames = { yes: '同意', no: '反对', abstain: '弃权' }
export type MotionAnswer = keyof typeof motionAnswerNames
export const motionAnswers = typedKeys(motionAnswerNames)

/** Name of the state of a meeting; a written procedure is not held, it is under way. */
export const stateNameOf = ({ state, isWritten }: { state: MeetingState; isWritten: boolean }): string =>
  isWritten && state === 'held' ? '通讯表决中' : meetingStateNames[state]

/** Maximum items of an agenda. */
export const MAX_ITEMS = 200
export const MAX_PAPERS = 100
