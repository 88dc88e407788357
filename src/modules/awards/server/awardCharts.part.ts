import { sql } from 'drizzle-orm'
import { defineCharts, type Scope } from '#lib/server/oversight/charts.ts'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { awardCall, awardEntry, awardKind, awardWinner } from './tables.ts'

/** Filters by the province of the applicant; winners of earlier years have none. */
function isIn({ provinceCode }: Scope) {
  if (!provinceCode) return sql`true`
  return sql`coalesce(
    (select province_code from ${organisation} o where o.id = ${awardEntry.organisationId}),
    (select province_code from ${person} p where p.id = ${awardEntry.personId})) = ${provinceCode}`
}

type Counted = { kindId: number; callId: number; name: string; submitted: number; decided: number; won: number }

/** The lists of entries and winners are not narrowed by province; what is proposed has several states. */
function routesOf({ year, provinceCode }: Scope, { kindId, callId }: Pick<Counted, 'kindId' | 'callId'>) {
  if (provinceCode) return [null, null, null]
  const entries = routeTo('/staff/award-entries', { callId: String(callId) })
  return [entries, null, routeTo('/staff/award-winners', { kindId: String(kindId), year: String(year) })]
}

/**
 * Counts the winners of the year, those without an entry included; with a province, only winners whose entry belongs to
 * it.
 */
const won = (scope: Scope) =>
  scope.provinceCode
    ? sql`count(*) filter (where exists (select 1 from ${awardWinner} w where w.entry_id = ${awardEntry.id}))`
    : sql`(select count(*) from ${awardWinner} w where w.kind_id = ${awardKind.id} and w.year = ${scope.year})`

/** Counts submitted entries, entries before the committee and winners, per award. */
defineCharts({
  order: 50,
  read: async ({ db }, scope) => {
    const { state, submittedAt } = application
    const { rows } = await db.execute<Counted>(sql`
    select ${awardKind.id} as "kindId", min(${awardCall.id}) as "callId", ${awardKind.name} as name,
      count(*) filter (where ${submittedAt} is not null and ${state} <> 'draft') as submitted,
      count(*) filter (where ${state} in ('deciding', 'noticed', 'approved')) as decided,
      ${won(scope)} as won
    from ${awardEntry}
    join ${awardCall} on ${awardCall.id} = ${awardEntry.callId} and ${awardCall.year} = ${scope.year}
    join ${awardKind} on ${awardKind.id} = ${awardCall.kindId}
    join ${application} on ${application.id} = ${awardEntry.applicationId}
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
        rows: rows.map(({ name, submitted, decided, won, ...of }) => ({
          name,
          values: [submitted, decided, won].map(Number),
          routes: routesOf(scope, of),
        })),
      },
    ]
  },
})
