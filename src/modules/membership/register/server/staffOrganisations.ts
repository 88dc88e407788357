import { and, arrayContains, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countUpTo } from '#lib/server/database/db.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { categoryName, natureName } from '#modules/members/categories.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import type { staffRegisterContract } from '../contract.ts'

type Endpoints = typeof staffRegisterContract
type Filter = Parsed<Endpoints['GET /staff/organisation/export']>

const readRows = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ organisation, member, levelName: memberLevel.name })
    .from(organisation)
    .leftJoin(member, eq(member.organisationId, organisation.id))
    .leftJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .$dynamic()
type Row = Awaited<ReturnType<typeof readRows>>[number]

function whereOf({ provinceCode, category, isMember, key }: Filter): SQL | undefined {
  return and(
    provinceCode ? eq(organisation.provinceCode, provinceCode) : undefined,
    category ? arrayContains(organisation.categories, [category]) : undefined,
    isMember && (isMember === 'yes' ? isNotNull(member.id) : isNull(member.id)),
    key ? isCalled(toRegisterQuery(key)) : undefined,
  )
}

const isCalled = (query: string | null) =>
  query === null ? sql`false` : sql`${organisation.words} @@ ${query}::tsquery`

export const staffOrganisationsHandlers = {
  'GET /staff/organisation/list': async (ctx, asked) => {
    const where = whereOf(asked)
    const [rows, total] = await Promise.all([
      readRows(ctx).where(where).orderBy(desc(organisation.id)).limit(asked.pageSize).offset(offset(asked)),
      countUpTo(
        ctx.db,
        COUNT_LIMIT,
        sql`select 1 from ${organisation} left join ${member} on ${eq(member.organisationId, organisation.id)}
        where ${where ?? sql`true`}`,
      ),
    ])
    return toPage(
      rows.map(({ organisation: of, member: as, levelName }) => ({
        id: of.id,
        name: of.name,
        creditCode: of.creditCode,
        provinceName: provinceName(of.provinceCode),
        city: of.city,
        categoryNames: namesOf(of.categories),
        legalPerson: of.legalPerson,
        member: as && {
          id: as.id,
          memberNo: as.number,
          levelName: levelName!,
          statusName: memberStatusNames[as.status],
        },
      })),
      total,
      asked,
    )
  },
  'GET /staff/organisation/export': async (ctx, filter) => {
    const { key: _, ...told } = filter
    await record(ctx, { action: 'organisation.export', objectType: 'organisation', detail: told })
    const where = whereOf(filter)
    const rows = inBatches<Row>(after =>
      readRows(ctx)
        .where(and(where, after && lt(organisation.id, after.organisation.id)))
        .orderBy(desc(organisation.id))
        .limit(1000),
    )
    return sendWorkbook('单位', { name: '单位', columns, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

const namesOf = (categories: string[]) => categories.map(categoryName).filter(Boolean)

const columns: Column<Row>[] = [
  { title: '单位名称', width: 36, value: ({ organisation: of }) => of.name },
  { title: '统一社会信用代码', width: 22, value: ({ organisation: of }) => of.creditCode },
  { title: '单位性质', value: ({ organisation: of }) => natureName(of.nature) },
  { title: '行业类别', width: 24, value: ({ organisation: of }) => namesOf(of.categories).join('、') },
  { title: '省份', value: ({ organisation: of }) => provinceName(of.provinceCode) },
  { title: '城市', value: ({ organisation: of }) => of.city },
  { title: '详细地址', width: 36, value: ({ organisation: of }) => of.address },
  { title: '法定代表人', value: ({ organisation: of }) => of.legalPerson },
  { title: '网站', width: 28, value: ({ organisation: of }) => of.website },
  { title: '会员编号', width: 20, value: ({ member: as }) => as?.number },
  { title: '会员级别', value: ({ levelName }) => levelName },
  { title: '会员状态', value: ({ member: as }) => as && memberStatusNames[as.status] },
]
