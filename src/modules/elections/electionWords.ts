import { typedKeys } from '#lib/keys.ts'

export const electionStateNames = {
  preparing: '筹备',
  roll: '名册公布',
  nominating: '提名',
  candidates: '候选人公布',
  voting: '投票',
  decided: '待确认结果',
  confirmed: '已任命',
  cancelled: '已取消',
} as const
export type ElectionState = keyof typeof electionStateNames
export const electionStates = typedKeys(electionStateNames)

export const dutyNames = { head: '组长', member: '成员', scrutineer: '监票人', teller: '计票人' } as const
export type Duty = keyof typeof dutyNames
export const duties = typedKeys(dutyNames)

/** How the voters of an election of delegates are divided; each group elects its own. */
export const groupingNames = { none: '不分组', trade: '按行业', province: '按地区', level: '按会员级别' } as const
export type Grouping = keyof typeof groupingNames
export const groupings = typedKeys(groupingNames)

export const objectionKindNames = { strike: '不应在名册上', add: '应当在名册上', correct: '内容有误' } as const
export type ObjectionKind = keyof typeof objectionKindNames
export const objectionKinds = typedKeys(objectionKindNames)
export const objectionStateNames = { open: '待处理', upheld: '成立', dismissed: '不成立' } as const
export const objectionStates = typedKeys(objectionStateNames)

export const consentNames = { asked: '未答复', given: '同意', declined: '不同意' } as const
export const consents = typedKeys(consentNames)
export const reviewNames = { pending: '待审查', accepted: '列入候选人', refused: '未列入' } as const
export const reviews = typedKeys(reviewNames)
export const outcomeNames = { elected: '当选', tied: '票数相同', lost: '未当选' } as const
export type Outcome = keyof typeof outcomeNames
export const outcomes = typedKeys(outcomeNames)

export const outcomeName = (of: { outcome: Outcome | null; consent: keyof typeof consentNames }): string => {
  if (!of.outcome) return ''
  return of.outcome === 'elected' && of.consent === 'declined' ? '当选后不接受' : outcomeNames[of.outcome]
}

export const roundKindNames = { first: '选举', runOff: '票数相同的再次投票', repeat: '名额未满的再次投票' } as const
export const roundKinds = typedKeys(roundKindNames)

export const MAX_COMMITTEE = 60
export const MAX_CONTESTS = 60
export const MAX_CANDIDATES = 200
