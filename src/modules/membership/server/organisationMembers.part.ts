import { eq, inArray, not, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { organisationRegister } from '#modules/members/server/staffOrganisations.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { memberStatusNames } from '../words.ts'
import { member, memberLevel } from './tables.ts'

const isMember = sql`exists (select 1 from ${member} where ${eq(member.organisationId, organisation.id)})`

async function membersOf({ db }: Pick<Ctx, 'db'>, organisationIds: number[]) {
  const rows = await db
    .select({ of: member, levelName: memberLevel.name })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .where(inArray(member.organisationId, organisationIds))
  return new Map(
    rows.map(({ of: { id, organisationId, number, status }, levelName }) => [
      organisationId!,
      { id, memberNo: number, levelName, statusName: memberStatusNames[status] },
    ]),
  )
}

/** Adds membership data and a filter to the register of organisations. */
organisationRegister.extend({
  read: membersOf,
  where: { isMember: wanted => (wanted === 'yes' ? isMember : not(isMember)) },
  row: member => ({ member: member ?? null }),
  columns: {
    member: {
      heading: '会员',
      value: member => member && `${member.levelName}（${member.statusName}）`,
      empty: '不是会员',
      exported: false,
    },
    memberNo: { heading: '会员编号', width: 20, value: member => member?.memberNo },
    memberLevel: { heading: '会员级别', value: member => member?.levelName },
    memberStatus: { heading: '会员状态', value: member => member?.statusName },
  },
  listed: ['member'],
})
