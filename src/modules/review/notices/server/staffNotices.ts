import { and, asc, desc, eq, gt, gte, ilike, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addWorkingDays, dayOf, iso } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { maskIdNumber, maskMobile, maskName } from '#lib/mask.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { type NoticeState, objectionStateNames } from '#modules/review/objection.ts'
import { currentNotice, type Notice } from '#modules/review/server/notices.ts'
import { applicationsWithin, refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { application, objection, publicNotice } from '#modules/review/server/tables.ts'
import type { staffNoticeContract } from '../contract.ts'
import { noticeProlonged, notifySubject } from './objectionMessages.ts'
import { objectionNumber } from './objectionNumber.ts'
import { noticeHead } from './publicNotices.ts'

type Endpoints = typeof staffNoticeContract
type Filters = Parsed<Endpoints['GET /staff/notice/export']>

/** Subquery with the total and open objections per notice. */
const countsOf = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      noticeId: objection.noticeId,
      all: sql<number>`count(*)`.as('all_objections'),
      open: sql<number>`count(*) filter (where ${objection.state} in ('submitted', 'accepted'))`.as('open_objections'),
    })
    .from(objection)
    .groupBy(objection.noticeId)
    .as('counts')
type Counts = ReturnType<typeof countsOf>

function select(ctx: Pick<Ctx, 'db'>, counts: Counts) {
  const columns = { notice: publicNotice, number: application.number, all: counts.all, open: counts.open }
  return ctx.db
    .select(columns)
    .from(publicNotice)
    .innerJoin(application, eq(application.id, publicNotice.applicationId))
    .leftJoin(counts, eq(counts.noticeId, publicNotice.id))
}

function matching(ctx: Ctx, counts: Counts, { state, kind, key }: Filters): SQL | undefined {
  const today = dayOf(ctx.now)
  const hangs = isNull(publicNotice.endedAt)
  const runs = and(hangs, isNull(publicNotice.heldAt))
  const states: Record<NoticeState, SQL | undefined> = {
    open: and(runs, gte(publicNotice.toDay, today)),
    // Open objections need action even after the notice has ended.
    held: or(and(hangs, isNotNull(publicNotice.heldAt)), gt(counts.open, 0)),
    due: and(runs, lt(publicNotice.toDay, today)),
    ended: isNotNull(publicNotice.endedAt),
  }
  return and(
    applicationsWithin(ctx, 'staff:applications'),
    state && states[state],
    kind ? eq(publicNotice.kind, kind) : undefined,
    key ? or(ilike(publicNotice.title, containsPattern(key)), eq(application.number, key.toUpperCase())) : undefined,
  )
}

const toRow = (row: { notice: Notice; all: number | null; open: number | null }, today: string) => ({
  ...noticeHead(row.notice, today),
  applicationId: row.notice.applicationId,
  objections: row.all ?? 0,
  openObjections: row.open ?? 0,
})

export const staffNoticesHandlers = {
  'GET /staff/notice/list': async (ctx, asked) => {
    const today = dayOf(ctx.now)
    const counts = countsOf(ctx)
    const found = select(ctx, counts).where(matching(ctx, counts, asked))
    const total = await countOf(ctx.db, sql`${found}`)
    const rows = await select(ctx, counts)
      .where(matching(ctx, counts, asked))
      .orderBy(
        sql`coalesce(${counts.open}, 0) > 0 desc`,
        sql`${publicNotice.endedAt} is not null`,
        sql`case when ${publicNotice.endedAt} is null then ${publicNotice.toDay} end`,
        desc(publicNotice.id),
      )
      .limit(asked.pageSize)
      .offset(offset(asked))
    return toPage(
      rows.map(row => toRow(row, today)),
      total,
      asked,
    )
  },
  'GET /staff/notice/export': async (ctx, asked) => {
    const today = dayOf(ctx.now)
    const counts = countsOf(ctx)
    const rows = inBatches<{ notice: Notice; number: string | null; all: number | null; open: number | null }>(after =>
      select(ctx, counts)
        .where(and(matching(ctx, counts, asked), after && lt(publicNotice.id, after.notice.id)))
        .orderBy(desc(publicNotice.id)),
    )
    return sendWorkbook('公示', {
      columns: [
        { title: '申请编号', width: 18, value: ({ number }) => number },
        { title: '公示对象', width: 36, value: ({ notice }) => notice.title },
        { title: '事项', width: 36, value: ({ notice }) => notice.detail },
        { title: '地区', value: row => toRow(row, today).provinceName },
        { title: '开始', value: ({ notice }) => notice.fromDay },
        { title: '截止', value: ({ notice }) => notice.toDay },
        { title: '状态', value: row => toRow(row, today).stateName },
        { title: '异议', value: ({ all }) => String(all ?? 0) },
        { title: '其中未办结', value: ({ open }) => String(open ?? 0) },
      ],
      rows,
    })
  },
  'GET /staff/notice/detail': async (ctx, { id }) => {
    const [found] = await select(ctx, countsOf(ctx)).where(eq(publicNotice.id, id))
    if (!found) throw notFound('没有这项公示')
    await refuseApplicationOutside(ctx, 'staff:applications', found.notice.applicationId)
    const raised = await ctx.db.select().from(objection).where(eq(objection.noticeId, id)).orderBy(asc(objection.id))
    const files = await fileInfos(
      ctx,
      raised.flatMap(({ fileIds }) => fileIds),
    )
    const { encryption } = ctx
    return {
      ...toRow(found, dayOf(ctx.now)),
      applicationNumber: found.number ?? '',
      prolongReason: found.notice.prolongReason,
      heldAt: found.notice.heldAt && iso(found.notice.heldAt),
      list: raised.map(of => ({
        id: of.id,
        number: objectionNumber(of),
        status: of.state,
        statusName: objectionStateNames[of.state],
        name: maskName(encryption.decrypt(of.nameSealed)),
        phone: maskMobile(encryption.decrypt(of.phoneSealed)),
        idNumber: of.idNumberSealed ? maskIdNumber(encryption.decrypt(of.idNumberSealed)) : '',
        reason: of.reason,
        files: of.fileIds.flatMap(file => files.get(file) ?? []),
        result: of.result,
        actorName: of.actorName,
        createdAt: iso(of.createdAt),
        updatedAt: iso(of.updatedAt),
      })),
    }
  },
  'POST /staff/notice/prolong': async (ctx, { id, days, reason }) => {
    return inTransaction(ctx, async tx => {
      const [asked] = await tx.db.select().from(publicNotice).where(eq(publicNotice.id, id))
      if (!asked) throw notFound('没有这项公示')
      await refuseApplicationOutside(tx, 'staff:decide', asked.applicationId)
      const about = await lockApplication(tx, asked.applicationId)
      const notice = await currentNotice(tx, about.id)
      if (notice?.id !== id) throw conflict('这项公示已经结束，不能再延长')
      const today = dayOf(ctx.now)
      const toDay = addWorkingDays(notice.toDay < today && !notice.heldAt ? today : notice.toDay, days)
      await tx.db.update(publicNotice).set({ toDay, prolongReason: reason }).where(eq(publicNotice.id, id))
      await recordChange(tx, {
        action: 'notice.prolong',
        objectType: 'public_notice',
        objectId: id,
        objectName: notice.title,
        before: { toDay: notice.toDay },
        after: { toDay },
        detail: { reason },
      })
      await notifySubject(tx, about, noticeProlonged, { 截止日期: toDay, 理由: reason })
      return { toDay }
    })
  },
} satisfies Partial<Handlers<typeof staffNoticeContract>>
