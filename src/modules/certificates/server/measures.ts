import { sql } from 'drizzle-orm'
import { counting, type Measure } from '#lib/server/monitoring/measures.ts'

/** Cache lifetime in ms: counting a million certificates costs more than a number that changes so rarely is worth. */
const COUNT_CACHE_MS = 5 * 60_000

export const certificateMeasures: readonly Measure[] = [
  {
    name: 'hangxie_certificates_valid',
    help: 'Certificates that are valid today, by register.',
    labels: ['register'],
    keep: COUNT_CACHE_MS,
    read: counting(
      today => sql`select register, count(*) as value from certificate
        where status = 'valid' and valid_from <= ${today} and (valid_to is null or valid_to >= ${today})
        group by register`,
    ),
  },
]
