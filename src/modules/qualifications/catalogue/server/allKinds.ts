import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { qualificationGroup, qualificationKind, qualificationLevel } from '#modules/qualifications/server/tables.ts'
import type { QualificationKind } from './kindSettings.ts'

/** Returns all kinds with their levels, ordered by group. */
export async function readAllKinds({ db }: Pick<Ctx, 'db'>): Promise<QualificationKind[]> {
  const found = await db
    .select({ kind: qualificationKind, group: qualificationGroup })
    .from(qualificationKind)
    .innerJoin(qualificationGroup, eq(qualificationGroup.id, qualificationKind.groupId))
    .orderBy(asc(qualificationGroup.sort), asc(qualificationKind.sort), asc(qualificationKind.id))
  const levels = await db
    .select()
    .from(qualificationLevel)
    .orderBy(asc(qualificationLevel.sort), asc(qualificationLevel.id))
  return found.map(({ kind, group }) => ({
    ...kind,
    group,
    levels: levels.filter(({ kindId }) => kindId === kind.id),
  }))
}
