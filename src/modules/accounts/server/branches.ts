import { asc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { branch } from './tables.ts'

export type Branch = typeof branch.$inferSelect

/** Returns all branches in their order, retired ones included. */
export const readBranches = ({ db }: Pick<Ctx, 'db'>): Promise<Branch[]> =>
  db.select().from(branch).orderBy(asc(branch.sort), asc(branch.id))

/** The provinces that it serves: of one that is retired, none. */
export const servedBy = ({ isRetired, provinces }: Branch): readonly string[] => (isRetired ? [] : provinces)

/** Returns the display text of a branch, e.g. 华东分会（江苏、浙江）. */
export function branchLabel(branch: Branch): string {
  if (branch.isRetired) return `${branch.name}（已停用）`
  return `${branch.name}（${branch.provinces.map(provinceName).join('、') || '没有服务的地区'}）`
}

/** The condition that a province, its code or null, is one that the branch serves. */
export const isServedBy = (id: number, province: SQLWrapper): SQL =>
  sql`${province} in (select unnest(${branch.provinces}) from ${branch} where ${branch.id} = ${id} and not ${branch.isRetired})`
