import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberLevel } from './tables.ts'

export const holderProvince = sql<string | null>`coalesce(${organisation.provinceCode}, ${person.provinceCode})`
export const holderName = sql<string>`coalesce(${organisation.name}, ${person.name})`

export const rowsOfMembers = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ member, levelName: memberLevel.name, name: holderName, provinceCode: holderProvince })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .leftJoin(organisation, eq(organisation.id, member.organisationId))
    .leftJoin(person, eq(person.id, member.personId))
    .$dynamic()

/** Members with their level and who they are. */
export const memberSources = sql`${member} join ${memberLevel} on ${eq(memberLevel.code, member.levelCode)}
  left join ${organisation} on ${eq(organisation.id, member.organisationId)}
  left join ${person} on ${eq(person.id, member.personId)}`
