import { iso, minute } from '#lib/dates.ts'
import type { ParticipantResult } from '#modules/training/participantWords.ts'
import { firstResult, makeupResult, mayMakeUp, type Round, type Rule, readScore, type Try } from '../passing.ts'
import { scoreLockReason, words } from './scoreList.ts'
import type { ScoreRow } from './scoreQueries.ts'

export type Typed = { theory: string; practice: string; isAbsent: boolean; seen: number | null }
export type Change = { row: ScoreRow; after: Try | null; result: ParticipantResult; isCorrection: boolean }
/** Outcome for one input; faults keyed by cell, `''` for the row as a whole. */
export type Judgement =
  | { kind: 'same' }
  | { kind: 'change'; change: Change }
  | { kind: 'conflict' | 'wrong'; faults: Record<string, string> }

/** Checks an input against the course's rule and the stored scores. */
export function judgeScore(rule: Rule, round: Round, row: ScoreRow, typed: Typed): Judgement {
  const read = readTry(rule, typed)
  if ('faults' in read) return { kind: 'wrong', faults: read.faults }
  const { after } = read
  const stored = row[round]
  if (isSame(stored, after)) return { kind: 'same' }
  if (typed.seen !== (stored?.updatedAt.getTime() ?? null))
    return { kind: 'conflict', faults: { '': conflictMessage(stored) } }
  const fault = scoreLockReason(row) || roundFault(rule, round, row, after)
  const result = round === 'first' ? firstResult(rule, after) : makeupResult(rule, { first: row.first, makeup: after })
  const isCorrection = (stored?.announcedAt ?? null) !== null
  if (fault) return { kind: 'wrong', faults: { '': fault } }
  if (isCorrection && result === 'none') return { kind: 'wrong', faults: { '': '成绩已公布，更正后也须完整' } }
  return { kind: 'change', change: { row, after, result, isCorrection } }
}

function readTry(rule: Rule, typed: Typed): { after: Try | null } | { faults: Record<string, string> } {
  const [theory, practice] = [readScore(typed.theory), readScore(typed.practice)]
  const faults: Record<string, string> = {}
  if ('error' in theory) faults.theory = theory.error
  if ('error' in practice) faults.practice = practice.error
  else if ('score' in practice && practice.score !== null && rule.passPractice === null)
    faults.practice = '本班不考实操'
  if ('error' in theory || 'error' in practice || faults.practice) return { faults }
  const hasScore = theory.score !== null || practice.score !== null
  if (typed.isAbsent && hasScore) return { faults: { '': '缺考的不填分数' } }
  if (!typed.isAbsent && !hasScore) return { after: null }
  return { after: { theory: theory.score, practice: practice.score, isAbsent: typed.isAbsent } }
}

const isSame = (stored: Try | null, after: Try | null) =>
  stored === null || after === null
    ? stored === after
    : stored.theory === after.theory && stored.practice === after.practice && stored.isAbsent === after.isAbsent

/** Conflict message: who saved what, and when. */
const conflictMessage = (stored: ScoreRow['first']) =>
  stored
    ? `已由 ${stored.recordedBy} 于 ${minute(iso(stored.updatedAt))} 录为“${tryWords(stored)}”，请核对后再保存`
    : '原来的成绩已被他人清空，请核对后再保存'

/** The make-up follows from the first try: neither may contradict the other. */
function roundFault(rule: Rule, round: Round, { first, makeup }: ScoreRow, after: Try | null): string {
  if (round === 'makeup') {
    const before = firstResult(rule, first)
    if (after === null || mayMakeUp(before)) return ''
    return before === 'passed' ? '首次考试已合格，不用补考' : '首次考试的成绩还没有录全，先录首次成绩'
  }
  if (!makeup) return ''
  const stays = mayMakeUp(firstResult(rule, after)) && makeupResult(rule, { first: after, makeup }) === makeup.result
  return stays ? '' : '改动后补考结果不再成立，请先更正或清空补考成绩'
}

export const tryWords = (of: Try | null): string => {
  if (!of) return ''
  if (of.isAbsent) return '缺考'
  return [of.theory, of.practice].map(words).filter(Boolean).join(' / ')
}
