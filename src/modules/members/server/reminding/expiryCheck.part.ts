import { and, asc, eq, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { addDays, dayOf } from '#lib/dates.ts'
import { type Check, defineChecks, judge, MAX_LISTED_CASES } from '#lib/server/oversight/siteChecks.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import { expiryReminder } from '../tables.ts'

const successor = alias(certificate, 'successor')

/**
 * Certificates near their end, without a successor, about which nobody was notified: there is no holder to remind, or
 * no reminder was sent since yesterday, when it was due.
 */
const silentExpiries: Check = async ctx => {
  const today = dayOf(ctx.now)
  const isOfNobody = and(isNull(certificate.organisationId), isNull(certificate.personId))
  const reminders = ctx.db
    .select({ one: sql`1` })
    .from(expiryReminder)
    .where(eq(expiryReminder.certificateId, certificate.id))
  const isUntold = and(lte(certificate.validTo, addDays(today, EXPIRING_DAYS - 1)), notExists(reminders))
  const followers = ctx.db.select({ one: sql`1` }).from(successor).where(eq(successor.replacesId, certificate.id))
  const rows = await ctx.db
    .select({
      id: certificate.id,
      number: certificate.number,
      holderName: certificate.holderName,
      validTo: certificate.validTo,
      isOfNobody: sql<boolean>`${isOfNobody}`,
      total: sql<number>`count(*) over ()`,
    })
    .from(certificate)
    .where(and(hasStatus('expiring', today), notExists(followers), or(isOfNobody, isUntold)))
    .orderBy(asc(certificate.validTo), asc(certificate.id))
    .limit(MAX_LISTED_CASES)
  const total = rows[0]?.total ?? 0
  return judge(
    {
      code: 'silentExpiries',
      group: '互动回应',
      name: '到期提醒',
      each: 0.2,
      most: 5,
      why: '证书到期前 90、60、30、7 天应提醒持证人。没有关联单位或人员的证书无人可提醒，打开证书即可关联；其余的由每天的提醒任务提醒，没有提醒的请看该任务为何没有运行。',
      good: '临近到期的证书都已提醒',
    },
    {
      count: total,
      found: `${total} 张临近到期的证书没有提醒到人`,
      items: rows.map(({ id, number, holderName, validTo, isOfNobody }) => ({
        text: `${number} ${holderName}，${validTo} 到期：${isOfNobody ? '没有关联持证者' : '提醒任务没有运行'}`,
        route: isOfNobody ? `/staff/certificates/${id}` : '/staff/jobs',
      })),
    },
  )
}

defineChecks(silentExpiries)
