import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Kind } from '#modules/certificates/server/volume/register.ts'
import { qualificationGroup, qualificationKind, qualificationLevel } from './tables.ts'

export async function qualificationKinds({ db }: Pick<Ctx, 'db'>): Promise<Kind[]> {
  const levels = await db.select().from(qualificationLevel).orderBy(asc(qualificationLevel.id))
  const kinds = await db
    .select({ group: qualificationGroup, kind: qualificationKind })
    .from(qualificationKind)
    .innerJoin(qualificationGroup, eq(qualificationGroup.id, qualificationKind.groupId))
    .orderBy(asc(qualificationKind.id))
  return kinds.map(({ group, kind }) => ({
    register: 'qualification',
    groupCode: group.code,
    groupName: group.name,
    kindCode: kind.code,
    kindName: kind.name,
    validYears: kind.validYears,
    levels: levels.filter(({ kindId }) => kindId === kind.id),
  }))
}
