import { and, asc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { rankOf, type TitleRank } from '#modules/qualifications/catalogue/titles.ts'

/** Until which day somebody is certified without a gap; null: until further notice. */
export type Cover = { certNo: string; validTo: string | null }
type Worker = { id: number; name: string; rank: TitleRank | null; cover: Cover | null }
/** What the register knows of an organisation that levels ask for. */
export type Workforce = { capital: number | null; people: Worker[] }

type Held = { certNo: string; validFrom: string; validTo: string | null }

/** In one statement for all of them. */
export async function readWorkforces(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  organisationIds: readonly number[],
): Promise<Map<number, Workforce>> {
  const today = dayOf(now)
  // Every certificate of the register of persons counts, the association's and those that the State issues to operators:
  // both prove what a level asks for. One that is suspended does not.
  const lasting = and(
    eq(certificate.personId, person.id),
    eq(certificate.register, 'personnel'),
    eq(certificate.status, 'valid'),
    or(isNull(certificate.validTo), gte(certificate.validTo, today)),
  )
  const rows = await db
    .select({
      organisationId: organisation.id,
      capital: organisation.registeredCapital,
      id: person.id,
      name: person.name,
      title: person.jobTitle,
      certNo: certificate.number,
      validFrom: certificate.validFrom,
      validTo: certificate.validTo,
    })
    .from(organisation)
    .leftJoin(person, eq(person.organisationId, organisation.id))
    .leftJoin(certificate, lasting)
    .where(inArray(organisation.id, [...organisationIds]))
    .orderBy(asc(person.id), asc(certificate.validFrom))
  const found = new Map<number, Workforce>()
  for (const of of Map.groupBy(rows, ({ organisationId }) => organisationId).values()) {
    const people = [...Map.groupBy(of, ({ id }) => id)].flatMap(([id, [first, ...more]]) =>
      id === null
        ? []
        : { id, name: first!.name!, rank: rankOf(first!.title!), cover: coverOf([first!, ...more], today) },
    )
    found.set(of[0]!.organisationId, { capital: of[0]!.capital, people })
  }
  return found
}

/** The earliest first: one that begins when the one before ends goes on with it. */
function coverOf(rows: readonly { [Key in keyof Held]: Held[Key] | null }[], today: string): Cover | null {
  let cover: Cover | null = null
  for (const { certNo, validFrom, validTo } of rows) {
    if (certNo === null || cover?.validTo === null) break
    if (validFrom! > (cover ? addDays(cover.validTo!, 1) : today)) break
    if (!cover || validTo === null || validTo > cover.validTo!) cover = { certNo, validTo }
  }
  return cover
}
