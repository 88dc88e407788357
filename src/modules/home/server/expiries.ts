import { and, asc, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { addDays, dayOf, daysBetween } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import type { Owner } from './owner.ts'

const registerNames = {
  qualification: '单位证书',
  personnel: '人员证书',
  membership: '会员证书',
  award: '获奖证书',
  appointment: '聘书',
}

/**
 * Certificates of an organisation: its own, and those of persons who work there now, not when they got them. The
 * persons are selected first: a join would scan all certificates.
 */
function isOwnCertificate({ account: { organisationId, personId } }: Owner): SQL | undefined {
  if (organisationId)
    return or(
      and(eq(certificate.organisationId, organisationId), isNull(certificate.personId)),
      sql`${certificate.personId} = any(array(select ${person.id} from ${person} where ${person.organisationId} = ${organisationId}))`,
    )
  return personId ? eq(certificate.personId, personId) : undefined
}

/** Returns the caller's certificates that end within so many days, nearest first. */
export async function readExpiries({ db, now, config }: Ctx, owner: Owner, within: number) {
  const own = isOwnCertificate(owner)
  if (!own) return []
  const today = dayOf(now)
  const rows = await db
    .select({ certificate })
    .from(certificate)
    .where(
      and(
        own,
        eq(certificate.status, 'valid'),
        gte(certificate.validTo, today),
        lte(certificate.validTo, addDays(today, within)),
      ),
    )
    .orderBy(asc(certificate.validTo), asc(certificate.id))
  return rows.map(({ certificate: of }) => ({
    certId: of.id,
    register: of.register,
    registerName: registerNames[of.register],
    title: [of.kindName, of.levelName].filter(Boolean).join(' '),
    holderName: of.holderName,
    certNo: of.number,
    validTo: of.validTo!,
    daysLeft: daysBetween(today, of.validTo!),
    verifyUrl: `${config.publicUrl}/admin/verify?token=${of.token}`,
    personId: of.personId,
  }))
}
