import type { Parsed } from '#lib/contract.ts'
import { invalid, Refusal } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Outcome } from '../board.ts'
import { type BoardRule, quorumOf, requiresAttendance } from '../boardRule.ts'
import type { recordContract } from '../recordContract.ts'
import { fractionWords } from '#lib/share.ts'
import { type Heads, neededWords, tallyOf, type Votes, votesWords } from '../votes.ts'

export type Recording = Parsed<(typeof recordContract)['POST /staff/board/record']>
export type Decision = { outcome: Outcome; reason: string }
export type Attendance = NonNullable<Recording['attendance']>
/** A decision on each of its agenda, and what was counted. */
export type Recorded = {
  rule: BoardRule
  attendance: Attendance
  decisions: ReadonlyMap<number, Decision>
  votes: ReadonlyMap<number, Counted>
}
type Counted = Recording['votes'][number]

/** Throws everything that prevents recording beyond single fields; a missing quorum takes precedence. */
export function refuseFaults(of: Recorded): void {
  const { rule, attendance } = of
  const attending = attendanceFaults(rule, attendance)
  const isCounted = !attending['attendance.entitled'] && !attending['attendance.present']
  const heads = isCounted ? headsOf(attendance) : undefined
  const quorum = heads && quorumFault(rule, heads)
  const reasons = reasonFaults(of.decisions)
  const counted = rule.vote ? voteFaults(of, rule.vote, heads) : {}
  const faults = { ...attending, ...(quorum && { 'attendance.present': quorum }), ...reasons, ...counted }
  const count = Object.keys(faults).length
  if (count === 0) return
  if (quorum) throw new Refusal(409, quorum, faults)
  if (count === Object.keys(reasons).length) throw invalid('不予通过须说明理由', faults)
  throw invalid(count === 1 ? Object.values(faults)[0]! : `有 ${count} 处需要更正，全部都没有记录`, faults)
}

const headsOf = ({ entitled, present }: Attendance): Heads | undefined =>
  entitled === null || present === null ? undefined : { entitled, present }

function attendanceFaults(rule: BoardRule, of: Attendance): FieldErrors {
  const { entitled, present, names } = of
  const onLeave = of.onLeave ?? 0
  const wrong: FieldErrors = {}
  const put = (name: keyof Attendance, isWrong: boolean, fault: string) => {
    if (isWrong && !wrong[`attendance.${name}`]) wrong[`attendance.${name}`] = fault
  }
  const isAsked = requiresAttendance(rule)
  put('entitled', !entitled && (isAsked || present !== null), '请填写应到人数')
  put('present', present === null && (isAsked || entitled !== null), '请填写实到人数')
  put('chair', isAsked && !of.chair, '请填写主持人')
  put('recorder', isAsked && !of.recorder, '请填写记录人')
  if (entitled && present !== null) {
    put('present', present > entitled, `实到 ${present} 人，多于应到的 ${entitled} 人`)
    put(
      'onLeave',
      present + onLeave > entitled,
      `实到 ${present} 人、请假 ${onLeave} 人，合计多于应到的 ${entitled} 人`,
    )
  }
  const twice = names.find((name, i) => names.indexOf(name) < i)
  put('names', twice !== undefined, `“${twice}”写了两次；同名的请注明单位`)
  const isOff = names.length > 0 && present !== null && names.length !== present
  put('names', isOff, `名单有 ${names.length} 人，与实到 ${present} 人不一致；不逐一记名的可以不填名单`)
  return wrong
}

function quorumFault(rule: BoardRule, { entitled, present }: Heads): string | undefined {
  const needed = quorumOf(rule, entitled)
  if (!rule.quorum || needed === null || present >= needed) return undefined
  const heads = `应到 ${entitled} 人，实到 ${present} 人`
  const lacks = rule.quorum.isStrict ? '没有超过' : '不足'
  return `${heads}，${lacks}章程规定的${fractionWords(rule.quorum)}（${rule.quorum.isStrict ? '至少 ' : ''}${needed} 人），不能形成决议`
}

function reasonFaults(decisions: Recorded['decisions']): FieldErrors {
  const silent = [...decisions].filter(([, { outcome, reason }]) => outcome === 'reject' && !reason)
  return Object.fromEntries(silent.map(([id]) => [id, '请填写不予通过的理由，申请人会看到']))
}

function voteFaults({ decisions, votes }: Recorded, vote: NonNullable<BoardRule['vote']>, heads: Heads | undefined) {
  const faults: FieldErrors = {}
  for (const [id, { outcome }] of decisions) {
    const fault = voteFault({ outcome, counted: votes.get(id), vote, heads })
    if (fault) faults[`votes.${id}`] = fault
  }
  return faults
}

type ItemVote = {
  outcome: Outcome
  counted: Counted | undefined
  vote: NonNullable<BoardRule['vote']>
  heads: Heads | undefined
}

function voteFault({ outcome, counted, vote, heads }: ItemVote): string | undefined {
  const given = votesIn(counted)
  if (!given) return outcome === 'postpone' ? undefined : '请填写同意、反对、弃权的票数'
  if (!heads) return undefined
  const tally = tallyOf(vote, heads, given)
  const words = votesWords(given, heads.present)
  if (given.recused > heads.present) return `回避 ${given.recused} 人，多于实到的 ${heads.present} 人`
  if (tally.notVoted < 0) {
    const sum = given.yes + given.no + given.abstained
    return `同意、反对、弃权合计 ${sum} 票，多于可以表决的 ${tally.voters} 人（实到 ${heads.present} 人，回避 ${given.recused} 人）`
  }
  const needed = neededWords(vote, tally)
  if (outcome === 'pass' && !tally.passes) return `${words}，没有达到${needed}，不能记为通过`
  if (outcome === 'reject' && tally.passes) return `${words}，已达到${needed}，不能记为不予通过`
  return undefined
}

/**
 * Returns the votes on an item; undefined if none were entered. Once one number is entered, missing ones count as zero.
 */
export function votesIn(counted: Counted | undefined): Votes | undefined {
  if (!counted) return undefined
  const { yes, no, abstained, recused } = counted
  if (yes === null && no === null && abstained === null) return undefined
  return { yes: yes ?? 0, no: no ?? 0, abstained: abstained ?? 0, recused: recused ?? 0 }
}
