import { asc, isNotNull } from 'drizzle-orm'
import { addDays, dayOf, daysBetween, startOf } from '#lib/dates.ts'
import { chance } from '#lib/random.ts'
import type { Services } from '#lib/server/api/context.ts'
import { certificate, certificateLookup } from './tables.ts'

const MAX_LOOKUPS = 24
const DAYS_BACK = 180

/** Half a year of look-ups, none of today: inspectors by the code, bidders in batches, now and then for a past day. */
export async function demoLookups({ db, now }: Services & { now: Date }) {
  const today = dayOf(now)
  const held = await db
    .select({ id: certificate.id, issuedOn: certificate.issuedOn })
    .from(certificate)
    .where(isNotNull(certificate.publishedAt))
    .orderBy(asc(certificate.id))
  const lookups = held.flatMap(({ id, issuedOn }) => {
    const { between, of, maybe } = chance(id)
    const longest = Math.min(DAYS_BACK, daysBetween(issuedOn, today))
    if (longest < 1) return []
    return Array.from({ length: between(0, MAX_LOOKUPS) }, () => {
      const ago = between(1, longest)
      const at = new Date(startOf(addDays(today, -ago)).getTime() + between(8 * 60, 18 * 60) * 60_000)
      const askedFor = maybe(0.2) ? addDays(today, -between(ago, longest)) : null
      return { certificateId: id, via: of(['number', 'qr', 'qr', 'batch'] as const), askedFor, at }
    })
  })
  if (lookups.length > 0)
    await db.insert(certificateLookup).values(lookups.sort((a, b) => a.at.getTime() - b.at.getTime()))
}
