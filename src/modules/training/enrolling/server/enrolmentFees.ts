import { and, eq, inArray, or } from 'drizzle-orm'
import { type FormRow, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import { person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'

type QueryCtx = Pick<Ctx, 'db' | 'encryption'>

export const participantsIn = (values: FormValues) => rowsIn(values, 'participants')

/**
 * Members' price: for a member organisation, or for a person if all participants are members; both must be signed in. A
 * visitor's input proves nothing, because credit codes are public.
 */
export async function paysAsMember(
  ctx: QueryCtx,
  { accountId, organisationId }: Pick<Application, 'accountId' | 'organisationId'>,
  values: FormValues,
): Promise<boolean> {
  if (accountId === null) return false
  return values.applicantType === 'person'
    ? areMembers(ctx, participantsIn(values))
    : isMember(ctx, { organisationId, personId: null })
}

/** Returns whether the organisation or the person is a member. */
export async function isMember(
  { db }: Pick<Ctx, 'db'>,
  { organisationId, personId }: Pick<Application, 'organisationId' | 'personId'>,
): Promise<boolean> {
  if (!organisationId && !personId) return false
  const who = or(
    organisationId ? eq(member.organisationId, organisationId) : undefined,
    personId ? eq(member.personId, personId) : undefined,
  )
  const [found] = await db
    .select({ id: member.id })
    .from(member)
    .where(and(who, eq(member.status, 'active')))
    .limit(1)
  return found !== undefined
}

/** By the identity number; where none is asked, by the person whom the row was picked from. */
async function areMembers({ db, encryption }: QueryCtx, rows: FormRow[]): Promise<boolean> {
  if (rows.length === 0) return false
  const hashOf = ({ idNumber }: FormRow) => idNumber && encryption.hash(plainIdNumber(String(idNumber)))
  const known = await db
    .select({ id: person.id, hash: person.idNumberHash })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(
      and(
        eq(member.status, 'active'),
        or(
          inArray(
            person.idNumberHash,
            rows.flatMap(row => hashOf(row) || []),
          ),
          inArray(
            person.id,
            rows.flatMap(({ personId }) => (typeof personId === 'number' ? personId : [])),
          ),
        ),
      ),
    )
  return rows.every(row => known.some(({ id, hash }) => (hashOf(row) ? hash === hashOf(row) : id === row.personId)))
}
