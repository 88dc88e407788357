import { count, eq, type SQL, sql } from 'drizzle-orm'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { defineOtherWork } from '#modules/review/desk/server/otherWork.ts'
import type { SinceDays } from '#modules/review/waitingAges.ts'
import { isOverdue } from './complaints.ts'
import { complaint } from './tables.ts'

const isSince = ({ from, to }: SinceDays) =>
  sql`(${from ? sql`${complaint.receivedOn} >= ${from}` : sql`true`} and
    ${to ? sql`${complaint.receivedOn} <= ${to}` : sql`true`})`
const countOf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)

/** Complaints and requests that are not answered, by who handles them and since they were received. */
defineOtherWork({
  order: 10,
  name: '投诉与请求',
  permission: 'staff:complaints',
  count: async (ctx, ages) => {
    const rows = await ctx.db
      .select({
        id: complaint.handlerId,
        name: account.displayName,
        total: count(),
        overdue: countOf(isOverdue(ctx)),
        ages: sql<number[]>`array[${sql.join(
          ages.map(age => countOf(isSince(age))),
          sql`, `,
        )}]::int[]`,
      })
      .from(complaint)
      .leftJoin(account, eq(account.id, complaint.handlerId))
      .where(eq(complaint.state, 'open'))
      .groupBy(complaint.handlerId, account.displayName)
    return rows
  },
  route: ({ handlerId, since, isOverdue }) =>
    routeTo('/staff/complaints', {
      state: 'open',
      ...(handlerId === null && { handled: 'no' }),
      ...(handlerId && { handlerId: String(handlerId) }),
      receivedFrom: since?.from ?? undefined,
      receivedTo: since?.to ?? undefined,
      ...(isOverdue && { overdue: 'yes' }),
    }),
})
