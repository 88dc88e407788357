import { and, asc, eq, exists, isNull, notExists, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { type Check, defineChecks, judge } from '#lib/server/oversight/siteChecks.ts'
import { hasStatus } from '#modules/certificates/issuing/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { expiryReminder } from '../tables.ts'

/** Their end is near, and nobody has been told: no reminder went out, or there is nobody whom it could reach. */
const silentExpiries: Check = async ctx => {
  const told = ctx.db
    .select({ one: sql`1` })
    .from(expiryReminder)
    .where(eq(expiryReminder.certificateId, certificate.id))
  const nobody = and(isNull(certificate.organisationId), isNull(certificate.personId))
  const isSilent = and(hasStatus('expiring', dayOf(ctx.now)), or(notExists(told), and(exists(told), nobody)))
  const rows = await ctx.db
    .select({
      id: certificate.id,
      number: certificate.number,
      holderName: certificate.holderName,
      validTo: certificate.validTo,
    })
    .from(certificate)
    .where(isSilent)
    .orderBy(asc(certificate.validTo), asc(certificate.id))
    .limit(1000)
  return judge(
    {
      code: 'silentExpiries',
      group: '互动回应',
      name: '到期提醒',
      each: 0.2,
      most: 5,
      why: '证书到期前 90、60、30、7 天应提醒持证人；没有关联单位或人员的证书无人可提醒，请认领或补充。',
      good: '临近到期的证书都已提醒',
    },
    {
      count: rows.length,
      found: `${rows.length} 张临近到期的证书没有提醒到人`,
      route: '/staff/certificates?status=expiring',
      items: rows.map(({ id, number, holderName, validTo }) => ({
        text: `${number} ${holderName}，${validTo} 到期`,
        route: `/staff/certificates/${id}`,
      })),
    },
  )
}

defineChecks(silentExpiries)
