import { typedKeys } from '#lib/keys.ts'
import type { ParticipantResult } from '../participants/participantWords.ts'

/** Of a course: the scores from which theory and practice are passed; no practice where it is null. */
export type Rule = { passScore: number; passPractice: number | null }
/** What somebody scored, both of 100; null: not known, or not taken. */
export type Try = { theory: number | null; practice: number | null; isAbsent: boolean }
/** One may try once more, and then no more. */
export type Tries = { first?: Try | null; makeup?: Try | null }

export const roundNames = { first: '首次', makeup: '补考' }
export type Round = keyof typeof roundNames
export const rounds = typedKeys(roundNames)

/** What came of the first try; `none` as long as a score is missing. */
export function firstResult(rule: Rule, first: Tries['first']): 'none' | 'passed' | 'failed' | 'absent' {
  if (!first) return 'none'
  if (first.isAbsent) return 'absent'
  const parts = partsOf(rule).map(({ part, pass }) => ({ score: first[part], pass }))
  if (parts.some(({ score }) => score === null)) return 'none'
  return parts.every(({ score, pass }) => score! >= pass) ? 'passed' : 'failed'
}

/** What came of trying once more. A part that was passed at first counts: only what was failed is taken again. */
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

/** Of the sessions that took place, in percent. */
export const ENOUGH = 80

/**
 * Whoever checked in and was at four fifths of the sessions has taken part: hours are credited, and where there is no exam
 * that is what passing means. Sessions at which nobody's attendance was taken do not count.
 */
export const hasTakenPart = ({ checkedIn, present, held }: { checkedIn: boolean; present: number; held: number }) =>
  checkedIn && present * 100 >= held * ENOUGH

/** A score as somebody typed it, of 100 and with one decimal at most; nothing: none. */
export function readScore(typed: string): { score: number | null } | { error: string } {
  const plain = typed.normalize('NFKC').trim()
  if (plain === '') return { score: null }
  if (!/^\d{1,4}(\.\d{1,6})?$/.test(plain)) return { error: '应为 0 到 100 的数字' }
  const score = Number(plain)
  if (score > 100) return { error: '不能超过 100 分' }
  return Number.isInteger(Math.round(score * 1e6) / 1e5) ? { score } : { error: '最多保留一位小数' }
}
