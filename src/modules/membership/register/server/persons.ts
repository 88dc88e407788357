import { and, asc, eq, sql } from 'drizzle-orm'
import { maskName } from '#lib/mask.ts'
import { offset, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { type Asking, isListedPerson, type MemberFilter, matches } from './register.ts'

/** Personal members, masked, beside their employers. */
export async function listPersons(ctx: Asking, asked: MemberFilter) {
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
