import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'

/** Maximum number of people read; more than any table of persons accepts. */
const MAX_PEOPLE = 500

/** People of a company as the register knows them, each with the certificate that lasts longest. */
export async function peopleOf({ db, now }: Pick<Ctx, 'db' | 'now'>, organisationId: number) {
  const people = await db
    .select()
    .from(person)
    .where(eq(person.organisationId, organisationId))
    .orderBy(asc(person.name), asc(person.id))
    .limit(MAX_PEOPLE)
  const ids = people.map(({ id }) => id)
  const held = await db
    .select()
    .from(certificate)
    .where(
      and(eq(certificate.register, 'personnel'), inArray(certificate.personId, ids), hasStatus('valid', dayOf(now))),
    )
    .orderBy(desc(certificate.validTo), asc(certificate.id))
  return people.map(({ id, name, jobTitle, major, position }) => {
    const own = held.find(({ personId }) => personId === id)
    return {
      name,
      jobTitle,
      major,
      position,
      certKind: own?.kindName ?? '',
      certNo: own?.number ?? '',
      certExpire: own?.validTo ?? null,
    }
  })
}
