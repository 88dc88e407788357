import { and, asc, count, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { noticeStateNames, objectionStateNames, openObjections } from '#modules/review/objection.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { type Notice, noticeStateOf } from '#modules/review/server/notices.ts'
import { objection, publicNotice, publicNoticeTable } from '#modules/review/server/tables.ts'
import type { noticeContract } from '../contract.ts'

/** A notice as everybody may see it. */
export function noticeHead(notice: Notice, today: string) {
  const state = noticeStateOf(notice, today)
  const { id, kind, title, detail, fromDay, toDay, heldAt } = notice
  return {
    id,
    kind,
    kindName: kindOf(notice).name,
    title,
    detail,
    fromDay,
    toDay,
    provinceName: provinceName(notice.provinceCode),
    state,
    stateName: noticeStateNames[state],
    daysLeft: Math.max(0, daysBetween(heldAt ? dayOf(heldAt) : today, toDay)),
  }
}

export const noticesHandlers = {
  /** Lists the notices open today, soonest end first. Notices past their last day drop out by date. */
  'GET /app/publicity/notice/list': async (ctx, asked) => {
    const today = dayOf(ctx.now)
    const where = and(
      lte(publicNotice.fromDay, today),
      or(gte(publicNotice.toDay, today), isNotNull(publicNotice.heldAt)),
      isNull(publicNotice.endedAt),
      asked.kind ? eq(publicNotice.kind, asked.kind) : undefined,
    )
    const rows = await limitToPage(
      asked,
      ctx.db.select().from(publicNotice).where(where).orderBy(asc(publicNotice.toDay), asc(publicNotice.id)),
    )
    const [total] = await ctx.db.select({ n: count() }).from(publicNotice).where(where)
    const list = rows.map(notice => {
      const { state: _, stateName: __, ...head } = noticeHead(notice, today)
      return { ...head, isHeld: notice.heldAt !== null }
    })
    return toPage(list, total!.n, asked)
  },
  /** Returns a notice, open or ended, and the results of its objections, never the objectors. */
  'GET /app/publicity/notice/info': async (ctx, { id }) => {
    const [notice] = await ctx.db.select().from(publicNotice).where(eq(publicNotice.id, id))
    if (!notice) throw notFound('没有这项公示')
    const raised = await ctx.db.select().from(objection).where(eq(objection.noticeId, id)).orderBy(asc(objection.id))
    const isOpen = ({ state }: (typeof raised)[number]) => openObjections.includes(state)
    const { head, rows } = publicNoticeTable
    const [table] = await ctx.db
      .select({ head, rows })
      .from(publicNoticeTable)
      .where(eq(publicNoticeTable.noticeId, id))
    return {
      ...noticeHead(notice, dayOf(ctx.now)),
      table: table ?? null,
      prolongReason: notice.prolongReason,
      pending: raised.filter(isOpen).length,
      results: raised
        .filter(one => !isOpen(one))
        .map(({ state, createdAt, decidedAt, result }) => ({
          status: state,
          statusName: objectionStateNames[state],
          receivedOn: dayOf(createdAt),
          decidedOn: dayOf(decidedAt!),
          result,
        })),
    }
  },
} satisfies Partial<Handlers<typeof noticeContract>>
