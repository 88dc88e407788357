import { sql } from 'drizzle-orm'
import { counting, type Measure } from '#lib/server/monitoring/measures.ts'

export const applicationMeasures: readonly Measure[] = [
  {
    name: 'hangxie_applications_waiting',
    help: 'Applications that are under way, by kind and by the desk where they lie.',
    labels: ['kind', 'state'],
    read: counting(
      () => sql`select kind, state, count(*) as value from application
        where state not in ('draft', 'approved', 'rejected', 'withdrawn', 'expired') group by kind, state`,
    ),
  },
]
