import { sql } from 'drizzle-orm'
import { sumAmounts } from '#lib/money.ts'
import { defineCharts } from '#lib/server/oversight/charts.ts'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { feesJoined } from '#modules/membership/server/feeRows.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'

const YEARS = 5
const STATES = ['confirmed', 'claimed', 'due', 'refused'] as const

const percent = (part: number) => `${(part * 100).toFixed(1)}%`

/** Charts of fees raised and received per year. */
defineCharts({
  order: 40,
  read: async ({ db }, scope) => {
    const isIn = scope.provinceCode
      ? sql`exists (select from ${member} m left join ${organisation} o on o.id = m.organisation_id
        left join ${person} p on p.id = m.person_id
        where m.id = ${memberFee.memberId} and coalesce(o.province_code, p.province_code) = ${scope.provinceCode})`
      : sql`true`
    const { provinceCode } = scope
    const first = scope.year - YEARS + 1
    const { rows } = await db.execute<{
      year: number
      confirmed: string
      claimed: string
      due: string
      refused: string
    }>(sql`
    select f.year, sum(f.amount) filter (where f.state = 'confirmed') as confirmed,
      sum(f.amount) filter (where f.state = 'claimed') as claimed,
      sum(f.amount) filter (where f.state = 'due') as due, sum(f.amount) filter (where f.state = 'refused') as refused
    from (select ${memberFee.year}, ${receivable.amount}, ${receivable.state} from ${feesJoined}
      where ${memberFee.year} between ${first} and ${scope.year + 1} and ${receivable.state} <> 'cancelled' and ${isIn}) f
    group by 1`)
    // Fees of the next year are raised before it begins.
    const last = Math.max(scope.year, ...rows.map(({ year }) => year))
    return [
      {
        code: 'feeYear',
        title: '历年会费',
        note: `${first} 至 ${last} 年度，不含免缴与作废；收缴率为已确认金额占应收金额`,
        kind: 'stacked',
        unit: '元',
        series: STATES.map(state => receivableStateNames[state]),
        rows: Array.from({ length: last - first + 1 }, (_, i) => {
          const row = rows.find(({ year }) => year === first + i)
          const values = STATES.map(state => Number(row?.[state] ?? 0))
          const owed = sumAmounts(values)
          return {
            name: owed ? `${first + i} 年，收缴 ${percent(values[0]! / owed)}` : `${first + i} 年`,
            values,
            routes: STATES.map(state => routeTo('/staff/fees', { year: String(first + i), state, provinceCode })),
          }
        }),
      },
    ]
  },
})
