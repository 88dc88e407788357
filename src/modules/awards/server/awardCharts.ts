import { sql } from 'drizzle-orm'
import { defineCharts, type Scope } from '#lib/server/oversight/charts.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { awardCall, awardKind } from '../calls/server/tables.ts'
import { awardEntry } from '../entries/server/tables.ts'
import { awardWinner } from '../winners/server/tables.ts'

/** Of the applicant; winners of earlier years have none. */
function isIn({ provinceCode }: Scope) {
  if (!provinceCode) return sql`true`
  return sql`coalesce(
    (select province_code from ${organisation} o where o.id = ${awardEntry.organisationId}),
    (select province_code from ${person} p where p.id = ${awardEntry.personId})) = ${provinceCode}`
}

/** How many apply for each award, how many of them are put before the committee, and how many win. */
defineCharts(async ({ db }, scope) => {
  const { state, submittedAt } = application
  const { rows } = await db.execute<{ name: string; submitted: number; decided: number; won: number }>(sql`
    select ${awardKind.name} as name, count(${submittedAt}) as submitted,
      count(*) filter (where ${state} in ('deciding', 'noticed', 'approved')) as decided,
      count(${awardWinner.id}) as won
    from ${awardEntry}
    join ${awardCall} on ${awardCall.id} = ${awardEntry.callId} and ${awardCall.year} = ${scope.year}
    join ${awardKind} on ${awardKind.id} = ${awardCall.kindId}
    join ${application} on ${application.id} = ${awardEntry.applicationId}
    left join ${awardWinner} on ${awardWinner.entryId} = ${awardEntry.id}
    where ${isIn(scope)}
    group by ${awardKind.id} order by ${awardKind.sort}, ${awardKind.id}`)
  return [
    {
      code: 'awards',
      title: '奖励申报与获奖',
      note: `${scope.year} 年度`,
      kind: 'bars',
      unit: '项',
      series: ['申报', '建议授奖', '获奖'],
      rows: rows.map(({ name, submitted, decided, won }) => ({
        name,
        values: [submitted, decided, won].map(Number),
      })),
    },
  ]
})
