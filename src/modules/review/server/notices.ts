import { and, asc, count, desc, eq, gte, isNull, lte } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { addWorkingDays, dayOf, daysBetween } from '#lib/dates.ts'
import type { FormValues } from '#lib/form.ts'
import { offset, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/context.ts'
import type { reviewContract } from '../contract.ts'
import { type Application, kindOf } from './kinds.ts'
import { publicNotice } from './tables.ts'

/** In working days: how long the public may object. */
const NOTICE_TIME = 5

/** Tells the public, from today on. */
export async function openNotice(ctx: Ctx, of: Application, values: FormValues): Promise<void> {
  const kind = kindOf(of)
  const { title, detail, provinceCode } = await kind.notice!(ctx, of, values)
  const today = dayOf(ctx.now)
  await ctx.db.insert(publicNotice).values({
    ...{ applicationId: of.id, kind: kind.kind, title, detail, provinceCode },
    fromDay: today,
    toDay: addWorkingDays(today, NOTICE_TIME),
    createdAt: ctx.now,
  })
}

/** The last day of the notice that is open. */
export async function noticeEnd({ db }: Ctx, applicationId: number): Promise<string | undefined> {
  const [open] = await db
    .select({ toDay: publicNotice.toDay })
    .from(publicNotice)
    .where(and(eq(publicNotice.applicationId, applicationId), isNull(publicNotice.endedAt)))
    .orderBy(desc(publicNotice.id))
    .limit(1)
  return open?.toDay
}

export const closeNotice = ({ db, now }: Ctx, applicationId: number) =>
  db
    .update(publicNotice)
    .set({ endedAt: now })
    .where(and(eq(publicNotice.applicationId, applicationId), isNull(publicNotice.endedAt)))

type Listing = (typeof reviewContract)['GET /app/publicity/notice/list']

/** What is under notice today, the one that ends first in front. Others come down by themselves. */
export async function listNotices(ctx: Ctx, asked: Parsed<Listing>): Promise<Output<Listing>> {
  const today = dayOf(ctx.now)
  const where = and(
    lte(publicNotice.fromDay, today),
    gte(publicNotice.toDay, today),
    isNull(publicNotice.endedAt),
    asked.kind ? eq(publicNotice.kind, asked.kind) : undefined,
  )
  const rows = await ctx.db
    .select()
    .from(publicNotice)
    .where(where)
    .orderBy(asc(publicNotice.toDay), asc(publicNotice.id))
    .limit(asked.pageSize)
    .offset(offset(asked))
  const [total] = await ctx.db.select({ n: count() }).from(publicNotice).where(where)
  const list = rows.map(notice => ({
    id: notice.id,
    kind: notice.kind,
    kindName: kindOf(notice).name,
    title: notice.title,
    detail: notice.detail,
    provinceName: provinceName(notice.provinceCode),
    fromDay: notice.fromDay,
    toDay: notice.toDay,
    daysLeft: daysBetween(today, notice.toDay),
  }))
  return toPage(list, total!.n, asked)
}
