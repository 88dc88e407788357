import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { FormRow } from '#lib/form/form.ts'
import { plainMobile } from '#lib/form/phone.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import { identityOf } from './enrolmentFaults.ts'
import type { Registration } from './enrolmentRegister.ts'

/** Identifies the registrant, to tell own registrations from those of others. */
export type RegistrantIdentity = { id?: number; organisationId: number | null; mobileHash: string | null }

type Participant = typeof participant.$inferSelect
type Sealing = Pick<Ctx, 'encryption'>

/** Refuses whoever takes part in that event by another registration. Of another's, neither whose nor its number is told. */
export async function refuseDuplicates(
  ctx: Ctx,
  courseId: number,
  rows: FormRow[],
  by: RegistrantIdentity,
): Promise<void> {
  const hashesOf = (name: 'idNumber' | 'mobile') =>
    rows.flatMap(row => (row[name] ? ctx.encryption.hash(PLAIN[name](String(row[name]))) : []))
  const taken = await ctx.db
    .select({ who: participant, of: registration })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(
      and(
        eq(participant.courseId, courseId),
        eq(participant.isActive, true),
        or(
          inArray(participant.idNumberHash, hashesOf('idNumber')),
          and(isNull(participant.idNumberHash), inArray(participant.mobileHash, hashesOf('mobile'))),
        ),
        by.id === undefined ? undefined : ne(registration.id, by.id),
      ),
    )
  const errors = rows.flatMap((row, i) => {
    const key = identityKey(ctx, row)
    const found = key && taken.find(({ who }) => storedKey(who) === key)
    return found ? [[`participants.${i}.${identityOf(row)!.column}`, sentenceOf(found.of, by)] as const] : []
  })
  if (errors.length) throw alreadyEnrolled(Object.fromEntries(errors))
}

const PLAIN = { idNumber: plainIdNumber, mobile: plainMobile }

function sentenceOf(of: Registration, by: RegistrantIdentity): string {
  const isOwn =
    (by.organisationId !== null && of.organisationId === by.organisationId) ||
    (by.mobileHash !== null && of.contactMobileHash === by.mobileHash)
  return isOwn ? `已在报名 ${of.number ?? ''} 中，不能重复报名` : ENROLLED_BY_OTHERS
}
export const ENROLLED_BY_OTHERS = '已由其他单位（或本人）报名，不能重复报名；确有需要的，请与协会联系'

export const alreadyEnrolled = (errors: Record<string, string>) =>
  invalid(`有 ${Object.keys(errors).length} 人已经报名，不能重复报名`, errors)

/**
 * By what a participant takes part only once: the hash of the identity number, or name and hash of the mobile; undefined
 * where neither is known.
 */
function identityKey({ encryption }: Sealing, row: Record<string, unknown>): string | undefined {
  const { column } = identityOf(row) ?? {}
  if (column === 'idNumber') return encryption.hash(plainIdNumber(String(row.idNumber)))
  return column && `${nameIn(row)} ${encryption.hash(plainMobile(String(row.mobile)))}`
}

/** The same of a stored participant. */
const storedKey = (who: Participant): string | undefined =>
  who.idNumberHash ?? (who.mobileHash ? `${nameIn(who)} ${who.mobileHash}` : undefined)

const nameIn = ({ name }: { name?: unknown }) => String(name ?? '').replace(/\s/g, '')

/** Tells participants of one registration apart, by their names alone where nothing else is known. */
export const rowKey = (ctx: Sealing, row: Record<string, unknown>) => identityKey(ctx, row) ?? nameIn(row)
export const participantKey = (who: Participant) => storedKey(who) ?? nameIn(who)
