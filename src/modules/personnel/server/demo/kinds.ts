import { asc, eq } from 'drizzle-orm'
import type { Services } from '#lib/server/api/context.ts'
import { personnelGroup, personnelKind } from '../tables.ts'

/** Kinds issued by the association itself, in their order. */
export const demoKinds = ({ db }: Pick<Services, 'db'>) =>
  db
    .select({
      code: personnelKind.code,
      name: personnelKind.name,
      levels: personnelKind.levels,
      group: { code: personnelGroup.code, name: personnelGroup.name },
    })
    .from(personnelKind)
    .innerJoin(personnelGroup, eq(personnelGroup.id, personnelKind.groupId))
    .where(eq(personnelKind.issuer, 'association'))
    .orderBy(asc(personnelGroup.sort), asc(personnelKind.sort))

export type DemoKind = Awaited<ReturnType<typeof demoKinds>>[number]
