import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isDatabaseError } from '#lib/server/database/db.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { body } from '#modules/posts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { type MeetingRule, ruleSentences } from '../meetingRule.ts'
import { MAX_ITEMS, stateNameOf } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { type Meeting, meetingConflict, readItems } from './meetings.ts'
import { readMotionVotes } from './motionVotes.ts'
import { readMeetingRule } from './rules.part.ts'
import { agendaKind, meeting, meetingItem, meetingPaper } from './tables.ts'

type Endpoints = typeof staffMeetingContract
type Changed = Output<Endpoints['POST /staff/meeting/save']>
type Known = { id: number; version: number }

/** The row, locked, as whoever asks has seen it. */
export async function lockMeeting({ db }: Ctx, { id, version }: Known): Promise<Meeting> {
  const [found] = await db.select().from(meeting).where(eq(meeting.id, id)).for('update')
  if (!found) throw notFound('没有这次会议')
  if (found.version !== version || isOver(found)) throw meetingConflict(found)
  return found
}

/** The same of one that is recorded, whose record shall be taken back. */
export async function lockRecorded({ db }: Ctx, { id, version }: Known): Promise<Meeting> {
  const [found] = await db.select().from(meeting).where(eq(meeting.id, id)).for('update')
  if (!found) throw notFound('没有这次会议')
  if (found.version !== version || found.state !== 'recorded') throw meetingConflict(found)
  return found
}

/** Nothing of it can be changed any more. */
const isOver = ({ state }: Meeting) => state === 'recorded' || state === 'adjourned'

/** Writes it, with a line in the log of what is different. */
export async function writeMeeting(ctx: Ctx, of: Meeting, changes: Partial<Meeting>, step: Step): Promise<Changed> {
  const [written] = await ctx.db
    .update(meeting)
    .set({ ...changes, version: of.version + 1, actorName: await ownName(ctx), updatedAt: ctx.now })
    .where(eq(meeting.id, of.id))
    .returning()
  await recordChange(ctx, {
    action: `meeting.${step.action}`,
    objectType: 'meeting',
    objectId: of.id,
    objectName: written!.title,
    before: step.before ?? of,
    after: step.after ?? { ...of, ...changes },
  })
  return changed(written!)
}
type Step = { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> }

const changed = (of: Meeting): Changed => ({
  id: of.id,
  version: of.version,
  state: of.state,
  stateName: stateNameOf(of),
})

export async function saveMeeting(
  ctx: Ctx,
  { id, version, ...typed }: Parsed<Endpoints['POST /staff/meeting/save']>,
): Promise<Changed> {
  const given = { ...typed, votesUntil: typed.isWritten && typed.votesUntil ? new Date(typed.votesUntil) : null }
  return inTransaction(ctx, async tx => {
    const before = id === undefined ? undefined : await lockMeeting(tx, { id, version: version ?? 0 })
    await refuseBody(tx, given.bodyId, before)
    await refuseWay(tx, given, before)
    if (before) {
      const isOther = before.state === 'held' && before.bodyId !== given.bodyId
      const rule = isOther ? await currentRule(tx, { ...before, ...given }) : before.rule
      const after = { ...before, ...given }
      return writeMeeting(tx, before, { ...given, rule }, { action: 'save', before, after })
    }
    return createMeeting(tx, given)
  })
}

type NewMeeting = Pick<Meeting, 'title' | 'bodyId' | 'meetsOn'> & Partial<Meeting>

async function createMeeting(tx: Ctx, given: NewMeeting): Promise<Changed> {
  const at = { actorName: await ownName(tx), createdAt: tx.now, updatedAt: tx.now }
  const [made] = await tx.db
    .insert(meeting)
    .values({ ...given, ...at })
    .returning()
  await recordChange(tx, {
    action: 'meeting.create',
    objectType: 'meeting',
    objectId: made!.id,
    objectName: made!.title,
    before: {},
    after: given,
  })
  return changed(made!)
}

/** A body that ended has no more meetings. Whom a notice has gone to belongs to the body. */
async function refuseBody({ db }: Ctx, bodyId: number, before: Meeting | undefined) {
  if (before?.bodyId === bodyId) return
  const [found] = await db.select({ isEnded: body.isEnded }).from(body).where(eq(body.id, bodyId))
  if (!found) throw invalid('没有这个机构', { bodyId: '请从列表中选择' })
  if (found.isEnded) throw invalid('这个机构已经终止', { bodyId: '已经终止，不能再开会' })
  if (before?.noticeAt) throw invalid('已按原机构的名单发出通知', { bodyId: '已发出通知，不能再改' })
}

/** Whether a meeting assembles is settled with its notice; how long it votes, once the first vote is open. */
async function refuseWay(ctx: Ctx, given: Pick<Meeting, 'isWritten' | 'votesUntil'>, before: Meeting | undefined) {
  const isOther = before !== undefined && before.isWritten !== given.isWritten
  if (isOther && before.noticeAt)
    throw invalid('已发出通知，不能再改召开方式', { isWritten: '已按原来的方式发出通知，不能再改' })
  if (given.isWritten && !given.votesUntil) throw invalid('请填写表决截止时间', { votesUntil: '通讯表决须有截止时间' })
  const hasMoved = before?.votesUntil?.getTime() !== given.votesUntil?.getTime()
  if (before?.isWritten && hasMoved && (await readMotionVotes(ctx, before.id)).length > 0)
    throw invalid('已开始表决，截止时间不能再改', { votesUntil: '各席已按原来的截止时间表决，不能再改' })
}

const currentRule = (ctx: Ctx, { bodyId, followsId }: Pick<Meeting, 'bodyId' | 'followsId'>) =>
  readMeetingRule(ctx, { bodyId, isRepeat: followsId !== null })

/** Sets the whole agenda. What is on another meeting's, or with no meeting's business, is told by name. */
export async function setItems(
  ctx: Ctx,
  { id, version, items }: Parsed<Endpoints['POST /staff/meeting/items']>,
): Promise<Changed> {
  const change = inTransaction(ctx, async tx => {
    const of = await lockPlanned(tx, { id, version })
    const before = await readItems(tx, id)
    const known = (wanted: (typeof items)[number]) =>
      before.find(({ item }) =>
        'itemId' in wanted ? item.id === wanted.itemId : item.applicationId === wanted.applicationId,
      )
    if (items.some(one => 'itemId' in one && !known(one))) throw invalid('议程上没有所选的议题，请刷新后重新选择')
    const kept = [...new Set(items.flatMap(one => known(one)?.item.id ?? []))]
    const fresh = [...new Set(items.flatMap(one => ('applicationId' in one && !known(one) ? one.applicationId : [])))]
    await refuseUndecidable(tx, fresh)
    const voted = new Set((await readMotionVotes(tx, id, true)).map(({ itemId }) => itemId))
    const lost = before.filter(({ item }) => voted.has(item.id) && !kept.includes(item.id))
    if (lost.length > 0)
      throw conflict(`${lost.map(({ title }) => `“${title}”`).join('、')}表决过，记录须保留，不能移除`)
    await tx.db.delete(meetingItem).where(and(eq(meetingItem.meetingId, id), notInArray(meetingItem.id, [...kept, 0])))
    if (fresh.length)
      await tx.db.insert(meetingItem).values(fresh.map(applicationId => ({ meetingId: id, applicationId, place: 0 })))
    const now = await readItems(tx, id)
    const placed = items.flatMap(
      one =>
        now.find(({ item }) => ('itemId' in one ? item.id === one.itemId : item.applicationId === one.applicationId)) ??
        [],
    )
    await placeItems(tx, [...new Set(placed.map(({ item }) => item.id))])
    const titles = (list: typeof now) => list.map(({ title }) => title)
    return writeMeeting(
      tx,
      of,
      {},
      { action: 'agenda', before: { agenda: titles(before) }, after: { agenda: titles(placed) } },
    )
  })
  return change.catch(error => {
    if (isDatabaseError(error.cause) && error.cause.constraint === 'meeting_item_open')
      throw conflict('有申请刚刚被列入了另一次会议，请刷新后重新选择')
    throw error
  })
}

async function placeItems({ db }: Ctx, ids: readonly number[]) {
  for (const [i, id] of ids.entries())
    await db
      .update(meetingItem)
      .set({ place: i + 1 })
      .where(eq(meetingItem.id, id))
}

/** Adds a free item at the end of the agenda, or changes it. */
async function saveItem(
  ctx: Ctx,
  { id, version, itemId, ...given }: Parsed<Endpoints['POST /staff/meeting/item/save']>,
): Promise<Changed> {
  return inTransaction(ctx, async tx => {
    const of = await lockPlanned(tx, { id, version })
    const items = await readItems(tx, id)
    const before = items.find(({ item }) => item.id === itemId)
    if (itemId !== undefined && !before) throw invalid('议程上没有这项议题，请刷新后重试')
    if (before?.about) throw invalid('申请的内容在申请中修改')
    const [kind] = await tx.db.select().from(agendaKind).where(eq(agendaKind.id, given.kindId))
    if (!kind || (!kind.isOpen && before?.item.kindId !== kind.id))
      throw invalid('没有这个议题种类，或已停用', { kindId: '请从列表中选择' })
    if (before) await tx.db.update(meetingItem).set(given).where(eq(meetingItem.id, before.item.id))
    else {
      if (items.length >= MAX_ITEMS) throw conflict(`一次会议最多 ${MAX_ITEMS} 项`)
      await tx.db.insert(meetingItem).values({ ...given, meetingId: id, place: items.length + 1 })
    }
    const words = ({ kindId: _, ...rest }: typeof given, kindName: string) => ({
      议题: rest.title,
      内容: rest.text,
      报告人: rest.presenter,
      种类: kindName,
    })
    return writeMeeting(
      tx,
      of,
      {},
      {
        action: 'item',
        before: before ? words({ ...before.item, kindId: 0 }, before.kindName) : {},
        after: words(given, kind.name),
      },
    )
  })
}

async function lockPlanned(tx: Ctx, known: Known): Promise<Meeting> {
  const of = await lockMeeting(tx, known)
  if (of.state !== 'planned') throw conflict('会议已召开，议程不能再改；确需修改的，请先退回筹备')
  return of
}

/** Refuses new items that are not waiting for a decision; recording reports what happened to those on the agenda. */
async function refuseUndecidable({ db }: Ctx, fresh: number[]) {
  const rows = await db.select().from(application).where(inArray(application.id, fresh)).orderBy(asc(application.id))
  const foreign = rows.filter(({ state }) => state !== 'deciding')
  if (rows.length < fresh.length) throw invalid('所选的申请不存在，请刷新后重新选择')
  if (foreign.length) throw conflict(`${foreign.map(({ title }) => title).join('、')}不在待审议状态，请刷新后重新选择`)
}

/**
 * Changes the state of a meeting. Marking it held fixes the rule of that day; moving it back to planning removes the
 * rule.
 */
export async function moveMeeting(
  ctx: Ctx,
  { id, version, to }: Parsed<Endpoints['POST /staff/meeting/move']>,
): Promise<Changed> {
  return inTransaction(ctx, async tx => {
    const of = await lockMeeting(tx, { id, version })
    if (of.state === to) throw meetingConflict(of)
    if (to === 'held' && (await readItems(tx, id)).length === 0)
      throw conflict('议程上还没有议题，请先选入申请或加入其他议题')
    if (to === 'planned') await refuseVoted(tx, of, '不能退回筹备；议程确需修改的，请先作废这些表决')
    const rule = to === 'held' ? await currentRule(tx, of) : null
    if (rule && of.isWritten) refuseWritten(tx, of, rule)
    const before = { state: of.state, rule: of.rule && ruleSentences(of.rule) }
    const after = { state: to, rule: rule && ruleSentences(rule) }
    return writeMeeting(tx, of, { state: to, rule }, { action: to, before, after })
  })
}

/** What was voted on is decided: it is recorded, or its vote is declared void first. */
async function refuseVoted(ctx: Ctx, of: Meeting, what: string) {
  const live = await readMotionVotes(ctx, of.id)
  if (live.length > 0) throw conflict(`已有 ${live.length} 项议题开始表决或已有结果，${what}`)
}

/** A written procedure asks the seats that got the notice, until its time, for votes that the charter counts. */
function refuseWritten({ now }: Ctx, of: Meeting, { vote }: MeetingRule) {
  if (!vote) throw conflict('会议规则不逐项计票，不能通讯表决')
  if (!of.noticeAt) throw conflict('请先发出通知：通讯表决由收到通知的席位表决')
  if (!of.votesUntil || of.votesUntil <= now) throw conflict('表决截止时间已过，请先修改会议信息')
}

/**
 * Ends a meeting that cannot decide, such as one without a quorum: nothing on its agenda is decided, and a meeting that
 * repeats it is planned with the same agenda and papers.
 */
async function adjournMeeting(
  ctx: Ctx,
  { id, version, reason, ...next }: Parsed<Endpoints['POST /staff/meeting/adjourn']>,
): Promise<Changed> {
  return inTransaction(ctx, async tx => {
    const of = await lockMeeting(tx, { id, version })
    if (of.state !== 'held') throw conflict('会议还没有召开；取消或改期的，请修改会议信息')
    await refuseVoted(tx, of, '不能休会；请记录会议，没有表决的议题记为下次再议')
    if (next.meetsOn < of.meetsOn)
      throw invalid('再次召开不能早于这次会议', { meetsOn: `不能早于这次会议的日期 ${of.meetsOn}` })
    await tx.db.update(meetingItem).set({ outcome: 'postpone' }).where(eq(meetingItem.meetingId, id))
    const adjourned = { state: 'adjourned' as const, adjournReason: reason }
    await writeMeeting(tx, of, adjourned, { action: 'adjourned', before: { state: of.state }, after: adjourned })
    const made = await createMeeting(tx, { ...next, bodyId: of.bodyId, onlineUrl: of.onlineUrl, followsId: id })
    await copyAgenda(tx, id, made.id)
    return made
  })
}

async function copyAgenda({ db }: Ctx, fromId: number, toId: number) {
  const items = await db
    .select()
    .from(meetingItem)
    .where(eq(meetingItem.meetingId, fromId))
    .orderBy(asc(meetingItem.place))
  const ids = new Map<number, number>()
  for (const { applicationId, kindId, title, text, presenter, place, effect, id } of items) {
    const [made] = await db
      .insert(meetingItem)
      .values({ meetingId: toId, applicationId, kindId, title, text, presenter, place, effect })
      .returning({ id: meetingItem.id })
    ids.set(id, made!.id)
  }
  const papers = await db
    .select()
    .from(meetingPaper)
    .where(eq(meetingPaper.meetingId, fromId))
    .orderBy(asc(meetingPaper.id))
  for (const { id: _, ...paper } of papers)
    await db.insert(meetingPaper).values({ ...paper, meetingId: toId, itemId: paper.itemId && ids.get(paper.itemId)! })
}

export const meetingChangesHandlers = {
  'POST /staff/meeting/save': saveMeeting,
  'POST /staff/meeting/items': setItems,
  'POST /staff/meeting/item/save': saveItem,
  'POST /staff/meeting/move': moveMeeting,
  'POST /staff/meeting/adjourn': adjournMeeting,
} satisfies Partial<Handlers<Endpoints>>
