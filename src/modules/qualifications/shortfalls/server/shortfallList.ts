import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { sentenceOf, shortfallStage } from '#modules/qualifications/eligibility/server/lacks.ts'
import { labelOf } from '#modules/qualifications/eligibility/server/levelRequirements.ts'
import type { shortfallContract } from '../contract.ts'
import { type ShortfallState, shortfallStateNames } from '../shortfallWords.ts'
import { qualificationShortfall } from './tables.ts'

type Endpoints = typeof shortfallContract
type List = Endpoints['GET /staff/qualification/shortfall/list']
type Filter = Parsed<Endpoints['GET /staff/qualification/shortfall/export']>
type Row = Output<List>['list'][number]

const { id, certificateId, organisationId, missing, lacksOn, resolvedAt } = qualificationShortfall

type Place = Pick<Filter, 'kindCode' | 'provinceCode' | 'key'>
export const matchesPlace = (ctx: Pick<Ctx, 'actor'>, { kindCode, provinceCode, key }: Place) =>
  and(
    permissionCondition(ctx, 'staff:certificates', organisation.provinceCode),
    kindCode ? eq(certificate.kindCode, kindCode) : undefined,
    provinceCode ? eq(organisation.provinceCode, provinceCode) : undefined,
    key ? matchesName(key) : undefined,
  )

function matchesName(key: string): SQL {
  const query = toRegisterQuery(key)
  return query === null ? sql`false` : sql`${organisation.words} @@ ${query}::tsquery`
}

function hasState(state: ShortfallState | undefined, today: string): SQL | undefined {
  if (state === 'resolved') return isNotNull(resolvedAt)
  if (!state) return isNull(resolvedAt)
  return and(isNull(resolvedAt), state === 'short' ? lte(lacksOn, today) : gt(lacksOn, today))
}

const whereOf = (ctx: Pick<Ctx, 'now' | 'actor'>, { state, what, since, until, ...place }: Filter) =>
  and(
    matchesPlace(ctx, place),
    hasState(state, dayOf(ctx.now)),
    what ? sql`${missing} @> ${JSON.stringify([{ what }])}::jsonb` : undefined,
    since ? gte(lacksOn, since) : undefined,
    until ? lte(lacksOn, until) : undefined,
  )

export const readShortfalls = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ shortfall: qualificationShortfall, of: certificate, organisation })
    .from(qualificationShortfall)
    .innerJoin(certificate, eq(certificate.id, certificateId))
    .innerJoin(organisation, eq(organisation.id, organisationId))
    .$dynamic()
type Read = Awaited<ReturnType<typeof readShortfalls>>[number]

export const shortfallListHandlers = {
  'GET /staff/qualification/shortfall/list': async (ctx, asked) => {
    const where = whereOf(ctx, asked)
    const [rows, total] = await Promise.all([
      readShortfalls(ctx).where(where).orderBy(asc(lacksOn), asc(id)).limit(asked.pageSize).offset(offset(asked)),
      countOf(
        ctx.db,
        sql`select 1 from ${qualificationShortfall} join ${certificate} on ${eq(certificate.id, certificateId)}
        join ${organisation} on ${eq(organisation.id, organisationId)} where ${where ?? sql`true`}`,
      ),
    ])
    return toPage(
      rows.map(row => toRow(ctx, row)),
      total,
      asked,
    )
  },
  'GET /staff/qualification/shortfall/export': async (ctx, filter) => {
    await record(ctx, { action: 'shortfall.export', objectType: 'qualificationShortfall', detail: filter })
    const where = whereOf(ctx, filter)
    const rows = inBatches<Row>(async after => {
      const from = after && or(gt(lacksOn, after.lacksOn), and(eq(lacksOn, after.lacksOn), gt(id, after.id)))
      const read = await readShortfalls(ctx).where(and(where, from)).orderBy(asc(lacksOn), asc(id)).limit(1000)
      return read.map(row => toRow(ctx, row))
    })
    return sendWorkbook('条件预警', { name: '条件预警', columns, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

function toRow({ now }: Pick<Ctx, 'now'>, { shortfall, of, organisation }: Read): Row {
  const today = dayOf(now)
  const state = shortfall.resolvedAt ? 'resolved' : shortfallStage(shortfall, today)
  return {
    id: shortfall.id,
    ...heldOf(of, organisation),
    lacks: shortfall.missing.map(labelOf),
    sentence: sentenceOf(shortfall, today),
    state,
    stateName: shortfallStateNames[state],
    lacksOn: shortfall.lacksOn,
    remindedOn: shortfall.remindedAt && dayOf(shortfall.remindedAt),
    resolvedOn: shortfall.resolvedAt && dayOf(shortfall.resolvedAt),
  }
}

export const heldOf = (of: typeof certificate.$inferSelect, whose: typeof organisation.$inferSelect) => ({
  certId: of.id,
  certNo: of.number,
  kindName: of.kindName,
  levelName: of.levelName,
  validTo: of.validTo,
  organisationId: whose.id,
  orgName: whose.name,
  provinceName: provinceName(whose.provinceCode),
})

const columns: Column<Row>[] = [
  { title: '单位', width: 36, value: ({ orgName }) => orgName },
  { title: '地区', value: ({ provinceName }) => provinceName },
  { title: '证书编号', width: 26, value: ({ certNo }) => certNo },
  { title: '种类', width: 26, value: ({ kindName }) => kindName },
  { title: '级别', value: ({ levelName }) => levelName },
  { title: '证书有效期至', value: ({ validTo }) => validTo ?? '长期' },
  { title: '状态', value: ({ stateName }) => stateName },
  { title: '不足之日', value: ({ lacksOn }) => lacksOn },
  { title: '情况', width: 50, value: ({ sentence }) => sentence },
  { title: '发函提醒', value: ({ remindedOn }) => remindedOn ?? '' },
  { title: '解除之日', value: ({ resolvedOn }) => resolvedOn ?? '' },
]

/** Selected shortfalls that are still open. */
export const openShortfalls = (ids: readonly number[]) => and(inArray(id, [...ids]), isNull(resolvedAt))
