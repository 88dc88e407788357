import { asc, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, invalid, Refusal } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { fractionWords } from '#lib/share.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { advanceApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import {
  type Heads,
  type MeetingRule,
  neededWords,
  quorumOf,
  requiresAttendance,
  tallyOf,
  type Votes,
  votesWords,
} from '../meetingRule.ts'
import { isVoted, type Outcome, outcomeNames } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { ruleOf } from './attendances.ts'
import { applicationsIn, hindrancesOf, type Item, type Meeting, notesOf, readItems } from './meetings.ts'
import { lockMeeting, writeMeeting } from './planning.ts'
import { countedAttendance, readSeats } from './seats.ts'
import { meetingItem } from './tables.ts'

type Call = (typeof staffMeetingContract)['POST /staff/meeting/record']

/**
 * Records the decisions of a meeting after checking the charter's quorum and majority: one outcome for the whole agenda
 * with exceptions. All effects happen in one transaction.
 */
export async function recordMeeting(ctx: Ctx, given: Recording): Promise<Output<Call>> {
  return inTransaction(ctx, async tx => {
    const of = await lockMeeting(tx, given)
    if (of.state !== 'held') throw conflict('请先标记会议已召开，再记录审议结果')
    const rule = await ruleOf(tx, of)
    const items = await lockItems(tx, of.id)
    const counted = countedAttendance(await readSeats(tx, of.id), rule)
    const recorded = { rule, counted, attendance: attendanceIn(given, counted), ...decisionsOf(items, given, rule) }
    refuseFaults(recorded)
    await refuseHindered(tx, items)
    const actorName = await ownName(tx)
    for (const { item, about } of items) {
      const { outcome, reason } = await writeItem(tx, item.id, recorded)
      if (!about || !isVoted(outcome)) continue
      const opinion = outcome === 'pass' ? given.opinion : reason
      await advanceApplication(tx, about, { action: outcome, by: 'staff', actorName, opinion })
    }
    await attachFiles(tx, given.fileIds)
    return writeRecord(tx, of, given, { ...recorded, items, said: votesByTitle(items, recorded) })
  })
}

async function writeItem({ db }: Ctx, itemId: number, { decisions, votes }: Recorded) {
  const decision = decisions.get(itemId)!
  await db
    .update(meetingItem)
    .set({ ...decision, ...votesIn(votes.get(itemId)) })
    .where(eq(meetingItem.id, itemId))
  return decision
}

type RecordedWithVotes = Recorded & { said: Record<string, string>; items: readonly Item[] }

function writeRecord(
  ctx: Ctx,
  of: Meeting,
  { opinion, fileIds }: Recording,
  { rule, attendance, decisions, said, items }: RecordedWithVotes,
) {
  const { names, onLeave, ...present } = attendance
  const attended = { ...present, onLeave: onLeave ?? 0, attendees: names }
  const changes = { state: 'recorded' as const, opinion, fileIds, rule, ...attended, recordedAt: ctx.now }
  const after = { state: 'recorded', opinion, ...attended, outcomes: outcomesByTitle(items, decisions), votes: said }
  return writeMeeting(ctx, of, changes, { action: 'recorded', before: { state: of.state }, after })
}

const outcomesByTitle = (items: readonly Item[], decisions: Recorded['decisions']) =>
  Object.fromEntries(items.map(({ item, title }) => [title, outcomeNames[decisions.get(item.id)!.outcome]]))

/** Formats the votes on each item for the audit log. */
const votesByTitle = (items: readonly Item[], { attendance: { present }, votes }: Recorded): Record<string, string> =>
  Object.fromEntries(
    items.flatMap(({ item, title }) => {
      const counted = votesIn(votes.get(item.id))
      return counted ? [[title, votesWords(counted, present ?? 0)]] : []
    }),
  )

/**
 * Locks the applications in order of id, as all code that locks several does, to avoid deadlocks; then reads them again
 * in agenda order.
 */
async function lockItems(ctx: Ctx, meetingId: number): Promise<Item[]> {
  const ids = applicationsIn(await readItems(ctx, meetingId)).map(({ id }) => id)
  await ctx.db
    .select({ id: application.id })
    .from(application)
    .where(inArray(application.id, ids))
    .orderBy(asc(application.id))
    .for('update')
  return readItems(ctx, meetingId)
}

const NO_ATTENDANCE: Attendance = { entitled: null, present: null, onLeave: null, names: [], chair: '', recorder: '' }

/** Attendance as it was checked in; as it is typed where nobody was. */
function attendanceIn({ attendance = NO_ATTENDANCE }: Recording, counted: CheckedIn): Attendance {
  if (!counted) return { ...attendance, names: attendance.names.filter(name => name !== '') }
  const { entitled, present, onLeave, names } = counted
  return { ...attendance, entitled, present, onLeave, names }
}
type CheckedIn = ReturnType<typeof countedAttendance>

function decisionsOf(items: readonly Item[], { exceptions, votes }: Recording, { vote }: MeetingRule) {
  const decisions = new Map<number, Decision>(items.map(({ item }) => [item.id, { outcome: 'pass', reason: '' }]))
  for (const { itemId, outcome, reason } of exceptions) {
    if (!decisions.has(itemId)) throw invalid('例外中有议程上没有的议题，请刷新后重新填写')
    decisions.set(itemId, { outcome, reason })
  }
  if (votes.some(({ itemId }) => !decisions.has(itemId))) throw invalid('票数中有议程上没有的议题，请刷新后重新填写')
  if (!vote && votes.length > 0) throw invalid('这类会议不逐项计票，不能填写票数')
  return { decisions, votes: new Map(votes.map(counted => [counted.itemId, counted])) }
}

/** Row by row what hinders; postponed or not, since who reviewed has no part in the decision. */
async function refuseHindered(ctx: Ctx, items: readonly Item[]) {
  const hindrances = await hindrancesOf(ctx, items, await notesOf(ctx, applicationsIn(items)))
  if (hindrances.size === 0) return
  const message = `有 ${hindrances.size} 项不能由您记录，全部都没有记录。请按各行的说明处理后再试`
  throw new Refusal(409, message, Object.fromEntries(hindrances))
}

export const meetingRecordingHandlers = {
  'POST /staff/meeting/record': recordMeeting,
} satisfies Partial<Handlers<typeof staffMeetingContract>>

export type Recording = Parsed<(typeof staffMeetingContract)['POST /staff/meeting/record']>
export type Decision = { outcome: Outcome; reason: string }
export type Attendance = NonNullable<Recording['attendance']>
/** A decision on each of its agenda, and what was counted. */
export type Recorded = {
  rule: MeetingRule
  attendance: Attendance
  /** Null: nobody was checked in, and the figures are typed. */
  counted: CheckedIn
  decisions: ReadonlyMap<number, Decision>
  votes: ReadonlyMap<number, Counted>
}
type Counted = Recording['votes'][number]

/** Throws everything that prevents recording beyond single fields; a missing quorum takes precedence. */
export function refuseFaults(of: Recorded): void {
  const { rule, attendance } = of
  const attending = attendanceFaults(of)
  const isCounted = !attending['attendance.entitled'] && !attending['attendance.present']
  const heads = isCounted ? headsOf(attendance) : undefined
  const quorum = heads && quorumFault(rule, heads)
  const reasons = reasonFaults(of.decisions)
  const voters = heads && { ...heads, present: of.counted?.votes ?? heads.present }
  const counted = rule.vote ? voteFaults(of, rule.vote, voters) : {}
  const faults = { ...attending, ...(quorum && { 'attendance.present': quorum }), ...reasons, ...counted }
  const count = Object.keys(faults).length
  if (count === 0) return
  if (quorum) throw new Refusal(409, quorum, faults)
  if (count === Object.keys(reasons).length) throw invalid('不予通过须说明理由', faults)
  throw invalid(count === 1 ? Object.values(faults)[0]! : `有 ${count} 处需要更正，全部都没有记录`, faults)
}

const headsOf = ({ entitled, present }: Attendance): Heads | undefined =>
  entitled === null || present === null ? undefined : { entitled, present }

function attendanceFaults({ rule, attendance: of, counted }: Recorded): FieldErrors {
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
  if (counted) return wrong
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

function quorumFault(rule: MeetingRule, { entitled, present }: Heads): string | undefined {
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

function voteFaults({ decisions, votes }: Recorded, vote: NonNullable<MeetingRule['vote']>, heads: Heads | undefined) {
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
  vote: NonNullable<MeetingRule['vote']>
  heads: Heads | undefined
}

function voteFault({ outcome, counted, vote, heads }: ItemVote): string | undefined {
  const given = votesIn(counted)
  if (!given) return isVoted(outcome) ? '请填写同意、反对、弃权的票数' : undefined
  if (outcome === 'withdrawn') return '撤回的议题没有表决，请清空票数'
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
