import { asc, eq } from 'drizzle-orm'
import { exportInput } from '#lib/register/registerContract.ts'
import { defineAddressSource, filtersIn, loggedFilters } from '#modules/members/addressList/server/addressList.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { memberFilters } from '#modules/membership/memberFilters.ts'
import { holderName } from '#modules/membership/server/memberRows.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import { memberRegister } from './staffMembers.ts'

defineAddressSource('member', {
  name: '会员',
  permission: 'staff:members',
  logged: loggedFilters(memberFilters),
  read: async (ctx, query) => {
    const rows = await ctx.db
      .select({ of: member, levelName: memberLevel.name })
      .from(member)
      .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
      .leftJoin(organisation, eq(organisation.id, member.organisationId))
      .leftJoin(person, eq(person.id, member.personId))
      .where(await memberRegister.matching(ctx, filtersIn(exportInput(memberFilters), query)))
      .orderBy(asc(memberLevel.sort), asc(holderName))
    return rows.map(({ of, levelName }) => ({
      organisationId: of.organisationId,
      personId: of.personId,
      cells: { 会员编号: of.number, 级别: levelName, 状态: memberStatusNames[of.status] },
    }))
  },
})
