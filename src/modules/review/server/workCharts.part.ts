import { and, count, inArray, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { defineCharts } from '#lib/server/oversight/charts.ts'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { forStaff, isOverdue } from '../desk/server/queue.ts'
import { allKinds } from './applicationKinds.ts'
import { applicationsOfProvince } from './provinces.ts'
import { application } from './tables.ts'

/** Applications that wait for the association today, and how many of them are overdue. */
defineCharts({
  order: 29,
  read: async (ctx, { provinceCode, today }) => {
    const isLate = isOverdue(await readWorkingCalendar(ctx), dayOf(ctx.now)) ?? sql`false`
    const isIn = provinceCode ? applicationsOfProvince(provinceCode) : undefined
    const rows = await ctx.db
      .select({
        kind: application.kind,
        waiting: count(),
        overdue: sql<number>`count(*) filter (where ${isLate})`.mapWith(Number),
      })
      .from(application)
      .where(and(inArray(application.state, forStaff()), isIn))
      .groupBy(application.kind)
    return [
      {
        code: 'reviewWork',
        title: '等协会办理的申请',
        note: `截至 ${today}，按事项`,
        kind: 'stacked',
        unit: '份',
        series: ['未逾期', '已逾期'],
        rows: allKinds().flatMap(({ kind, name }) => {
          const found = rows.find(row => row.kind === kind)
          if (!found) return []
          const scope = { status: 'staff', kind, provinceCode }
          return [
            {
              name,
              values: [found.waiting - found.overdue, found.overdue],
              routes: ['0', '1'].map(overdue => routeTo('/staff/review', { ...scope, overdue })),
            },
          ]
        }),
      },
    ]
  },
})
