import { and, asc, count, eq, gte, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { dayOf, daysBetween } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate, certificateLookup } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { applicationTypeNames } from '#modules/qualifications/applicationTypes.ts'
import { readKindsByCode } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { shortfallSentences } from '#modules/qualifications/shortfalls/server/shortfalls.ts'
import type { ownCertificatesContract } from '../ownCertificatesContract.ts'
import { aboutCertificate, hindranceOf, openApplicationFor, readApplicantStatus } from './entitlement.ts'

type Endpoint = (typeof ownCertificatesContract)['GET /member/qualification/list']

const LOOKUP_PERIOD_MS = 30 * 86_400_000

export const ownHandlers = {
  /**
   * For an organisation its abilities, awards and letters of appointment, for a person the certificates naming this person; published or not.
   */
  'GET /member/qualification/list': async (ctx, { status }) => {
    const whose = await whoseCertificates(ctx)
    if (!whose) return []
    const today = dayOf(ctx.now)
    const rows = await ctx.db
      .select()
      .from(certificate)
      .where(and(whose, status && hasStatus(status, today)))
      .orderBy(asc(certificate.validTo), asc(certificate.id))
    const [lookups, shortfalls, offered] = await Promise.all([
      countLookups(ctx, rows),
      shortfallsOf(ctx, rows),
      offersOf(ctx, rows),
    ])
    return rows.map(row => {
      const { status: certStatus, statusName: certStatusName } = statusToday(row, today)
      const can = offered.get(row.id) ?? []
      const isFree = (type: Offer['type']) => can.some(offer => offer.type === type && offer.hindrance === null)
      return {
        register: row.register as 'qualification' | 'personnel' | 'award' | 'appointment',
        certId: row.id,
        certNo: row.number,
        groupName: row.groupName,
        childName: row.kindName,
        childCode: row.kindCode,
        levelCode: row.levelCode,
        levelName: row.levelName,
        scope: row.scope,
        issueDate: row.issuedOn,
        validTo: row.validTo,
        certStatus,
        certStatusName,
        daysLeft: row.validTo === null ? null : daysBetween(today, row.validTo),
        verifyUrl: `${ctx.config.publicUrl}/admin/verify?token=${row.token}`,
        lookups30d: lookups.get(row.id) ?? 0,
        can,
        canRenew: isFree('renewal'),
        canAnnual: isFree('annualReport'),
        shortfall: shortfalls.get(row.id) ?? null,
        hasFile: true,
      }
    })
  },
} satisfies Partial<Handlers<typeof ownCertificatesContract>>

/** The certificates that the caller holds; undefined of somebody who has not said who they are. */
export async function whoseCertificates(ctx: Ctx): Promise<SQL | undefined> {
  const [own] = await ctx.db
    .select({ organisationId: account.organisationId, personId: account.personId })
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  if (own?.organisationId)
    return and(
      inArray(certificate.register, ['qualification', 'award', 'appointment']),
      eq(certificate.organisationId, own.organisationId),
      isNull(certificate.personId),
    )
  return own?.personId
    ? and(inArray(certificate.register, ['personnel', 'award']), eq(certificate.personId, own.personId))
    : undefined
}

/**
 * Returns the applications possible for each certificate, with the reason where one is not possible now; none for
 * certificates of persons.
 */
export async function offersOf(ctx: Ctx, rows: Certificate[]): Promise<Map<number, Offer[]>> {
  const [organisationId] = rows.flatMap(row => (row.register === 'qualification' ? (row.organisationId ?? []) : []))
  if (organisationId === undefined) return new Map()
  const standing = await readApplicantStatus(ctx, organisationId)
  const kinds = await readKindsByCode(ctx, [...new Set(rows.map(({ kindCode }) => kindCode))])
  const today = dayOf(ctx.now)
  return new Map(
    rows.map(of => {
      const kind = kinds.find(({ code }) => code === of.kindCode)
      const types = kind ? aboutCertificate.filter(type => type !== 'annualReport' || kind.hasAnnualReport) : []
      const offers = types.map(type => ({
        type,
        name: applicationTypeNames[type],
        hindrance: hindranceOf(type, { kind: kind!, of, standing, today }),
        applicationId: openApplicationFor(standing, kind!, type),
      }))
      return [of.id, offers]
    }),
  )
}
export type Offer = Output<Endpoint>[number]['can'][number]

const shortfallsOf = (ctx: Ctx, rows: Certificate[]) =>
  shortfallSentences(
    ctx,
    rows.map(({ id }) => id),
  )

async function countLookups({ db, now }: Ctx, rows: { id: number }[]): Promise<Map<number, number>> {
  const since = new Date(now.getTime() - LOOKUP_PERIOD_MS)
  const ids = rows.map(({ id }) => id)
  const counted = await db
    .select({ id: certificateLookup.certificateId, times: count() })
    .from(certificateLookup)
    .where(and(inArray(certificateLookup.certificateId, ids), gte(certificateLookup.at, since)))
    .groupBy(certificateLookup.certificateId)
  return new Map(counted.map(({ id, times }) => [id, times]))
}
