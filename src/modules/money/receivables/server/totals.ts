import { sql } from 'drizzle-orm'
import { sumAmounts } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import type { receivableContract } from '../contract.ts'
import { receivableRegister } from './receivables.ts'
import { daysLate, isOpen, records } from './records.ts'

type Sums = {
  count: number
  due: number
  received: number
  refunded: number
  net: number
  open: number
  openCount: number
  overdue: number
  overdueCount: number
}
const NONE: Sums = {
  count: 0,
  due: 0,
  received: 0,
  refunded: 0,
  net: 0,
  open: 0,
  openCount: 0,
  overdue: 0,
  overdueCount: 0,
}

export const totalsHandlers = {
  'GET /staff/receivable/kinds': async () =>
    receivableKinds().map(({ kind, name, isDues, isWithoutPaper }) => ({
      kind,
      name,
      hasInvoice: !isDues && !isWithoutPaper,
    })),
  'GET /staff/receivable/totals': async (ctx, asked) => {
    const late = sql`${isOpen} and ${daysLate(ctx)} > 0`
    const { rows } = await ctx.db.execute<{ kind: string } & Record<keyof Sums, string | number>>(sql`
      select r.kind, count(*)::int as count,
        coalesce(sum(r.amount) filter (where r.state not in ('cancelled', 'waived', 'used')), 0) as due,
        sum(r.received) as received, sum(r.refunded) as refunded, sum(r.received - r.refunded) as net,
        coalesce(sum(r.open) filter (where ${isOpen}), 0) as open,
        (count(*) filter (where ${isOpen}))::int as "openCount",
        coalesce(sum(r.open) filter (where ${late}), 0) as overdue,
        (count(*) filter (where ${late}))::int as "overdueCount"
      from ${records} where ${await receivableRegister.matching(ctx, asked)} group by r.kind`)
    const kinds = receivableKinds().map(({ kind, name }) => {
      const row = rows.find(one => one.kind === kind)
      return { kind, name, ...(row ? numbersOf(row) : NONE) }
    })
    const all = (of: keyof Sums) => sumAmounts(kinds.map(kind => kind[of]))
    return {
      count: all('count'),
      due: all('due'),
      received: all('received'),
      refunded: all('refunded'),
      net: all('net'),
      open: all('open'),
      openCount: all('openCount'),
      overdue: all('overdue'),
      overdueCount: all('overdueCount'),
      kinds,
    }
  },
} satisfies Partial<Handlers<typeof receivableContract>>

const numbersOf = (row: Record<keyof Sums, string | number>): Sums => ({
  count: Number(row.count),
  due: Number(row.due),
  received: Number(row.received),
  refunded: Number(row.refunded),
  net: Number(row.net),
  open: Number(row.open),
  openCount: Number(row.openCount),
  overdue: Number(row.overdue),
  overdueCount: Number(row.overdueCount),
})
