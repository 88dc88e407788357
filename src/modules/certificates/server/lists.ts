import { and, desc, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { maskName } from '#lib/mask.ts'
import { offset, type Page, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import { pageOf } from '#lib/server/database/newest.ts'
import { prepared } from '#lib/server/database/prepared.ts'
import { isHeldByPerson } from '../holder.ts'
import { statusToday } from '../status.ts'
import {
  type CertificateFilter,
  conditionsOf,
  hasStatus,
  inGroup,
  isListed,
  matchesOf,
  orderOf,
  type ReadContext,
  type Register,
} from './filters.ts'
import { type Certificate, numberKey } from './register.ts'
import { certificate } from './tables.ts'

export type CertificateRow = ReturnType<typeof toCertificateRow>

const MAX_NEWEST = 30

/**
 * Returns one page of a register as the public sees it, newest first. Persons are masked unless both name and number
 * are given.
 */
export async function listCertificates(
  ctx: ReadContext,
  register: Register,
  filter: CertificateFilter,
  asked: PageQuery,
): Promise<Page<CertificateRow>> {
  const where = and(isListed(ctx, register), ...conditionsOf(ctx, filter))!
  // Find the row ids from the indexes alone, so that distant pages stay cheap.
  const order = orderOf(filter.status) ?? { at: certificate.issuedOn }
  const sought = { from: certificate, id: certificate.id, ...order, where, matches: await matchesOf(ctx, filter) }
  const { ids, total } = await pageOf(ctx.db, sought, { limit: asked.pageSize, skip: offset(asked) })
  const rows = new Map((await rowsById(ctx.db).execute({ ids })).map(row => [row.id, row]))
  const knownNumber = filter.holderName && filter.number && numberKey(filter.number)
  return toPage(
    ids
      .flatMap(id => rows.get(id) ?? [])
      .map(row => toCertificateRow(row, { now: ctx.now, named: row.numberKey === knownNumber })),
    total,
    asked,
  )
}

/** The newest that are valid, for the scrolling notices. */
export async function newestCertificates(
  ctx: ReadContext,
  register: Register,
  groupCode?: string,
): Promise<CertificateRow[]> {
  const found = await ctx.db
    .select({ id: certificate.id })
    .from(certificate)
    .where(and(isListed(ctx, register), inGroup(groupCode), hasStatus('valid', dayOf(ctx.now))))
    .orderBy(desc(certificate.issuedOn), desc(certificate.id))
    .limit(MAX_NEWEST)
  const rows = await rowsById(ctx.db).execute({ ids: found.map(({ id }) => id) })
  return rows.map(row => toCertificateRow(row, ctx))
}

/** Counts the certificates that are published and valid today; answers how many there are of a kind, or of its level. */
export async function countValid(ctx: ReadContext, register: Register) {
  const rows = await ctx.db
    .select({ kindCode: certificate.kindCode, levelCode: certificate.levelCode, count: sql<number>`count(*)` })
    .from(certificate)
    .where(and(isListed(ctx, register), hasStatus('valid', dayOf(ctx.now))))
    .groupBy(certificate.kindCode, certificate.levelCode)
  return (kindCode: string, levelCode?: string): number =>
    rows
      .filter(row => row.kindCode === kindCode && (levelCode === undefined || row.levelCode === levelCode))
      .reduce((sum, { count }) => sum + count, 0)
}

export const certificateRowColumns = {
  id: certificate.id,
  number: certificate.number,
  numberKey: certificate.numberKey,
  holderName: certificate.holderName,
  organisationName: certificate.organisationName,
  organisationId: certificate.organisationId,
  personId: certificate.personId,
  creditCode: certificate.creditCode,
  provinceCode: certificate.provinceCode,
  groupName: certificate.groupName,
  kindName: certificate.kindName,
  levelName: certificate.levelName,
  scope: certificate.scope,
  issuedOn: certificate.issuedOn,
  validFrom: certificate.validFrom,
  validTo: certificate.validTo,
  status: certificate.status,
}
export type SelectedCertificate = Pick<Certificate, keyof typeof certificateRowColumns>

type PageQuery = { pageNum: number; pageSize: number }

const rowsById = prepared(db =>
  db
    .select(certificateRowColumns)
    .from(certificate)
    .where(sql`${certificate.id} = any(${sql.placeholder('ids')})`)
    .orderBy(desc(certificate.issuedOn), desc(certificate.id))
    .prepare('certificates_by_id'),
)

/** `named`: whoever asks has proved to know the person. */
export function toCertificateRow(row: SelectedCertificate, { now, named = false }: { now: Date; named?: boolean }) {
  return {
    id: row.id,
    number: row.number,
    holderName: isHeldByPerson(row) && !named ? maskName(row.holderName) : row.holderName,
    organisationName: row.organisationName,
    organisationId: row.organisationId,
    creditCode: row.creditCode,
    provinceName: provinceName(row.provinceCode),
    groupName: row.groupName,
    kindName: row.kindName,
    levelName: row.levelName,
    scope: row.scope,
    issuedOn: row.issuedOn,
    validTo: row.validTo,
    ...statusToday(row, dayOf(now)),
  }
}
