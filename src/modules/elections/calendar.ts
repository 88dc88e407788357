import { addDays, daysBetween } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import type { ElectionRules } from './rules.ts'

export const stepNames = {
  committee: '成立换届工作机构',
  report: '报告业务主管单位和登记管理机关',
  roll: '冻结并公布选举人名册',
  nomination: '开始提名',
  candidates: '公布候选人名单',
  vote: '投票选举',
  result: '结果公布期满',
  filing: '报送备案',
} as const
export type StepCode = keyof typeof stepNames
export const stepCodes = typedKeys(stepNames)
export type Step = { code: StepCode; name: string; latest: string; about: string }

export type CalendarRules = Pick<
  ElectionRules,
  'committeeDays' | 'reportDays' | 'rollDays' | 'nominationDays' | 'candidateDays' | 'resultDays' | 'filingDays'
>

/**
 * Steps of an election with the latest day of each, counted backwards from the day of the vote; without one from the end
 * of the term. A published list stands for whole days, so what follows it begins the day after.
 */
export function calendarOf(rules: CalendarRules, termEnds: string, votesOn: string | null): Step[] {
  const vote = votesOn ?? termEnds
  const candidates = addDays(vote, -rules.candidateDays - 1)
  const nomination = addDays(candidates, -rules.nominationDays)
  const roll = addDays(nomination, -rules.rollDays - 1)
  const earliest = (one: string, other: string) => (one < other ? one : other)
  // Whoever needs a committee for the roll has it by then, however short the rule is.
  const committee = earliest(addDays(vote, -rules.committeeDays), roll)
  const days: Record<StepCode, [latest: string, about: string]> = {
    committee: [committee, `投票前 ${rules.committeeDays} 天`],
    report: [addDays(vote, -rules.reportDays), `投票前 ${rules.reportDays} 天`],
    roll: [roll, `公布 ${rules.rollDays} 天，期满后开始提名`],
    nomination: [nomination, `提名 ${rules.nominationDays} 天`],
    candidates: [candidates, `公布 ${rules.candidateDays} 天，期满后投票`],
    vote: [vote, votesOn ? '已定日期' : '本届届满日'],
    result: [addDays(vote, rules.resultDays), `结果公布 ${rules.resultDays} 天`],
    filing: [addDays(vote, rules.filingDays), `投票后 ${rules.filingDays} 天内`],
  }
  const steps = stepCodes.map(code => ({
    code,
    name: stepNames[code],
    latest: days[code][0],
    about: days[code][1],
  }))
  return steps.toSorted((one, other) => (one.latest < other.latest ? -1 : one.latest > other.latest ? 1 : 0))
}

export const delaySentence = ({ maxDelayDays }: Pick<ElectionRules, 'maxDelayDays'>) =>
  `因特殊情况延期换届的，不超过届满后 ${maxDelayDays} 天`

/** Returns the fault of a day of election; undefined if there is none. */
export function delayFault(rules: Pick<ElectionRules, 'maxDelayDays'>, termEnds: string, votesOn: string) {
  const late = daysBetween(termEnds, votesOn)
  return late > rules.maxDelayDays ? `${delaySentence(rules)}：已晚 ${late} 天` : undefined
}
