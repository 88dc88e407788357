import { and, eq, inArray, ne } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { FormRow } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import type { Registration } from './enrolmentRegister.ts'

/** Identifies the registrant, to tell own registrations from those of others. */
export type RegistrantIdentity = { id?: number; organisationId: number | null; mobileHash: string | null }

/** Refuses whoever takes part in that course by another registration. Of another's, neither whose nor its number is told. */
export async function refuseDuplicates(
  ctx: Ctx,
  courseId: number,
  rows: FormRow[],
  by: RegistrantIdentity,
): Promise<void> {
  const hashes = rows.map(row => numberHash(ctx, row))
  const taken = await ctx.db
    .select({ hash: participant.idNumberHash, of: registration })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(
      and(
        eq(participant.courseId, courseId),
        eq(participant.isActive, true),
        inArray(participant.idNumberHash, hashes),
        by.id === undefined ? undefined : ne(registration.id, by.id),
      ),
    )
  const errors = hashes.flatMap((hash, i) => {
    const found = taken.find(one => one.hash === hash)
    return found ? [[`participants.${i}.idNumber`, sentenceOf(found.of, by)] as const] : []
  })
  if (errors.length) throw alreadyEnrolled(Object.fromEntries(errors))
}

function sentenceOf(of: Registration, by: RegistrantIdentity): string {
  const isOwn =
    (by.organisationId !== null && of.organisationId === by.organisationId) ||
    (by.mobileHash !== null && of.contactMobileHash === by.mobileHash)
  return isOwn ? `已在报名 ${of.number ?? ''} 中，不能重复报名` : ENROLLED_BY_OTHERS
}
export const ENROLLED_BY_OTHERS = '已由其他单位（或本人）报名本班，不能重复报名；确有需要的，请与协会联系'

export const alreadyEnrolled = (errors: Record<string, string>) =>
  invalid(`有 ${Object.keys(errors).length} 人已报名本班，不能重复报名`, errors)

export const numberHash = ({ encryption }: Pick<Ctx, 'encryption'>, { idNumber }: { idNumber?: unknown }) =>
  encryption.hash(plainIdNumber(String(idNumber ?? '')))
