import { and, asc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { titles } from '#modules/members/server/dictionaries.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { classifiedRanks, rankOf } from '#modules/qualifications/catalogue/titles.ts'
import type { Held, Workforce } from './cover.ts'

/** Reads all organisations in one statement. */
export async function readWorkforces(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  organisationIds: readonly number[],
): Promise<Map<number, Workforce>> {
  const today = dayOf(now)
  // Certificates of the association and of the State (operators) both prove a requirement. A suspended one does not
  // count but is read, to explain why its holder is not counted.
  const lasting = and(
    eq(certificate.personId, person.id),
    eq(certificate.register, 'personnel'),
    inArray(certificate.status, ['valid', 'suspended']),
    or(isNull(certificate.validTo), gte(certificate.validTo, today)),
  )
  const rows = await db
    .select({
      organisationId: organisation.id,
      capital: organisation.registeredCapital,
      staff: organisation.staffTotal,
      id: person.id,
      name: person.name,
      title: person.jobTitle,
      certNo: certificate.number,
      kindCode: certificate.kindCode,
      kindName: certificate.kindName,
      levelCode: certificate.levelCode,
      status: certificate.status,
      validFrom: certificate.validFrom,
      validTo: certificate.validTo,
    })
    .from(organisation)
    .leftJoin(person, eq(person.organisationId, organisation.id))
    .leftJoin(certificate, lasting)
    .where(inArray(organisation.id, [...organisationIds]))
    .orderBy(asc(person.id), asc(certificate.validFrom))
  const known = classifiedRanks(await titles.entries({ db }))
  const found = new Map<number, Workforce>()
  for (const of of Map.groupBy(rows, ({ organisationId }) => organisationId).values()) {
    const people = [...Map.groupBy(of, ({ id }) => id)].flatMap(([id, own]) =>
      id === null
        ? []
        : { id, name: own[0]!.name!, rank: rankOf(own[0]!.title!, known), held: own.flatMap(row => heldIn(row) ?? []) },
    )
    const { organisationId, capital, staff } = of[0]!
    found.set(organisationId, { today, capital, staff, people })
  }
  return found
}

type Row = { [Key in Exclude<keyof Held, 'isSuspended'>]: Held[Key] | null } & { status: string | null }

const heldIn = ({ certNo, kindCode, kindName, levelCode, validFrom, validTo, status }: Row): Held | undefined =>
  certNo === null
    ? undefined
    : {
        certNo,
        kindCode: kindCode!,
        kindName: kindName!,
        levelCode: levelCode ?? '',
        validFrom: validFrom!,
        validTo,
        isSuspended: status === 'suspended',
      }
