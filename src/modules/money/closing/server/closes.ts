import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { closeStateNames } from '../closingWords.ts'
import type { CloseRow, closingContract } from '../contract.ts'
import { isInForce } from './movements.ts'
import { closeEntry, dailyClose } from './tables.ts'
import { unpostedEntries } from './unpostedEntries.ts'

export type Close = typeof dailyClose.$inferSelect

export const toClose = (of: Close) => ({
  id: of.id,
  number: of.number,
  day: of.day,
  closedName: of.closedName,
  closedTime: iso(of.closedAt),
  papers: of.papers,
  openClaims: of.openClaims,
  openLines: of.openLines,
})

/** Current state of a close. */
function closeStatusOf(of: Close) {
  const state = of.reopenedAt ? ('reopened' as const) : ('closed' as const)
  return {
    state,
    stateName: closeStateNames[state],
    reopenedName: of.reopenedName,
    agreedName: of.agreedName,
    reopenedTime: of.reopenedAt && iso(of.reopenedAt),
    reason: of.reason,
  }
}

/** The close in force of a day, or the last one that was opened again. */
export async function closeOf({ db }: Pick<Ctx, 'db'>, day: string): Promise<Close | undefined> {
  const [of] = await db
    .select()
    .from(dailyClose)
    .where(and(eq(dailyClose.day, day), isNull(dailyClose.reopenedAt)))
  return of
}

/** Changes to earlier days, booked by later closes or pending, as a table `c` grouped by day. */
const changes = sql`(select since.day, count(*)::int as count, sum(since.amount) as net from (
    select ${closeEntry.day}, ${closeEntry.amount} from ${closeEntry}
      join ${dailyClose} on ${dailyClose.id} = ${closeEntry.closeId} and ${isInForce} where ${closeEntry.isLate}
    union all select d.day, d.amount from ${unpostedEntries}) since group by since.day) c`
const ofDay = sql`c.day = ${dailyClose.day} and ${isInForce}`
const lateOf = sql<string>`coalesce((select sum(${closeEntry.amount}) from ${closeEntry}
  where ${closeEntry.closeId} = ${dailyClose.id} and ${closeEntry.isLate}), 0)`

type CloseFilters = { month?: string | undefined; state?: 'closed' | 'reopened' | 'changed' | undefined }

const matching = ({ month, state }: CloseFilters): SQL | undefined =>
  and(
    month ? sql`to_char(${dailyClose.day}, 'YYYY-MM') = ${month}` : undefined,
    state === 'reopened' ? isNotNull(dailyClose.reopenedAt) : undefined,
    state === 'closed' ? isInForce : undefined,
    state === 'changed' ? sql`c.day is not null` : undefined,
  )

export const closesHandlers = {
  'GET /staff/closing/list': async (ctx, asked) => {
    const where = matching(asked)
    const [total] = await ctx.db.select({ n: count() }).from(dailyClose).leftJoin(changes, ofDay).where(where)
    const rows = await ctx.db
      .select({
        of: dailyClose,
        late: lateOf.mapWith(Number),
        changes: sql`coalesce(c.count, 0)`.mapWith(Number),
        changed: sql`coalesce(c.net, 0)`.mapWith(Number),
      })
      .from(dailyClose)
      .leftJoin(changes, ofDay)
      .where(where)
      .orderBy(desc(dailyClose.number))
      .limit(asked.pageSize)
      .offset(offset(asked))
    const list = rows.map(({ of, ...sums }): CloseRow => {
      const { received, refunded, count } = of
      return { ...toClose(of), ...closeStatusOf(of), received, refunded, net: netOf(of), count, ...sums }
    })
    return toPage(list, total!.n, asked)
  },
} satisfies Partial<Handlers<typeof closingContract>>

/** Adds in fen, to avoid rounding errors. */
export const netOf = ({ received, refunded }: Pick<Close, 'received' | 'refunded'>) =>
  (Math.round(received * 100) - Math.round(refunded * 100)) / 100
