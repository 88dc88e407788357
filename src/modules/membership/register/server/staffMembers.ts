import { and, arrayContains, eq, gte, inArray, isNull, like, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { shownCreditCode } from '#lib/creditCode.ts'
import { formatPhone, isMobile, plainMobile } from '#lib/form/phone.ts'
import { provinceName } from '#lib/provinces.ts'
import type { FilterValue } from '#lib/register/register.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { prefixPattern } from '#lib/server/database/db.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { typedCode } from '#lib/typed.ts'
import { isServedBy } from '#modules/accounts/server/branches.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { ORGANISATION, PERSON } from '#modules/members/profileRules.ts'
import { hasMobile, isCompanyOfCaller } from '#modules/members/server/callers.ts'
import { type Contact, contactColumns, readLiaisons } from '#modules/members/server/contacts.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { memberFilters } from '#modules/membership/memberFilters.ts'
import { hasEnded, wasMemberOn } from '#modules/membership/server/memberOn.ts'
import { holderName, holderProvince, memberSources, rowsOfMembers } from '#modules/membership/server/memberRows.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { MEMBER, memberKindNames, memberStatusNames } from '#modules/membership/words.ts'
import { ownColumns } from '#modules/ownFields/server/ownColumns.ts'
import type { MemberRow, staffRegisterContract } from '../contract.ts'

type Endpoints = typeof staffRegisterContract

/** Equivalent to `holderProvince` = code, written so that the planner can estimate the number of rows. */
const isIn = (code: string) =>
  or(eq(organisation.provinceCode, code), and(isNull(organisation.provinceCode), eq(person.provinceCode, code)))
type Row = Awaited<ReturnType<typeof rowsOfMembers>>[number]

/** Searches by name, by the beginning of the number, by level, or by the phone or name of a caller. */
export function matchesKey(key: string, ctx: Ctx): SQL | undefined {
  const query = toRegisterQuery(key)
  const mobile = plainMobile(key)
  return or(
    query ? sql`${organisation.words} @@ ${query}::tsquery` : undefined,
    eq(person.name, key),
    isCompanyOfCaller(ctx, key),
    isMobile(mobile) ? hasMobile(ctx, mobile) : undefined,
    like(member.number, prefixPattern(typedCode(key).toUpperCase())),
    eq(memberLevel.name, key),
  )
}

type StatusFilter = FilterValue<(typeof memberFilters)['status']>

function inStatus(status: StatusFilter): SQL {
  if (status === 'current') return not(hasEnded)
  if (status === 'ended') return hasEnded
  return eq(member.status, status)
}

export const toMemberRow = ({ member: of, levelName, name, provinceCode }: Row): MemberRow => ({
  id: of.id,
  memberNo: of.number,
  name,
  kind: of.kind,
  kindName: memberKindNames[of.kind],
  levelCode: of.levelCode,
  levelName,
  provinceName: provinceName(provinceCode),
  status: of.status,
  statusName: memberStatusNames[of.status],
  joinedOn: of.joinedOn,
  validTo: of.validTo,
  feePaidYear: of.feePaidYear,
})

/** With the company and whom one calls there, or the person. */
type ReachedRow = Row & {
  company: typeof organisation.$inferSelect | undefined
  liaison: Contact | undefined
  individual: Pick<typeof person.$inferSelect, 'id' | 'own'> | undefined
}

async function readWithContacts(ctx: Ctx, ids: number[]): Promise<ReachedRow[]> {
  const rows = await rowsOfMembers(ctx).where(inArray(member.id, ids))
  const companyIds = rows.flatMap(row => row.member.organisationId ?? [])
  const personIds = rows.flatMap(row => row.member.personId ?? [])
  const [companies, liaisons, individuals] = await Promise.all([
    ctx.db.select().from(organisation).where(inArray(organisation.id, companyIds)),
    readLiaisons(ctx, companyIds),
    ctx.db.select({ id: person.id, own: person.own }).from(person).where(inArray(person.id, personIds)),
  ])
  return rows.map(row => ({
    ...row,
    company: companies.find(({ id }) => id === row.member.organisationId),
    liaison: liaisons.get(row.member.organisationId ?? 0),
    individual: individuals.find(({ id }) => id === row.member.personId),
  }))
}

const own = ownColumns<ReachedRow>([
  { type: MEMBER, of: row => row.member.own, stored: member.own },
  { type: ORGANISATION, of: ({ company }) => company?.own, stored: organisation.own },
  { type: PERSON, of: ({ individual }) => individual?.own, stored: person.own },
])

export const memberRegister = defineRegister({
  name: '会员名册',
  views: { code: 'member', permission: 'staff:members', unkept: ['key'] },
  filters: memberFilters,
  from: memberSources,
  id: member.id,
  newest: member.joinedOn,
  within: { permission: 'staff:members', province: holderProvince },
  where: {
    key: matchesKey,
    levelCode: member.levelCode,
    kind: member.kind,
    status: inStatus,
    branch: id => isServedBy(id, holderProvince),
    provinceCode: isIn,
    tag: code => arrayContains(organisation.tags, [code]),
    joinedFrom: day => gte(member.joinedOn, day),
    joinedTo: day => lte(member.joinedOn, day),
    endedFrom: day => gte(member.endedOn, day),
    endedTo: day => lte(member.endedOn, day),
    memberOn: wasMemberOn,
    own: own.where,
  },
  read: readWithContacts,
  row: toMemberRow,
  columns: {
    memberNo: {
      heading: '会员编号',
      width: 20,
      value: ({ member }) => member.number,
      sort: member.number,
      nowrap: true,
    },
    name: { heading: '名称', width: 36, value: ({ name }) => name, sort: byName(holderName) },
    kindName: { heading: '类型', value: ({ member }) => memberKindNames[member.kind] },
    levelName: { heading: '级别', value: ({ levelName }) => levelName, sort: memberLevel.sort, nowrap: true },
    provinceName: {
      heading: '地区',
      value: ({ provinceCode }) => provinceName(provinceCode),
      sort: sql`coalesce(${holderProvince}, '')`,
      nowrap: true,
    },
    statusName: {
      heading: '状态',
      value: ({ member }) => memberStatusNames[member.status],
      nowrap: true,
      sort: member.status,
    },
    joinedOn: { heading: '入会日期', value: ({ member }) => member.joinedOn, sort: member.joinedOn, nowrap: true },
    validTo: {
      heading: '有效期至',
      value: ({ member }) => member.validTo ?? '长期',
      sort: sql`coalesce(${member.validTo}, 'infinity')`,
      nowrap: true,
    },
    feePaidYear: {
      heading: '会费缴至',
      value: ({ member }) => member.feePaidYear && `${member.feePaidYear} 年度`,
      empty: '未缴',
      sort: sql`coalesce(${member.feePaidYear}, 0)`,
      nowrap: true,
    },
    isPublic: { heading: '是否公开', value: ({ member }) => (member.isPublic ? '公开' : '不公开') },
    endedOn: { heading: '退出日期', value: ({ member }) => member.endedOn },
    endReason: { heading: '退出原因', width: 30, value: ({ member }) => member.endReason },
    creditCode: {
      heading: '统一社会信用代码',
      width: 22,
      value: ({ company }) => company && shownCreditCode(company.creditCode),
      nowrap: true,
    },
    ...contactColumns<ReachedRow>(({ liaison }) => liaison),
    phone: {
      heading: '单位电话',
      width: 18,
      value: ({ company }) => company && formatPhone(company.phone),
      nowrap: true,
    },
    address: { heading: '通信地址', width: 36, value: ({ company }) => company?.address },
    postcode: { heading: '邮政编码', value: ({ company }) => company?.postcode, nowrap: true },
  },
  listed: ['name', 'memberNo', 'levelName', 'provinceName', 'joinedOn', 'validTo', 'feePaidYear', 'statusName'],
  data: own.data,
})

export const staffMembersHandlers = {
  'GET /staff/member/list': (ctx, asked) => {
    return memberRegister.list(ctx, asked)
  },
  'GET /staff/member/export': (ctx, asked) =>
    exportRegister(ctx, memberRegister, asked, { action: 'member.export', objectType: 'member' }),
} satisfies Partial<Handlers<Endpoints>>
