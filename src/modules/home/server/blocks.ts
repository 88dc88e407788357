import { asc } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { listSearchable } from '#modules/content/server/catalogues.ts'
import { homeBlock } from './tables.ts'

export type Block = typeof homeBlock.$inferSelect

export const readBlocks = ({ db }: Pick<Ctx, 'db'>) =>
  db.select().from(homeBlock).orderBy(asc(homeBlock.sort), asc(homeBlock.id))

/** The columns that visitors reach and that list articles. */
export const readLists = async (ctx: Pick<Ctx, 'db' | 'remember'>) =>
  (await listSearchable(ctx)).filter(({ type }) => type === '列表')
