import {
  and,
  between,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  like,
  lt,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Order } from '#lib/server/database/newest.ts'
import { unindexed } from '#lib/server/database/unindexed.ts'
import { toNameQuery, toNumberQuery, toQuery, toRarerQuery } from '#lib/server/search/words.ts'
import { type CertificateStatus, EXPIRING_DAYS } from '../status.ts'
import { type Certificate, numberKey } from './register.ts'
import { certificate } from './tables.ts'

export type Register = Certificate['register']
export type ReadContext = Pick<Ctx, 'db' | 'now'>
export type CertificateFilter = {
  groupCode?: string
  kindCode?: string
  levelCode?: string
  provinceCode?: string
  /** `valid` includes `expiring`: both are. */
  status?: CertificateStatus
  /** Part of it. */
  organisationName?: string
  /** A person's, whole. */
  holderName?: string
  /** Part of it. */
  number?: string
  creditCode?: string
}

type At = { now: Date | SQLWrapper }
export const isPublished = ({ now }: At) => lte(certificate.publishedAt, now)
export const isListed = (at: At, register: Register) => and(eq(certificate.register, register), isPublished(at))!

/** Conditions that the index of the sort order covers. */
export const conditionsOf = ({ now }: ReadContext, of: CertificateFilter): (SQL | undefined)[] => [
  inGroup(of.groupCode),
  of.kindCode !== undefined ? eq(certificate.kindCode, of.kindCode) : undefined,
  of.levelCode !== undefined ? eq(certificate.levelCode, of.levelCode) : undefined,
  of.provinceCode !== undefined ? eq(certificate.provinceCode, of.provinceCode) : undefined,
  of.status ? hasStatus(of.status, dayOf(now)) : undefined,
  of.creditCode !== undefined ? eq(certificate.creditCode, of.creditCode.toUpperCase()) : undefined,
]

export const inGroup = (code?: string) => (code !== undefined ? eq(certificate.groupCode, code) : undefined)

/** Condition for search terms that have an index of their own; undefined if nothing was typed. */
export const matchesOf = async (ctx: ReadContext, of: CertificateFilter): Promise<SQL | undefined> =>
  and(
    of.organisationName ? isOfCompany(of.organisationName) : undefined,
    of.holderName ? hasWords(toNameQuery(of.holderName)) : undefined,
    of.number ? await hasNumber(ctx, of.number) : undefined,
  )

/** The rarer words find few; among these, not by an index, all of them are looked for. */
function isOfCompany(name: string): SQL {
  const [all, rarer] = [hasWords(toQuery(name)), toRarerQuery(name)]
  return rarer ? sql`${hasWords(rarer)} and ${unindexed(all)}` : all
}

/** Matches nothing if the typed text contains no searchable word. */
const hasWords = (query: string | null) =>
  query === null ? sql`false` : sql`${certificate.words} @@ ${query}::tsquery`

const hasNumber = async (ctx: ReadContext, typed: string): Promise<SQL> =>
  (await numbersStartingWith(ctx, typed)) ?? hasWords(toNumberQuery(typed))

/**
 * Matches numbers by their beginning, as most people type them, if any certificate of any register begins so. An index
 * answers that at once, however common the parts are. `among`: restricts which certificates count.
 */
export async function numbersStartingWith({ db }: ReadContext, typed: string, among?: SQL): Promise<SQL | undefined> {
  const key = numberKey(typed)
  if (!key) return undefined
  const begins = like(certificate.numberKey, `${key}%`)
  const [known] = await db
    .select({ id: certificate.id })
    .from(certificate)
    .where(and(begins, among && unindexed(among)))
    .limit(1)
  return known && begins
}

/** Sorts by the last day: soonest first for `expiring`, latest first for `expired`. */
export function orderOf(status: CertificateStatus | undefined): Order | undefined {
  if (status === 'expiring') return { at: certificate.validTo, ascending: true }
  if (status === 'expired') return { at: certificate.validTo }
  return undefined
}

/** `statusOn` as SQL, for today. */
export function hasStatus(status: CertificateStatus, today: string): SQL {
  const { issuedOn, validFrom, validTo } = certificate
  const begun = and(lte(issuedOn, today), lte(validFrom, today))
  const lasting = or(isNull(validTo), gte(validTo, today))
  const stands = (...standings: Certificate['status'][]) => inArray(certificate.status, standings)
  switch (status) {
    case 'notYet':
      return and(stands('valid', 'suspended'), or(gt(validFrom, today), gt(issuedOn, today)))!
    case 'valid':
    case 'suspended':
      return and(stands(status), begun, lasting)!
    case 'expiring':
      return and(stands('valid'), begun, between(validTo, today, addDays(today, EXPIRING_DAYS)))!
    case 'expired':
      return and(stands('valid', 'suspended'), begun, lt(validTo, today))!
    default:
      return stands(status)
  }
}
