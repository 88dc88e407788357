import { type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Measure } from '#lib/server/monitoring/measures.ts'

type Row = { value: number } & Record<string, string | number>

/** Columns of the query besides `value` are the labels. */
const counting = (query: (today: string) => SQL): Measure['read'] => {
  return async ({ db, now }) => {
    const { rows } = await db.execute<Row>(query(dayOf(now)))
    return rows.map(({ value, ...labels }) => ({ value, labels: labels as Record<string, string> }))
  }
}

/** In ms: counting a million certificates takes longer than a number that changes so seldom is worth. */
const SELDOM = 5 * 60_000

/** The association's own business, as an operator watches it: does work pile up somewhere? */
export const businessMeasures: readonly Measure[] = [
  {
    name: 'hangxie_applications_waiting',
    help: 'Applications that are under way, by kind and by the desk where they lie.',
    labels: ['kind', 'state'],
    read: counting(
      () => sql`select kind, state, count(*) as value from application
        where state not in ('draft', 'approved', 'rejected', 'withdrawn', 'expired') group by kind, state`,
    ),
  },
  {
    name: 'hangxie_certificates_valid',
    help: 'Certificates that are valid today, by register.',
    labels: ['register'],
    keep: SELDOM,
    read: counting(
      today => sql`select register, count(*) as value from certificate
        where status = 'valid' and valid_from <= ${today} and (valid_to is null or valid_to >= ${today})
        group by register`,
    ),
  },
  {
    name: 'hangxie_adverts_running',
    help: 'Adverts that are on the site today.',
    read: counting(
      today => sql`select count(*) as value from advert
        where status = 'approved' and starts_on <= ${today} and ends_on >= ${today}`,
    ),
  },
]
