import { typedKeys } from '#lib/keys.ts'
import { typedCode } from '#lib/typed.ts'
import type { ParticipantResult } from '../participantWords.ts'

/** Pass marks of a course; practice is null if there is none. */
export type Rule = { passScore: number; passPractice: number | null }
/** Scores out of 100; null: unknown or not taken. */
export type Try = { theory: number | null; practice: number | null; isAbsent: boolean }
/** At most one make-up exam. */
export type Tries = { first?: Try | null; makeup?: Try | null }

export const roundNames = { first: '首次', makeup: '补考' }
export type Round = keyof typeof roundNames
export const rounds = typedKeys(roundNames)

/** Result of the first exam; `none` while a score is missing. */
export function firstResult(rule: Rule, first: Tries['first']): 'none' | 'passed' | 'failed' | 'absent' {
  if (!first) return 'none'
  if (first.isAbsent) return 'absent'
  const parts = partsOf(rule).map(({ part, pass }) => ({ score: first[part], pass }))
  if (parts.some(({ score }) => score === null)) return 'none'
  return parts.every(({ score, pass }) => score! >= pass) ? 'passed' : 'failed'
}

/** Result after the make-up exam. Passed parts of the first exam count; only failed parts are repeated. */
export function makeupResult(rule: Rule, { first, makeup }: Tries): 'none' | 'makeupPassed' | 'makeupFailed' {
  if (!makeup) return 'none'
  if (makeup.isAbsent) return 'makeupFailed'
  const again = partsOf(rule).filter(({ part, pass }) => (first?.[part] ?? -1) < pass)
  if (again.some(({ part }) => makeup[part] === null)) return 'none'
  return again.every(({ part, pass }) => makeup[part]! >= pass) ? 'makeupPassed' : 'makeupFailed'
}

/** The sum of both. */
export function resultOf(rule: Rule, tries: Tries): ParticipantResult {
  const first = firstResult(rule, tries.first)
  if (!mayMakeUp(first)) return first
  const makeup = makeupResult(rule, tries)
  return makeup === 'none' ? first : makeup
}

export const mayMakeUp = (first: ParticipantResult) => first === 'failed' || first === 'absent'

const partsOf = ({ passScore, passPractice }: Rule) => [
  { part: 'theory' as const, pass: passScore },
  ...(passPractice === null ? [] : [{ part: 'practice' as const, pass: passPractice }]),
]

/** Minimum attendance, in percent of the sessions that took place. */
export const MIN_ATTENDANCE_PERCENT = 80

/**
 * Attended: checked in and present at four fifths of the sessions. Hours are credited, and without an exam this is what
 * passing means. Sessions without any recorded attendance do not count.
 */
export const hasTakenPart = ({ checkedIn, present, held }: { checkedIn: boolean; present: number; held: number }) =>
  checkedIn && present * 100 >= held * MIN_ATTENDANCE_PERCENT

/** A score as somebody typed it, of 100 and with one decimal at most; nothing: none. */
export function readScore(typed: string): { score: number | null } | { error: string } {
  const plain = typedCode(typed)
  if (plain === '') return { score: null }
  if (!/^\d{1,4}(\.\d{1,6})?$/.test(plain)) return { error: '应为 0 到 100 的数字' }
  const score = Number(plain)
  if (score > 100) return { error: '不能超过 100 分' }
  return Number.isInteger(Math.round(score * 1e6) / 1e5) ? { score } : { error: '最多保留一位小数' }
}
