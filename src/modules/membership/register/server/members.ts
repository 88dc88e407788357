import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import { maskName } from '#lib/mask.ts'
import { offset, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { trades } from '#modules/members/server/dictionaries.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import type { publicRegisterContract } from '../publicContract.ts'
import { isListedOrganisation, isListedPerson, type MemberFilter, matches, type ReadContext } from './register.ts'

type Endpoints = typeof publicRegisterContract

const MAX_NEWEST = 30

export const membersHandlers = {
  'GET /app/publicity/member/list': async (ctx, asked) => {
    const isOfPersons = asked.type === undefined ? asked.kind === 'person' : await isPersonal(ctx, asked.type)
    if (isOfPersons) return listPersons(ctx, asked)
    await refuseUnknownTrade(ctx, asked.category)
    const where = and(
      isListedOrganisation(ctx),
      isNotNull(member.organisationId),
      asked.type === undefined ? undefined : eq(member.levelCode, asked.type),
      asked.provinceCode === undefined ? undefined : eq(organisation.provinceCode, asked.provinceCode),
      ...matches(asked),
    )
    const [rows, total, tradeName] = await Promise.all([
      readPage(ctx, where, asked),
      // Outer, so that where nothing is asked of the organisation none is read.
      countOf(ctx.db, sql`select 1 from ${member} left join ${organisation} on ${own} where ${where}`),
      trades.names(ctx),
    ])
    return toPage(
      rows.map(row => toPublicMember(row, tradeName)),
      total,
      asked,
    )
  },
  'GET /app/publicity/member/top30': async ctx => {
    const rows = await readRows(ctx)
      .where(isListedOrganisation(ctx))
      .orderBy(desc(member.joinedOn), desc(member.id))
      .limit(MAX_NEWEST)
    return rows.map(({ id, name, levelName, provinceCode, joinedOn }) => ({
      id,
      orgName: name,
      typeName: levelName,
      provinceName: provinceName(provinceCode),
      joinDate: joinedOn,
    }))
  },
} satisfies Partial<Handlers<Endpoints>>

async function refuseUnknownTrade(ctx: ReadContext, category: string | undefined) {
  if (!category || (await trades.names(ctx))(category)) return
  throw invalid('不是有效的行业类别', { category: '不是有效的行业类别' })
}

async function isPersonal({ db }: ReadContext, levelCode: number): Promise<boolean> {
  const [level] = await db.select({ kind: memberLevel.kind }).from(memberLevel).where(eq(memberLevel.code, levelCode))
  return level?.kind === 'person'
}

export const publicMemberColumns = {
  id: member.id,
  number: member.number,
  levelCode: member.levelCode,
  levelName: memberLevel.name,
  joinedOn: member.joinedOn,
  name: organisation.name,
  shortName: organisation.shortName,
  logoId: organisation.logoId,
  provinceCode: organisation.provinceCode,
  categories: organisation.categories,
  mainBusiness: organisation.mainBusiness,
  website: organisation.website,
}

const own = eq(organisation.id, member.organisationId)

const readRows = ({ db }: ReadContext) =>
  db
    .select(publicMemberColumns)
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .innerJoin(organisation, own)

/** Returns a page ordered by level; the first members of each level come from the index of that level. */
function readPage(ctx: ReadContext, where: SQL | undefined, asked: { pageNum: number; pageSize: number }) {
  const inLevel = ctx.db
    .select({ id: member.id, joinedOn: member.joinedOn })
    .from(member)
    .leftJoin(organisation, own)
    .where(and(where, eq(member.levelCode, memberLevel.code)))
    .orderBy(asc(member.joinedOn), asc(member.id))
    .limit(offset(asked) + asked.pageSize)
    .as('in_level')
  const onPage = ctx.db
    .select({ id: inLevel.id })
    .from(memberLevel)
    .innerJoinLateral(inLevel, sql`true`)
    .orderBy(asc(memberLevel.sort), asc(inLevel.joinedOn), asc(inLevel.id))
    .limit(asked.pageSize)
    .offset(offset(asked))
  return readRows(ctx)
    .where(inArray(member.id, onPage))
    .orderBy(...byLevel)
}

const byLevel = [asc(memberLevel.sort), asc(member.joinedOn), asc(member.id)]

type Row = Awaited<ReturnType<typeof readRows>>[number]

export const toPublicMember = (row: Row, tradeName: (code: string) => string) => ({
  id: row.id,
  memberNo: row.number,
  kind: 'organisation' as const,
  orgName: row.name,
  shortName: row.shortName,
  personName: null,
  logo: fileUrl(row.logoId),
  type: row.levelCode,
  typeName: row.levelName,
  provinceName: provinceName(row.provinceCode),
  categoryNames: row.categories.map(tradeName).filter(Boolean),
  mainBusiness: row.mainBusiness,
  joinDate: row.joinedOn,
  website: row.website,
})

/** Personal members, masked, beside their employers. */
async function listPersons(ctx: ReadContext, asked: MemberFilter) {
  const where = and(
    isListedPerson(ctx),
    asked.type === undefined ? undefined : eq(member.levelCode, asked.type),
    asked.provinceCode === undefined ? undefined : eq(person.provinceCode, asked.provinceCode),
    ...matches(asked),
  )
  const self = eq(person.id, member.personId)
  const employer = eq(organisation.id, person.organisationId)
  const [rows, total] = await Promise.all([
    ctx.db
      .select({
        id: member.id,
        number: member.number,
        levelCode: member.levelCode,
        levelName: memberLevel.name,
        joinedOn: member.joinedOn,
        name: person.name,
        provinceCode: person.provinceCode,
        employer: organisation.name,
        employerShort: organisation.shortName,
      })
      .from(member)
      .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
      .innerJoin(person, self)
      .leftJoin(organisation, employer)
      .where(where)
      .orderBy(asc(memberLevel.sort), asc(member.joinedOn), asc(member.id))
      .limit(asked.pageSize)
      .offset(offset(asked)),
    countOf(
      ctx.db,
      sql`select 1 from ${member} join ${person} on ${self} left join ${organisation} on ${employer} where ${where}`,
    ),
  ])
  const list = rows.map(row => ({
    id: row.id,
    memberNo: row.number,
    kind: 'person' as const,
    orgName: row.employer ?? '',
    shortName: row.employerShort ?? '',
    personName: maskName(row.name),
    logo: null,
    type: row.levelCode,
    typeName: row.levelName,
    provinceName: provinceName(row.provinceCode),
    categoryNames: [],
    mainBusiness: '',
    joinDate: row.joinedOn,
    website: '',
  }))
  return toPage(list, total, asked)
}
