import { and, desc, eq, gte, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countUpTo } from '#lib/server/database/db.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import type { staffRegisterContract } from '../contract.ts'

type Endpoints = typeof staffRegisterContract
type Filter = Parsed<Endpoints['GET /staff/member/export']>

export const kindNames = { organisation: '单位会员', person: '个人会员' }
const holderProvince = sql<string | null>`coalesce(${organisation.provinceCode}, ${person.provinceCode})`
const holderName = sql<string>`coalesce(${organisation.name}, ${person.name})`

export const rowsOfMembers = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ member, levelName: memberLevel.name, name: holderName, provinceCode: holderProvince })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .leftJoin(organisation, eq(organisation.id, member.organisationId))
    .leftJoin(person, eq(person.id, member.personId))
    .$dynamic()
type Row = Awaited<ReturnType<typeof rowsOfMembers>>[number]

function whereOf(of: Filter): SQL | undefined {
  return and(
    of.levelCode ? eq(member.levelCode, of.levelCode) : undefined,
    of.kind && eq(member.kind, of.kind),
    of.status && eq(member.status, of.status),
    of.provinceCode ? eq(holderProvince, of.provinceCode) : undefined,
    of.joinedFrom ? gte(member.joinedOn, of.joinedFrom) : undefined,
    of.joinedTo ? lte(member.joinedOn, of.joinedTo) : undefined,
    of.key ? isCalled(of.key) : undefined,
  )
}

function isCalled(key: string): SQL | undefined {
  const query = toRegisterQuery(key)
  return or(
    query ? sql`${organisation.words} @@ ${query}::tsquery` : undefined,
    eq(person.name, key),
    eq(member.number, key.normalize('NFKC').toUpperCase()),
  )
}

export const staffMembersHandlers = {
  'GET /staff/member/list': async (ctx, asked) => {
    const where = whereOf(asked)
    const [rows, total] = await Promise.all([
      rowsOfMembers(ctx)
        .where(where)
        .orderBy(desc(member.joinedOn), desc(member.id))
        .limit(asked.pageSize)
        .offset(offset(asked)),
      countUpTo(
        ctx.db,
        COUNT_LIMIT,
        sql`select 1 from ${member} left join ${organisation} on ${eq(organisation.id, member.organisationId)}
        left join ${person} on ${eq(person.id, member.personId)} where ${where ?? sql`true`}`,
      ),
    ])
    return toPage(rows.map(toMemberRow), total, asked)
  },
  'GET /staff/member/export': async (ctx, filter) => {
    const { key: _, ...told } = filter
    await record(ctx, { action: 'member.export', objectType: 'member', detail: told })
    const where = whereOf(filter)
    const { joinedOn, id } = member
    const rows = inBatches<Row>(after =>
      rowsOfMembers(ctx)
        .where(
          and(where, after && sql`(${joinedOn}, ${id}) < (${after.member.joinedOn}::date, ${after.member.id}::int)`),
        )
        .orderBy(desc(joinedOn), desc(id))
        .limit(1000),
    )
    return sendWorkbook('会员名册', { name: '会员名册', columns, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

export const toMemberRow = ({ member: of, levelName, name, provinceCode }: Row) => ({
  id: of.id,
  memberNo: of.number,
  name,
  kind: of.kind,
  kindName: kindNames[of.kind],
  levelCode: of.levelCode,
  levelName,
  provinceName: provinceName(provinceCode),
  status: of.status,
  statusName: memberStatusNames[of.status],
  joinedOn: of.joinedOn,
  validTo: of.validTo,
  feePaidYear: of.feePaidYear,
})

const columns: Column<Row>[] = [
  { title: '会员编号', width: 20, value: ({ member: { number } }) => number },
  { title: '名称', width: 36, value: ({ name }) => name },
  { title: '类型', value: ({ member: { kind } }) => kindNames[kind] },
  { title: '级别', value: ({ levelName }) => levelName },
  { title: '地区', value: ({ provinceCode }) => provinceName(provinceCode) },
  { title: '状态', value: ({ member: { status } }) => memberStatusNames[status] },
  { title: '入会日期', value: ({ member: { joinedOn } }) => joinedOn },
  { title: '有效期至', value: ({ member: { validTo } }) => validTo ?? '长期' },
  { title: '会费缴至', value: ({ member: { feePaidYear } }) => (feePaidYear ? `${feePaidYear} 年度` : '') },
  { title: '是否公开', value: ({ member: { isPublic } }) => (isPublic ? '公开' : '不公开') },
  { title: '退出日期', value: ({ member: { endedOn } }) => endedOn },
  { title: '退出原因', width: 30, value: ({ member: { endReason } }) => endReason },
]
