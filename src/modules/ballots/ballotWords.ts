import { typedKeys } from '#lib/keys.ts'

export const ballotStateNames = {
  draft: '草稿',
  open: '投票中',
  closed: '已截止，待计票',
  counted: '已公布结果',
  void: '已作废',
} as const
export type BallotState = keyof typeof ballotStateNames
export const ballotStates = typedKeys(ballotStateNames)

export const secrecyNames = { named: '记名', secret: '无记名' } as const
export type Secrecy = keyof typeof secrecyNames
export const secrecies = typedKeys(secrecyNames)

export const questionKindNames = { yesNo: '同意、反对、弃权', choose: '从候选中选', ranked: '按次序排列' } as const
export type QuestionKind = keyof typeof questionKindNames
export const questionKinds = typedKeys(questionKindNames)

/** Number of which a share is taken. */
export const shareBaseNames = {
  cast: '有效票',
  received: '收到的票（含无效票）',
  decided: '同意与反对之和',
  roll: '全体投票人',
} as const
export type ShareBase = keyof typeof shareBaseNames
export const shareBases = typedKeys(shareBaseNames)

/** Ways by which a voter takes part. */
export const meansNames = { online: '网上', paper: '纸质选票' } as const
export type Means = keyof typeof meansNames
export const means = typedKeys(meansNames)

/** Options of every question of the kind `yesNo`. */
export const yesNoNames = { yes: '同意', no: '反对', abstain: '弃权' } as const

export const MAX_QUESTIONS = 30
export const MAX_OPTIONS = 200
export const MAX_NAME = 40
export const MAX_VOTERS = 5_000
/** Letters made at once: a page each. */
export const MAX_LETTERS = 500
export const MAX_TELLERS = 9
/** A secret vote of several units is that many envelopes; a named vote has one row of any weight. */
export const MAX_SECRET_WEIGHT = 20
export const MAX_NAMED_WEIGHT = 1_000_000
