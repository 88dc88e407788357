import { and, arrayContains, asc, eq, ilike, or, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { maskMobile } from '#lib/mask.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffExpertsContract } from '../staffContract.ts'
import { expert } from './tables.ts'
import { isCurrent, tiesOf } from './ties.ts'

type Endpoints = typeof staffExpertsContract
type Filters = Parsed<Endpoints['GET /staff/expert/export']>
export type Expert = typeof expert.$inferSelect

const ALL_SPECIALITIES = sql<string>`array_to_string(${expert.specialities}, '、')`

const whereOf = ({ key, speciality, provinceCode, active, mayLead }: Filters) =>
  and(
    key ? or(ilike(expert.name, containsPattern(key)), ilike(ALL_SPECIALITIES, containsPattern(key))) : undefined,
    speciality ? arrayContains(expert.specialities, [speciality]) : undefined,
    provinceCode ? eq(expert.provinceCode, provinceCode) : undefined,
    active ? eq(expert.isActive, active === 'yes') : undefined,
    mayLead ? eq(expert.mayLead, mayLead === 'yes') : undefined,
  )

export async function listExperts(
  ctx: Ctx,
  asked: Parsed<Endpoints['GET /staff/expert/list']>,
): Promise<Output<Endpoints['GET /staff/expert/list']>> {
  const where = whereOf(asked)
  const found = await limitToPage(
    asked,
    ctx.db.select().from(expert).where(where).orderBy(asc(expert.name), asc(expert.id)),
  )
  const total = await countOf(ctx.db, sql`select 1 from ${expert} where ${where ?? sql`true`}`)
  return toPage(await toRows(ctx, found), total, asked)
}

export async function toRows(ctx: Pick<Ctx, 'db' | 'now' | 'encryption'>, experts: readonly Expert[]) {
  const today = dayOf(ctx.now)
  const ties = await tiesOf(
    ctx,
    experts.map(({ id }) => id),
  )
  return experts.map(of => ({
    id: of.id,
    name: of.name,
    jobTitle: of.jobTitle,
    provinceName: provinceName(of.provinceCode),
    specialities: of.specialities,
    mobile: of.mobileSealed ? maskMobile(ctx.encryption.decrypt(of.mobileSealed)) : null,
    mayLead: of.mayLead,
    isActive: of.isActive,
    stateName: of.isActive ? '在聘' : '不在聘',
    employers: [
      ...new Set(
        ties
          .filter(tie => tie.expertId === of.id && tie.kind === 'employer' && isCurrent(tie, today))
          .map(({ organisationName }) => organisationName),
      ),
    ],
  }))
}
type Row = Awaited<ReturnType<typeof toRows>>[number]

export const asCandidate = ({ id, name, jobTitle, provinceName, specialities, employers, mayLead }: Row) => ({
  expertId: id,
  name,
  jobTitle,
  provinceName,
  specialities,
  employers,
  mayLead,
})

export const expertsHandlers = {
  'GET /staff/expert/list': listExperts,
  'GET /staff/expert/specialities': async ({ db }) => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select distinct unnest(${expert.specialities}) as name from ${expert} order by name`,
    )
    return rows.map(({ name }) => ({ code: name, name }))
  },
  'GET /staff/expert/export': async (ctx, filters) => {
    await record(ctx, { action: 'expert.export', objectType: 'expert', detail: filters })
    const rows = inBatches<Row>(async after =>
      toRows(
        ctx,
        await ctx.db
          .select()
          .from(expert)
          .where(and(whereOf(filters), after && sql`${expert.id} > ${after.id}`))
          .orderBy(asc(expert.id))
          .limit(1000),
      ),
    )
    return sendWorkbook('专家', {
      columns: [
        { title: '姓名', value: ({ name }) => name },
        { title: '职称', value: ({ jobTitle }) => jobTitle },
        { title: '专业领域', width: 36, value: ({ specialities }) => specialities.join('、') },
        { title: '地区', value: of => of.provinceName },
        { title: '工作单位', width: 40, value: ({ employers }) => employers.join('；') },
        { title: '手机（部分）', value: ({ mobile }) => mobile },
        { title: '可任评审组长', value: ({ mayLead }) => (mayLead ? '是' : '否') },
        { title: '状态', value: ({ stateName }) => stateName },
      ],
      rows,
    })
  },
} satisfies Partial<Handlers<Endpoints>>
