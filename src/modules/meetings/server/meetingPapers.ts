import { and, asc, count, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { attachFiles, fileInfos } from '#modules/files/server/attachments.ts'
import { audienceNames, MAX_PAPERS } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { meeting, meetingItem, meetingPaper, meetingSeat, paperRead } from './tables.ts'

/** Papers of a meeting and its items, in the order in which they were added, with how many seats opened each. */
export async function readPapers(ctx: Pick<Ctx, 'db'>, meetingId: number) {
  const rows = await ctx.db
    .select({ paper: meetingPaper, readers: count(paperRead.seatId) })
    .from(meetingPaper)
    .leftJoin(paperRead, eq(paperRead.paperId, meetingPaper.id))
    .where(eq(meetingPaper.meetingId, meetingId))
    .groupBy(meetingPaper.id)
    .orderBy(asc(meetingPaper.id))
  const files = await fileInfos(
    ctx,
    rows.map(({ paper }) => paper.fileId),
  )
  return rows.flatMap(({ paper: { id, itemId, fileId, audience }, readers }) => {
    const file = files.get(fileId)
    return file ? [{ paperId: id, itemId, file, audience, audienceName: audienceNames[audience], readers }] : []
  })
}

export const meetingPapersHandlers = {
  'POST /staff/meeting/paper/add': (ctx, { id, itemId = null, fileIds, audience }) =>
    inTransaction(ctx, async tx => {
      const of = await lockOpenMeeting(tx, id)
      if (itemId !== null) await findItem(tx, id, itemId)
      if ((await tx.db.$count(meetingPaper, eq(meetingPaper.meetingId, id))) + fileIds.length > MAX_PAPERS)
        throw conflict(`一次会议最多 ${MAX_PAPERS} 份材料`)
      await attachFiles(tx, fileIds)
      const addedName = await ownName(tx)
      const added = await tx.db
        .insert(meetingPaper)
        .values(fileIds.map(fileId => ({ meetingId: id, itemId, fileId, audience, addedName, createdAt: tx.now })))
        .returning({ paperId: meetingPaper.id })
      await recordChange(tx, {
        action: 'meeting.papers',
        objectType: 'meeting',
        objectId: id,
        objectName: of.title,
        before: {},
        after: { 材料: await namesOf(tx, fileIds), 给谁看: audienceNames[audience] },
      })
      return { paperIds: added.map(({ paperId }) => paperId) }
    }),
  'POST /staff/meeting/paper/remove': (ctx, { paperId }) =>
    inTransaction(ctx, async tx => {
      const paper = await findPaper(tx, paperId)
      const of = await lockOpenMeeting(tx, paper.meetingId)
      const readers = await tx.db.$count(paperRead, eq(paperRead.paperId, paperId))
      await tx.db.delete(meetingPaper).where(eq(meetingPaper.id, paperId))
      await recordChange(tx, {
        action: 'meeting.papers',
        objectType: 'meeting',
        objectId: of.id,
        objectName: of.title,
        before: { 材料: await namesOf(tx, [paper.fileId]), 已读席位: readers },
        after: {},
      })
      return {}
    }),
  'GET /staff/meeting/paper/readers': async (ctx, { paperId }) => {
    const { meetingId, audience } = await findPaper(ctx, paperId)
    if (audience === 'staff') return { list: [] }
    const rows = await ctx.db
      .select({ seat: meetingSeat, read: paperRead })
      .from(meetingSeat)
      .leftJoin(paperRead, and(eq(paperRead.seatId, meetingSeat.id), eq(paperRead.paperId, paperId)))
      .where(eq(meetingSeat.meetingId, meetingId))
      .orderBy(asc(meetingSeat.place))
    return {
      list: rows.map(({ seat: { id, name, personName }, read }) => ({
        seatId: id,
        name: name === personName ? name : `${personName}（${name}）`,
        readerName: read?.readerName ?? '',
        readAt: read ? iso(read.readAt) : null,
      })),
    }
  },
} satisfies Partial<Handlers<typeof staffMeetingContract>>

/** Papers may be added and removed until the meeting is recorded. */
async function lockOpenMeeting({ db }: Ctx, id: number) {
  const [of] = await db.select().from(meeting).where(eq(meeting.id, id)).for('update')
  if (!of) throw notFound('没有这次会议')
  if (of.state === 'recorded' || of.state === 'adjourned') throw conflict('会议已结束，材料不能再改')
  return of
}

async function findItem({ db }: Ctx, meetingId: number, itemId: number) {
  const [found] = await db
    .select({ id: meetingItem.id })
    .from(meetingItem)
    .where(and(eq(meetingItem.id, itemId), eq(meetingItem.meetingId, meetingId)))
  if (!found) throw invalid('议程上没有这项议题，请刷新后重试')
}

export async function findPaper({ db }: Pick<Ctx, 'db'>, paperId: number) {
  const [found] = await db.select().from(meetingPaper).where(eq(meetingPaper.id, paperId))
  if (!found) throw notFound('没有这份材料，或已移除')
  return found
}

async function namesOf(ctx: Ctx, fileIds: readonly number[]): Promise<string> {
  const files = await fileInfos(ctx, fileIds)
  return fileIds.flatMap(id => files.get(id)?.name ?? []).join('、')
}
