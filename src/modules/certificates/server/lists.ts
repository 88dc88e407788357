import { and, between, desc, eq, gt, gte, inArray, isNull, like, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { maskName } from '#lib/mask.ts'
import { offset, type Page, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/context.ts'
import { newestOf, pageOf } from '#lib/server/newest.ts'
import { prepared } from '#lib/server/prepared.ts'
import { toNameQuery, toNumberQuery, toQuery } from '#lib/server/words.ts'
import { type CertificateStatus, EXPIRING_DAYS, statusToday } from '../status.ts'
import { type Certificate, isPersons, numberKey } from './register.ts'
import { certificate } from './tables.ts'

/** What visitors may ask a public list for. */
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

export type Register = Certificate['register']
export type Asking = Pick<Ctx, 'db' | 'now'>
export type CertificateRow = ReturnType<typeof toRow>

const LIST_OF_NEWEST = 30

/** One page of a register as the public sees it, newest first: persons are masked unless both their name and number are given. */
export async function listCertificates(
  ctx: Asking,
  register: Register,
  filter: CertificateFilter,
  asked: Asked,
): Promise<Page<CertificateRow>> {
  const where = and(isListed(ctx, register), ...conditionsOf(ctx, filter))!
  const [rows, total] = await readPage(ctx, where, await matchesOf(ctx, filter), asked)
  const knownNumber = filter.holderName && filter.number && numberKey(filter.number)
  return toPage(
    rows.map(row => toRow(row, { now: ctx.now, named: row.numberKey === knownNumber })),
    total,
    asked,
  )
}

/** The newest that are valid, for the scrolling notices. */
export async function newest(ctx: Asking, register: Register, groupCode?: string): Promise<CertificateRow[]> {
  const { db, now } = ctx
  const values = { register, groupCode, now, today: dayOf(now) }
  const rows = await (groupCode === undefined ? newestRows : newestRowsOfGroup)(db).execute(values)
  return rows.map(row => toRow(row, ctx))
}

/** How many are published and valid today, by kind and level. */
export const countValid = (ctx: Asking, register: Register) =>
  ctx.db
    .select({ kindCode: certificate.kindCode, levelCode: certificate.levelCode, count: sql<number>`count(*)` })
    .from(certificate)
    .where(and(isListed(ctx, register), hasStatus('valid', dayOf(ctx.now))))
    .groupBy(certificate.kindCode, certificate.levelCode)

export const isPublished = ({ now }: Pick<Ctx, 'now'>) => lte(certificate.publishedAt, now)
export const isListed = (ctx: Asking, register: Register) => and(eq(certificate.register, register), isPublished(ctx))!

export const rowColumns = {
  id: certificate.id,
  number: certificate.number,
  numberKey: certificate.numberKey,
  holderName: certificate.holderName,
  organisationName: certificate.organisationName,
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
export type Selected = Pick<Certificate, keyof typeof rowColumns>

type Asked = { pageNum: number; pageSize: number }

/** Which rows they are the indexes alone say, however far down the page is. */
async function readPage({ db }: Asking, where: SQL, matches: SQL | undefined, asked: Asked) {
  const sought = { from: certificate, id: certificate.id, at: certificate.issuedOn, where }
  const page = { limit: asked.pageSize, skip: offset(asked) }
  if (!matches) {
    const { ids, total } = await pageOf(db, sought, page)
    return [await rowsById(db).execute({ ids }), total] as const
  }
  const { places, total } = await newestOf(db, { ...sought, matches }, page)
  return [await rowsById(db).execute({ ids: places.map(({ id }) => id) }), total] as const
}

const rowsById = prepared(db =>
  db
    .select(rowColumns)
    .from(certificate)
    .where(sql`${certificate.id} = any(${sql.placeholder('ids')})`)
    .orderBy(desc(certificate.issuedOn), desc(certificate.id))
    .prepare('certificates_by_id'),
)

/** `named`: whoever asks has proved to know the person. */
export function toRow(row: Selected, { now, named = false }: { now: Date; named?: boolean }) {
  return {
    id: row.id,
    number: row.number,
    holderName: isPersons(row) && !named ? maskName(row.holderName) : row.holderName,
    organisationName: row.organisationName,
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

const conditionsOf = ({ now }: Asking, of: CertificateFilter): (SQL | undefined)[] => [
  inGroup(of.groupCode),
  of.kindCode !== undefined ? eq(certificate.kindCode, of.kindCode) : undefined,
  of.levelCode !== undefined ? eq(certificate.levelCode, of.levelCode) : undefined,
  of.provinceCode !== undefined ? eq(certificate.provinceCode, of.provinceCode) : undefined,
  of.status ? hasStatus(of.status, dayOf(now)) : undefined,
  of.creditCode !== undefined ? eq(certificate.creditCode, of.creditCode.toUpperCase()) : undefined,
]

const inGroup = (code?: string) => (code !== undefined ? eq(certificate.groupCode, code) : undefined)

/** What was typed; undefined where nothing was. */
const matchesOf = async (ctx: Asking, of: CertificateFilter): Promise<SQL | undefined> =>
  and(
    of.organisationName ? hasWords(toQuery(of.organisationName)) : undefined,
    of.holderName ? hasWords(toNameQuery(of.holderName)) : undefined,
    of.number ? await hasNumber(ctx, of.number) : undefined,
  )

/** Nothing to search for in what was typed: nothing is found. */
const hasWords = (query: string | null) =>
  query === null ? sql`false` : sql`${certificate.words} @@ ${query}::tsquery`

/** Most people type a number from its beginning: then that index answers, however common its parts are. */
async function hasNumber({ db }: Asking, typed: string): Promise<SQL> {
  const key = numberKey(typed)
  const begins = like(certificate.numberKey, `${key}%`)
  const [known] = key ? await db.select({ id: certificate.id }).from(certificate).where(begins).limit(1) : []
  return known ? begins : hasWords(toNumberQuery(typed))
}

/** `statusOn` as SQL, for today. */
function hasStatus(status: CertificateStatus, today: string): SQL {
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
