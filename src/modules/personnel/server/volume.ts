import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Kind } from '#modules/certificates/server/volume/register.ts'
import { personnelGroup, personnelKind } from './tables.ts'

/** Kinds issued by the association itself, for the generated certificates of `volume.ts`. */
export async function personnelKinds({ db }: Pick<Ctx, 'db'>): Promise<Kind[]> {
  const kinds = await db
    .select({ group: personnelGroup, kind: personnelKind })
    .from(personnelKind)
    .innerJoin(personnelGroup, eq(personnelGroup.id, personnelKind.groupId))
    .where(eq(personnelKind.issuer, 'association'))
    .orderBy(asc(personnelKind.id))
  return kinds.map(({ group, kind }) => ({
    register: 'personnel',
    groupCode: group.code,
    groupName: group.name,
    kindCode: kind.code,
    kindName: kind.name,
    validYears: kind.validYears,
    levels: kind.levels,
  }))
}
