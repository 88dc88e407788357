import { arrayContains, eq, inArray, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { maskMobile } from '#lib/mask.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { expertFilters } from '../expertFilters.ts'
import type { staffExpertsContract } from '../staffContract.ts'
import { expert } from './tables.ts'
import { isCurrent, tiesOf } from './ties.ts'

export type Expert = typeof expert.$inferSelect

const ALL_SPECIALITIES = sql<string>`array_to_string(${expert.specialities}, '、')`

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

/** 专家库: experts who review on site or judge awards, by their names. */
const expertRegister = defineRegister({
  name: '专家',
  views: { code: 'expert', permission: 'staff:applications' },
  filters: expertFilters,
  from: expert,
  id: expert.id,
  newest: expert.name,
  ordered: () => ({ at: expert.name, ascending: true }),
  where: {
    key: words => or(containsWords(expert.name, words), containsWords(ALL_SPECIALITIES, words)),
    speciality: wanted => arrayContains(expert.specialities, [wanted]),
    provinceCode: expert.provinceCode,
    mayLead: flag => eq(expert.mayLead, flag === 'yes'),
    active: flag => eq(expert.isActive, flag === 'yes'),
  },
  read: async (ctx, ids) => toRows(ctx, await ctx.db.select().from(expert).where(inArray(expert.id, ids))),
  row: of => of,
  columns: {
    name: { heading: '姓名', value: of => of.name, sort: byName(expert.name), nowrap: true },
    jobTitle: {
      heading: '职称',
      value: of => of.jobTitle,
      empty: '未填写',
      sort: byPinyin(expert.jobTitle),
      nowrap: true,
    },
    specialities: {
      heading: '专业领域',
      width: 36,
      value: of => of.specialities.join('、'),
      sort: byPinyin(sql`array_to_string(${expert.specialities}, '、')`),
    },
    provinceName: {
      heading: '地区',
      value: of => of.provinceName,
      sort: sql`coalesce(${expert.provinceCode}, '')`,
      nowrap: true,
    },
    employers: { heading: '工作单位', width: 40, value: of => of.employers.join('；'), empty: '未登记' },
    mobile: { heading: '手机（部分）', value: of => of.mobile, empty: '未登记', nowrap: true },
    mayLead: { heading: '可任评审组长', value: of => (of.mayLead ? '是' : '否'), sort: expert.mayLead, nowrap: true },
    stateName: { heading: '状态', value: of => of.stateName, sort: expert.isActive, nowrap: true },
  },
  listed: ['name', 'jobTitle', 'specialities', 'provinceName', 'employers', 'mayLead', 'stateName'],
})

/** One page of the experts who may be chosen for a visit or a round. */
export async function listExpertsAtWork(
  ctx: Ctx,
  asked: { key?: string | undefined; pageNum: number; pageSize: number },
) {
  const found = await expertRegister.list(ctx, { ...asked, active: 'yes', columns: 'name' })
  const { columns: _, others: __, ...page } = found
  return page
}

export const expertsHandlers = {
  'GET /staff/expert/list': (ctx, asked) => expertRegister.list(ctx, asked),
  'GET /staff/expert/specialities': async ({ db }) => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select distinct unnest(${expert.specialities}) as name from ${expert} order by name`,
    )
    return rows.map(({ name }) => ({ code: name, name }))
  },
  'GET /staff/expert/export': (ctx, asked) =>
    exportRegister(ctx, expertRegister, asked, { action: 'expert.export', objectType: 'expert' }),
} satisfies Partial<Handlers<typeof staffExpertsContract>>
