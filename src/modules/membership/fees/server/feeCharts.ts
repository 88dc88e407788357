import { sql } from 'drizzle-orm'
import { defineCharts } from '#lib/server/oversight/charts.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'

const YEARS = 5

/** What was asked for each year, and how much of it has come in. */
defineCharts(async ({ db }, scope) => {
  const isIn = scope.provinceCode
    ? sql`exists (select from ${member} m left join ${organisation} o on o.id = m.organisation_id
        left join ${person} p on p.id = m.person_id
        where m.id = ${memberFee.memberId} and coalesce(o.province_code, p.province_code) = ${scope.provinceCode})`
    : sql`true`
  const first = scope.year - YEARS + 1
  const { rows } = await db.execute<{ year: number; confirmed: string; claimed: string; due: string }>(sql`
    select year, sum(amount) filter (where state = 'confirmed') as confirmed,
      sum(amount) filter (where state = 'claimed') as claimed,
      sum(amount) filter (where state in ('due', 'refused')) as due
    from ${memberFee} where year between ${first} and ${scope.year} and ${isIn} group by 1`)
  return [
    {
      code: 'feeYear',
      title: '历年会费',
      note: `${first} 至 ${scope.year} 年度，不含免缴与作废`,
      kind: 'stacked',
      unit: '元',
      series: ['已确认', '待确认', '待缴'],
      rows: Array.from({ length: YEARS }, (_, i) => {
        const row = rows.find(({ year }) => year === first + i)
        return {
          name: `${first + i} 年`,
          values: [row?.confirmed, row?.claimed, row?.due].map(value => Number(value ?? 0)),
        }
      }),
    },
  ]
})
