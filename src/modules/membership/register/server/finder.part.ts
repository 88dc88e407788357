import { and, desc, eq, inArray, like, or, type SQL } from 'drizzle-orm'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { prefixPattern } from '#lib/server/database/db.ts'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { findByName, orderByIds } from '#lib/server/search/nameSearch.ts'
import { typedCode } from '#lib/typed.ts'
import { hasMobile, isCompanyOfCaller } from '#modules/members/server/callers.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { holderProvince, memberSources, rowsOfMembers } from '#modules/membership/server/memberRows.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { toMemberRow } from './staffMembers.ts'

defineFinder({
  code: 'member',
  order: 20,
  name: '会员',
  may: 'staff:members',
  isWithin: true,
  find: async (ctx, typed, limit) => {
    const ids = await memberIds(ctx, typed, limit)
    const rows = await rowsOfMembers(ctx).where(inArray(member.id, ids))
    return orderByIds(ids, rows.map(toMemberRow)).map(of => ({
      title: of.name,
      about: [of.memberNo, of.levelName, of.statusName].join(' · '),
      route: `/staff/members/${of.id}`,
    }))
  },
  list: typed => (isMobile(plainMobile(typed)) ? undefined : `/staff/members?key=${encodeURIComponent(typed)}`),
})

/** Searches by the beginning of the number, by the name (persons: whole name only) by the name of the level, or by a caller's phone or name. */
async function memberIds(ctx: Ctx, typed: string, limit: number): Promise<number[]> {
  const where = permissionCondition(ctx, 'staff:members', holderProvince)
  const having = async (condition: SQL | undefined) => {
    const rows = await rowsOfMembers(ctx)
      .where(and(where, condition))
      .orderBy(desc(member.joinedOn), desc(member.id))
      .limit(limit)
    return rows.map(row => row.member.id)
  }
  const number = typedCode(typed).toUpperCase()
  const mobile = plainMobile(typed)
  const ofPerson = isMobile(mobile) ? hasMobile(ctx, mobile) : undefined
  const found = await Promise.all([
    having(like(member.number, prefixPattern(number))),
    findByName(ctx, typed, limit, {
      from: memberSources,
      id: member.id,
      words: organisation.words,
      heading: organisation.heading,
      title: organisation.name,
      where,
    }),
    having(or(eq(person.name, typed), eq(memberLevel.name, typed), isCompanyOfCaller(ctx, typed), ofPerson)),
  ])
  return [...new Set(found.flat())].slice(0, limit)
}
