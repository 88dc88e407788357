import { sql } from 'drizzle-orm'
import { sumAmounts } from '#lib/money.ts'
import { defineCharts } from '#lib/server/oversight/charts.ts'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { daysLate, isOpen, records } from './records.ts'

/** Money that is still to come in today, and how much of it is late, by kind. */
defineCharts({
  order: 41,
  read: async (ctx, { today, provinceCode }) => {
    const isIn = provinceCode ? sql`r.province = ${provinceCode}` : sql`true`
    const { rows } = await ctx.db.execute<{ kind: string; open: string; late: string }>(sql`
      select r.kind, coalesce(sum(r.open), 0) as open, coalesce(sum(r.open) filter (where ${daysLate(ctx)} > 0), 0) as late
      from ${records} where ${isOpen} and ${isIn} group by r.kind`)
    return [
      {
        code: 'receivableOpen',
        title: '应收未收',
        note: `截至 ${today}，按种类`,
        kind: 'stacked',
        unit: '元',
        series: ['未到期', '已逾期'],
        rows: receivableKinds().flatMap(({ kind, name }) => {
          const found = rows.find(row => row.kind === kind)
          if (!found) return []
          return [
            {
              name,
              values: [sumAmounts([Number(found.open), -Number(found.late)]), Number(found.late)],
              routes: ['no', 'yes'].map(overdue =>
                routeTo('/staff/receivables', { kind, state: 'open', overdue, provinceCode }),
              ),
            },
          ]
        }),
      },
    ]
  },
})
