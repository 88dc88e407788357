import { sql } from 'drizzle-orm'
import { counting, type Measure } from '#lib/server/monitoring/measures.ts'

export const advertMeasures: readonly Measure[] = [
  {
    name: 'hangxie_adverts_running',
    help: 'Adverts that are on the site today.',
    read: counting(
      today => sql`select count(*) as value from advert
        where status = 'approved' and starts_on <= ${today} and ends_on >= ${today}`,
    ),
  },
]
