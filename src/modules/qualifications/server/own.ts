import { and, asc, count, eq, gte, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { type Ctx, signed } from '#lib/server/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate, certificateLookup } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import type { qualificationsContract } from '../contract.ts'

type Endpoint = (typeof qualificationsContract)['GET /member/qualification/list']

const LOOKED_UP_WITHIN = 30 * 86_400_000

/** Of an organisation its abilities, of a person the certificates that name this person; published or not. */
export async function listOwnCertificates(ctx: Ctx, { status }: Parsed<Endpoint>): Promise<Output<Endpoint>> {
  const [own] = await ctx.db
    .select({ organisationId: account.organisationId, personId: account.personId })
    .from(account)
    .where(eq(account.id, signed(ctx).accountId))
  const whose = own?.organisationId
    ? and(eq(certificate.register, 'qualification'), eq(certificate.organisationId, own.organisationId))
    : own?.personId && and(eq(certificate.register, 'personnel'), eq(certificate.personId, own.personId))
  if (!whose) return []
  const today = dayOf(ctx.now)
  const rows = await ctx.db
    .select()
    .from(certificate)
    .where(and(whose, status && hasStatus(status, today)))
    .orderBy(asc(certificate.validTo), asc(certificate.id))
  const lookups = await countLookups(ctx, rows)
  return rows.map(row => {
    const { status: certStatus, statusName: certStatusName } = statusToday(row, today)
    return {
      ...{ certId: row.id, certNo: row.number, groupName: row.groupName, childName: row.kindName },
      ...{ levelName: row.levelName, scope: row.scope, issueDate: row.issuedOn, validTo: row.validTo },
      ...{ certStatus, certStatusName, daysLeft: row.validTo === null ? null : daysBetween(today, row.validTo) },
      verifyUrl: `${ctx.config.publicUrl}/admin/verify?token=${row.token}`,
      lookups30d: lookups.get(row.id) ?? 0,
    }
  })
}

async function countLookups({ db, now }: Ctx, rows: { id: number }[]): Promise<Map<number, number>> {
  const since = new Date(now.getTime() - LOOKED_UP_WITHIN)
  const ids = rows.map(({ id }) => id)
  const counted = await db
    .select({ id: certificateLookup.certificateId, times: count() })
    .from(certificateLookup)
    .where(and(inArray(certificateLookup.certificateId, ids), gte(certificateLookup.at, since)))
    .groupBy(certificateLookup.certificateId)
  return new Map(counted.map(({ id, times }) => [id, times]))
}
