import { and, between, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { newestOf, pageOf } from '#lib/server/database/newest.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { registerNames } from '#modules/certificates/server/certificateCatalogue.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import type { staffCertificatesContract } from '#modules/certificates/staffContract.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { conditionsOf } from './filters.ts'

type Endpoints = typeof staffCertificatesContract
type Filter = Parsed<Endpoints['GET /staff/certificate/export']>

/** What the indexes in the order of the list answer. */
function whereOf(ctx: Ctx, of: Filter): SQL {
  const { issuedOn, validTo } = certificate
  return (
    and(
      of.register && eq(certificate.register, of.register),
      ...conditionsOf(ctx, of),
      of.issuedFrom ? gte(issuedOn, of.issuedFrom) : undefined,
      of.issuedTo ? lte(issuedOn, of.issuedTo) : undefined,
      of.validFrom && of.validTo ? between(validTo, of.validFrom, of.validTo) : undefined,
      of.validFrom && !of.validTo ? gte(validTo, of.validFrom) : undefined,
      of.validTo && !of.validFrom ? lte(validTo, of.validTo) : undefined,
    ) ?? sql`true`
  )
}

/** What was typed, which has an index of its own; nothing to search for in it finds nothing. */
function matchesOf({ key }: Filter): SQL | undefined {
  if (!key) return
  const query = toRegisterQuery(key)
  return query === null ? sql`false` : sql`${certificate.words} @@ ${query}::tsquery`
}

export const staffListsHandlers = {
  'GET /staff/certificate/list': async (ctx, asked) => {
    const sought = { from: certificate, id: certificate.id, at: certificate.issuedOn, where: whereOf(ctx, asked) }
    const matches = matchesOf(asked)
    const wanted = { limit: asked.pageSize, skip: offset(asked) }
    const { ids, total } = matches
      ? await newestOf(ctx.db, { ...sought, matches }, wanted).then(({ places, total }) => ({
          ids: places.map(({ id }) => id),
          total,
        }))
      : await pageOf(ctx.db, sought, wanted)
    const rows = await ctx.db
      .select()
      .from(certificate)
      .where(sql`${certificate.id} = any(${sql.param(ids)})`)
      .orderBy(desc(certificate.issuedOn), desc(certificate.id))
    return toPage(
      rows.map(row => toStaffRow(ctx, row)),
      total,
      asked,
    )
  },
  /** The whole list, in its order: each batch goes on where the one before ended, however long it is. */
  'GET /staff/certificate/export': async (ctx, filter) => {
    const { key, ...told } = filter
    await record(ctx, { action: 'certificate.export', objectType: 'certificate', detail: told })
    const where = and(whereOf(ctx, filter), matchesOf(filter))
    const { issuedOn, id } = certificate
    const rows = inBatches<Row>(after =>
      ctx.db
        .select()
        .from(certificate)
        .where(and(where, after && sql`(${issuedOn}, ${id}) < (${after.issuedOn}::date, ${after.id}::int)`))
        .orderBy(desc(issuedOn), desc(id))
        .limit(1000),
    )
    return sendWorkbook('证书登记', { name: '证书登记', columns: columns(ctx), rows })
  },
} satisfies Partial<Handlers<Endpoints>>

type Row = typeof certificate.$inferSelect

export const toStaffRow = ({ now }: Pick<Ctx, 'now'>, of: Row) => ({
  id: of.id,
  register: of.register,
  registerName: registerNames[of.register],
  number: of.number,
  holderName: of.holderName,
  organisationName: of.organisationName,
  provinceName: provinceName(of.provinceCode),
  groupName: of.groupName,
  kindName: of.kindName,
  levelName: of.levelName,
  issuedOn: of.issuedOn,
  validFrom: of.validFrom,
  validTo: of.validTo,
  ...statusToday(of, dayOf(now)),
  isPublic: of.publishedAt !== null && of.publishedAt <= now,
})

const columns = (ctx: Ctx): Column<Row>[] => [
  { title: '登记类别', value: ({ register }) => registerNames[register] },
  { title: '证书编号', width: 26, value: ({ number }) => number },
  { title: '持证者', width: 30, value: ({ holderName }) => holderName },
  { title: '单位', width: 30, value: ({ organisationName }) => organisationName },
  { title: '统一社会信用代码', width: 22, value: ({ creditCode }) => creditCode },
  { title: '地区', value: ({ provinceCode }) => provinceName(provinceCode) },
  { title: '大类', value: ({ groupName }) => groupName },
  { title: '种类', width: 24, value: ({ kindName }) => kindName },
  { title: '级别', value: ({ levelName }) => levelName },
  { title: '范围', width: 40, value: ({ scope }) => scope },
  { title: '发证日期', value: ({ issuedOn }) => issuedOn },
  { title: '有效期起', value: ({ validFrom }) => validFrom },
  { title: '有效期至', value: ({ validTo }) => validTo ?? '长期' },
  { title: '状态', value: of => statusToday(of, dayOf(ctx.now)).statusName },
]
