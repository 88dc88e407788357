import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Group, Kind, Numbered, Series } from '#modules/certificates/server/certificateCatalogue.ts'
import { seriesByRule } from '#modules/certificates/server/numberRules.ts'
import type { KindTable } from './columns.ts'

type GroupRow = { id: number; code: string; name: string; isRetired?: boolean }
type KindRow = Kind & { groupId: number }

/** Puts kinds under their groups, with no more than every part of the program reads of them. */
export const kindsByGroup = (groups: readonly GroupRow[], kinds: readonly KindRow[]): Group[] =>
  groups.map(group => ({
    code: group.code,
    name: group.name,
    kinds: kinds
      .filter(({ groupId }) => groupId === group.id)
      .map(({ code, name, levels, validYears, isRetired = false }) => ({
        code,
        name,
        levels: levels.map(({ code, name, scope }) => ({ code, name, ...(scope !== undefined && { scope }) })),
        validYears,
        isRetired: isRetired || group.isRetired === true,
      })),
  }))

/** Numbers certificates by the rule of their kind; by `otherwise` where the kind has none, or has been deleted. */
export const seriesOfKinds =
  (table: KindTable, otherwise: string) =>
  async ({ db }: Pick<Ctx, 'db'>, of: Numbered): Promise<Series> => {
    const [kind] = await db.select({ rule: table.numberRule }).from(table).where(eq(table.code, of.kindCode))
    return seriesByRule({ db }, String(kind?.rule || otherwise), of)
  }
