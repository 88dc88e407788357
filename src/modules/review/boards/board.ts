/** 审议会: where what has passed its reviews is decided on, all of an agenda at once. */
export const boardKinds = ['council', 'standing', 'secretariat', 'awards'] as const
export type BoardKind = (typeof boardKinds)[number]
export const boardKindNames: Record<BoardKind, string> = {
  council: '理事会',
  standing: '常务理事会',
  secretariat: '秘书长办公会',
  awards: '奖励委员会',
}

/** `planned`: the agenda may change. `held`: it has met, on this agenda. `recorded`: what it decided has taken effect. */
export const boardStates = ['planned', 'held', 'recorded'] as const
export type BoardState = (typeof boardStates)[number]
export const boardStateNames: Record<BoardState, string> = { planned: '筹备中', held: '已召开', recorded: '已记录' }

/** `postpone`: it stays where it is, for another meeting. */
export const outcomes = ['pass', 'reject', 'postpone'] as const
export type Outcome = (typeof outcomes)[number]
export const outcomeNames: Record<Outcome, string> = { pass: '通过', reject: '不予通过', postpone: '下次再议' }
