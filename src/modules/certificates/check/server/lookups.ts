import { and, count, desc, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays, dayOf, iso, minute, startOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { ownCertificate } from '#modules/certificates/server/ownCertificate.ts'
import { certificateLookup, verifyKey } from '#modules/certificates/server/tables.ts'
import type { lookupContract, vias } from '../lookupContract.ts'

type Endpoints = typeof lookupContract
type List = Endpoints['GET /member/certificate/lookup/list']

type Row = typeof certificateLookup.$inferSelect & { askedBy: string | null }

const viaNames: Record<(typeof vias)[number], string> = {
  number: '编号',
  qr: '二维码',
  batch: '批量查验',
  identity: '姓名和证件号码',
  key: '接口密钥',
}
const WEEKS = 12

export const lookupsHandlers = {
  /** Lists when and how a certificate was looked up; the caller is named only for lookups by API key. */
  'GET /member/certificate/lookup/list': async (ctx, asked) => {
    await ownCertificate(ctx, asked.certId)
    const where = conditionsOf(asked)
    const [rows, total] = await Promise.all([
      newest(ctx, where).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${certificateLookup} where ${where}`),
    ])
    return toPage(rows.map(toLookup), total, asked)
  },
  'GET /member/certificate/lookup/export': async (ctx, asked) => {
    const { number } = await ownCertificate(ctx, asked.certId)
    const where = conditionsOf(asked)
    return sendWorkbook(`查验记录-${number}`, {
      name: '查验记录',
      columns: [
        { title: '时间', width: 18, value: ({ at }) => minute(iso(at)) },
        { title: '方式', width: 12, value: ({ via }) => viaNames[via] },
        { title: '查询的日期', width: 14, value: ({ askedFor }) => askedFor ?? '当天' },
        { title: '查验的机构', width: 30, value: ({ askedBy }) => askedBy ?? '' },
      ],
      rows: inBatches<Row>(after =>
        newest(
          ctx,
          and(where, after && sql`(${certificateLookup.at}, ${certificateLookup.id}) < (${after.at}, ${after.id})`),
        ).limit(1000),
      ),
    })
  },
  'GET /member/certificate/lookup/summary': async (ctx, { certId }) => {
    const { number, kindName, levelName } = await ownCertificate(ctx, certId)
    const today = dayOf(ctx.now)
    const from = addDays(today, -(WEEKS * 7 - 1))
    const week = sql<number>`floor(extract(epoch from ${certificateLookup.at} - ${startOf(from)}) / ${7 * 86_400})::int`
    const [[counted], byWeek] = await Promise.all([
      ctx.db
        .select({
          total: count(),
          last30d: sql<number>`count(*) filter (where ${gte(certificateLookup.at, startOf(addDays(today, -29)))})`,
        })
        .from(certificateLookup)
        .where(eq(certificateLookup.certificateId, certId)),
      ctx.db
        .select({ week, count: count() })
        .from(certificateLookup)
        .where(and(eq(certificateLookup.certificateId, certId), gte(certificateLookup.at, startOf(from))))
        .groupBy(sql`1`),
    ])
    const counts = new Map(byWeek.map(row => [row.week, row.count]))
    return {
      certNo: number,
      certName: [kindName, levelName].filter(Boolean).join(' '),
      ...counted!,
      weeks: Array.from({ length: WEEKS }, (_, i) => ({ from: addDays(from, i * 7), count: counts.get(i) ?? 0 })),
    }
  },
} satisfies Partial<Handlers<typeof lookupContract>>

type Filter = Pick<Parsed<List>, 'certId' | 'via' | 'from' | 'to'>

const conditionsOf = ({ certId, via, from, to }: Filter): SQL =>
  and(
    eq(certificateLookup.certificateId, certId),
    via && eq(certificateLookup.via, via),
    from !== undefined ? gte(certificateLookup.at, startOf(from)) : undefined,
    to !== undefined ? lt(certificateLookup.at, startOf(addDays(to, 1))) : undefined,
  )!

const newest = ({ db }: Ctx, where: SQL | undefined) =>
  db
    .select({ ...getTableColumns(certificateLookup), askedBy: verifyKey.name })
    .from(certificateLookup)
    .leftJoin(verifyKey, eq(verifyKey.id, certificateLookup.verifyKeyId))
    .where(where)
    .orderBy(desc(certificateLookup.at), desc(certificateLookup.id))

const toLookup = ({ id, at, via, askedFor, askedBy }: Row) => ({
  id,
  at: iso(at),
  via,
  viaName: viaNames[via],
  askedFor,
  askedBy,
})
