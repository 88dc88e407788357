import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, invalid, Refusal } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { advanceApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import {
  type Heads,
  type MeetingRule,
  neededWords,
  quorumFault,
  requiresAttendance,
  tallyOf,
  unitOf,
  type Votes,
  votesWords,
} from '../meetingRule.ts'
import { isVoted, type Outcome, outcomeNames } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { ruleOf } from './attendances.ts'
import { applicationsIn, hindrancesOf, type Item, type Meeting, notesOf, readItems } from './meetings.ts'
import { readVersions } from './minutes.ts'
import { applyEffect, takeBackEffect } from './motionEffects.ts'
import { decisionBy, type MotionResult, readAttending, readMotionVotes, readResults } from './motionVotes.ts'
import { lockMeeting, lockRecorded, writeMeeting } from './planning.ts'
import { countedAttendance } from './seats.ts'
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
    await refuseOpenVotes(tx, of, items)
    const results = await readResults(tx, of, rule)
    const counted = countedAttendance(await readAttending(tx, of), rule)
    const attendance = attendanceIn(given, counted)
    const decided = decisionsOf(items, given, rule, results)
    const recorded = { rule, isWritten: of.isWritten, counted, attendance, results, ...decided }
    refuseFaults(recorded)
    await refuseHindered(tx, items)
    const actorName = await ownName(tx)
    for (const { item, about } of items) {
      const { outcome, reason } = await writeItem(tx, of, item, recorded)
      if (!about || !isVoted(outcome)) continue
      const opinion = outcome === 'pass' ? given.opinion : reason
      await advanceApplication(tx, about, { action: outcome, by: 'staff', actorName, opinion })
    }
    await attachFiles(tx, given.fileIds)
    return writeRecord(tx, of, given, { ...recorded, items, said: votesByTitle(items, recorded) })
  })
}

/** Writes the decision on an item with its votes, and brings about what was prepared for it. */
async function writeItem(tx: Ctx, of: Meeting, item: Item['item'], recorded: Recorded) {
  const decision = recorded.decisions.get(item.id)!
  const votes = countedOn(item.id, recorded)
  const present = votes ? (headsOn(item.id, recorded)?.present ?? null) : null
  const effectDone = decision.outcome === 'pass' && item.effect ? await applyEffect(tx, of, item) : null
  await tx.db
    .update(meetingItem)
    .set({ ...decision, ...votes, present, effectDone })
    .where(eq(meetingItem.id, item.id))
  return decision
}

/** A vote that is open would be counted after the record. */
async function refuseOpenVotes(ctx: Ctx, of: Meeting, items: readonly Item[]) {
  const open = (await readMotionVotes(ctx, of.id)).filter(({ state }) => state === 'open')
  const titles = items
    .filter(({ item }) => open.some(({ itemId }) => itemId === item.id))
    .map(({ title }) => `“${title}”`)
  if (titles.length > 0) throw conflict(`${titles.join('、')}正在表决，请先结束或作废`)
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
const votesByTitle = (items: readonly Item[], recorded: Recorded): Record<string, string> =>
  Object.fromEntries(
    items.flatMap(({ item, title }) => {
      const counted = countedOn(item.id, recorded)
      return counted ? [[title, votesWords(counted, headsOn(item.id, recorded)?.present ?? 0)]] : []
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

/** What was decided motion by motion is taken over; otherwise an item has passed, unless an exception says something else. */
function decisionsOf(
  items: readonly Item[],
  { exceptions, votes }: Recording,
  { vote }: MeetingRule,
  results: Recorded['results'],
) {
  const decisions = new Map<number, Decision>(
    items.map(({ item }) => {
      const result = results.get(item.id)
      return [item.id, result ? decisionBy(result) : { outcome: 'pass', reason: '' }]
    }),
  )
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

/**
 * Takes the record of a meeting back: what its motions brought about is undone, or nothing is. Applications have gone on,
 * and their applicants know.
 */
async function reopenMeeting(ctx: Ctx, { id, version, reason }: Reopening): Promise<Output<ReopenCall>> {
  return inTransaction(ctx, async tx => {
    const of = await lockRecorded(tx, { id, version })
    const items = await readItems(tx, id)
    const gone = items.filter(({ item, about }) => about && item.outcome && isVoted(item.outcome))
    if (gone.length > 0)
      throw conflict(
        `${gone.map(({ title }) => `“${title}”`).join('、')}的申请已按决定办理，申请人已收到消息，会议记录不能撤回`,
      )
    await refuseTakenUp(tx, items)
    await refuseSigned(tx, id)
    for (const { item } of items) if (item.effectDone !== null) await takeBackEffect(tx, of, item)
    await tx.db.update(meetingItem).set(UNDECIDED).where(eq(meetingItem.meetingId, id))
    const changes = { state: 'held' as const, ...UNRECORDED_MEETING }
    const before = { state: of.state, opinion: of.opinion }
    return writeMeeting(tx, of, changes, { action: 'reopened', before, after: { state: 'held', 撤回的原因: reason } })
  })
}
/** A postponed application that another agenda has taken up since cannot be open on this one again. */
async function refuseTakenUp({ db }: Ctx, items: readonly Item[]) {
  const ids = applicationsIn(items).map(({ id }) => id)
  const open = await db
    .select({ id: meetingItem.applicationId })
    .from(meetingItem)
    .where(and(inArray(meetingItem.applicationId, ids), isNull(meetingItem.outcome)))
  const titles = items.filter(({ about }) => open.some(({ id }) => id === about?.id)).map(({ title }) => `“${title}”`)
  if (titles.length > 0) throw conflict(`${titles.join('、')}已列入另一次会议，会议记录不能撤回`)
}
/** Signed minutes say what was recorded: a correction is a later version of them. */
async function refuseSigned(ctx: Ctx, id: number): Promise<void> {
  const signed = (await readVersions(ctx, id)).find(({ state }) => state === 'signed')
  if (signed) throw conflict(`会议纪要第 ${signed.number} 稿已签署，会议记录不能撤回；要更正的请另起一稿纪要`)
}
type ReopenCall = (typeof staffMeetingContract)['POST /staff/meeting/reopen']
type Reopening = Parsed<ReopenCall>

const UNDECIDED = {
  outcome: null,
  reason: '',
  yes: null,
  no: null,
  abstained: null,
  recused: null,
  present: null,
  effectDone: null,
}
/** The signed minutes stay attached until the meeting is recorded anew. */
const UNRECORDED_MEETING = { opinion: '', entitled: null, present: null, onLeave: 0, attendees: [], recordedAt: null }

export const meetingRecordingHandlers = {
  'POST /staff/meeting/record': recordMeeting,
  'POST /staff/meeting/reopen': reopenMeeting,
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
  /** As they were typed, for items without a vote of their own. */
  votes: ReadonlyMap<number, Counted>
  /** Results of the items that were voted on by themselves. */
  results: ReadonlyMap<number, MotionResult>
  isWritten: boolean
}
type Counted = Recording['votes'][number]

/** Throws everything that prevents recording beyond single fields; a missing quorum takes precedence. */
export function refuseFaults(of: Recorded): void {
  const { rule, attendance } = of
  const attending = attendanceFaults(of)
  const isCounted = !attending['attendance.entitled'] && !attending['attendance.present']
  const heads = isCounted ? headsOf(attendance) : undefined
  // Motions that were voted on by themselves had their quorum at that time.
  const isDecidedNow = [...of.decisions].some(([id, { outcome }]) => !of.results.has(id) && isVoted(outcome))
  const needsQuorum = isDecidedNow || of.results.size === 0
  const quorum =
    heads && needsQuorum && !of.isWritten
      ? quorumFault(rule, { ...heads, present: of.counted?.presentNow ?? heads.present })
      : undefined
  const reasons = reasonFaults(of.decisions)
  const counted = rule.vote ? voteFaults(of, rule.vote, isCounted) : {}
  const faults = { ...attending, ...(quorum && { 'attendance.present': quorum }), ...reasons, ...counted }
  const count = Object.keys(faults).length
  if (count === 0) return
  if (quorum) throw new Refusal(409, quorum, faults)
  if (count === Object.keys(reasons).length) throw invalid('不予通过须说明理由', faults)
  throw invalid(count === 1 ? Object.values(faults)[0]! : `有 ${count} 处需要更正，全部都没有记录`, faults)
}

const headsOf = ({ entitled, present }: Attendance): Heads | undefined =>
  entitled === null || present === null ? undefined : { entitled, present }

/** What the votes on an item are held against: its own base, else who is there now. */
function headsOn(itemId: number, { attendance, counted, results }: Recorded): Heads | undefined {
  const own = results.get(itemId)
  if (own) return own.heads
  const heads = headsOf(attendance)
  return heads && { ...heads, present: counted?.votes ?? heads.present }
}

const countedOn = (itemId: number, { votes, results }: Recorded): Votes | undefined =>
  results.get(itemId)?.votes ?? votesIn(votes.get(itemId))

function attendanceFaults({ rule, isWritten, attendance: of, counted }: Recorded): FieldErrors {
  const { entitled, present, names } = of
  const onLeave = of.onLeave ?? 0
  const wrong: FieldErrors = {}
  const put = (name: keyof Attendance, isWrong: boolean, fault: string) => {
    if (isWrong && !wrong[`attendance.${name}`]) wrong[`attendance.${name}`] = fault
  }
  const isAsked = requiresAttendance(rule)
  put('entitled', !entitled && (isAsked || present !== null), '请填写应到人数')
  put('present', present === null && (isAsked || entitled !== null), '请填写实到人数')
  put('chair', isAsked && !isWritten && !of.chair, '请填写主持人')
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

function reasonFaults(decisions: Recorded['decisions']): FieldErrors {
  const silent = [...decisions].filter(([, { outcome, reason }]) => outcome === 'reject' && !reason)
  return Object.fromEntries(silent.map(([id]) => [id, '请填写不予通过的理由，申请人会看到']))
}

/** `isCounted`: the attendance is known, so that typed votes can be held against it. */
function voteFaults(of: Recorded, vote: NonNullable<MeetingRule['vote']>, isCounted: boolean) {
  const faults: FieldErrors = {}
  for (const [id, { outcome }] of of.decisions) {
    const result = of.results.get(id)
    const heads = isCounted ? headsOn(id, of) : undefined
    const fault = result ? resultFault(outcome, result, of.votes.get(id)) : typedFault(of, vote, heads, id, outcome)
    if (fault) faults[`votes.${id}`] = fault
  }
  return faults
}

/** Why a decision contradicts the vote that the motion had at its time. */
function resultFault(outcome: Outcome, { passes, isQuorate, words }: MotionResult, typed: Counted | undefined) {
  if (votesIn(typed)) return '已单独表决，票数以表决为准，请勿另填'
  if (outcome === 'withdrawn') return `已表决（${words}），不能记为撤回；确已撤回的，请先作废这次表决`
  if (outcome === 'pass') return passes ? undefined : `${words}，不能记为通过`
  if (outcome === 'reject') {
    if (!isQuorate) return `${words}，不能记为不予通过`
    return passes ? `${words}，不能记为不予通过` : undefined
  }
  return passes ? `${words}，不能记为下次再议` : undefined
}

/** Why typed votes cannot be, or contradict the decision. */
function typedFault(
  of: Recorded,
  vote: NonNullable<MeetingRule['vote']>,
  heads: Heads | undefined,
  itemId: number,
  outcome: Outcome,
): string | undefined {
  if (of.isWritten) return isVoted(outcome) ? '通讯表决的议题须先由各席表决；没有表决的记为下次再议或撤回' : undefined
  const given = votesIn(of.votes.get(itemId))
  if (!given) return isVoted(outcome) ? '请填写同意、反对、弃权的票数' : undefined
  if (outcome === 'withdrawn') return '撤回的议题没有表决，请清空票数'
  if (!heads) return undefined
  const unit = unitOf(of.rule)
  const tally = tallyOf(vote, heads, given)
  const words = votesWords(given, heads.present)
  if (given.recused > heads.present) return `回避 ${given.recused} ${unit}，多于实到的 ${heads.present} ${unit}`
  if (tally.notVoted < 0) {
    const sum = given.yes + given.no + given.abstained
    return `同意、反对、弃权合计 ${sum} 票，多于可以表决的 ${tally.voters} ${unit}（实到 ${heads.present} ${unit}，回避 ${given.recused} ${unit}）`
  }
  const needed = neededWords(vote, tally, unit)
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
