import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { personnelGroup, personnelKind } from '#modules/personnel/server/tables.ts'

type Asking = Pick<Ctx, 'db'>
export type PersonnelGroup = typeof personnelGroup.$inferSelect
export type PersonnelKind = typeof personnelKind.$inferSelect & { group: { code: string; name: string } }

export const readGroups = ({ db }: Asking): Promise<PersonnelGroup[]> =>
  db.select().from(personnelGroup).orderBy(asc(personnelGroup.sort), asc(personnelGroup.id))

/** Lists all kinds in the order of their groups, including retired ones and those of the State. */
export const readKinds = ({ db }: Asking) =>
  db
    .select({ ...getTableColumns(personnelKind), group: { code: personnelGroup.code, name: personnelGroup.name } })
    .from(personnelKind)
    .innerJoin(personnelGroup, eq(personnelGroup.id, personnelKind.groupId))
    .orderBy(asc(personnelGroup.sort), asc(personnelGroup.id), asc(personnelKind.sort), asc(personnelKind.id))
    .$dynamic()

/** The association issues it, not the State. */
export const isIssuedHere = eq(personnelKind.issuer, 'association')

/** The association issues it, and neither it nor its group is retired. */
export const isOffered = and(isIssuedHere, eq(personnelKind.isRetired, false), eq(personnelGroup.isRetired, false))!

/** Whether the kind may be chosen for new records. */
export const isOnOffer = async (ctx: Asking, id: number): Promise<boolean> =>
  (await readKinds(ctx).where(and(isOffered, eq(personnelKind.id, id)))).length > 0
