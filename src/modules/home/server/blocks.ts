import { asc } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { listSearchable } from '#modules/content/server/catalogues.ts'
import { kindOf } from '../blockKinds.ts'
import type { homeContract } from '../contract.ts'
import { homeBlock } from './tables.ts'

export type Block = typeof homeBlock.$inferSelect

export const readBlocks = ({ db }: Pick<Ctx, 'db'>) =>
  db.select().from(homeBlock).orderBy(asc(homeBlock.sort), asc(homeBlock.id))

/** The columns that visitors reach and that list articles. */
export const readLists = async (ctx: Pick<Ctx, 'db'>) =>
  (await listSearchable(ctx)).filter(({ type }) => type === '列表')

export const blocksHandlers = {
  'GET /cms/index/noLogin/block': async ctx => {
    const [blocks, lists] = [await readBlocks(ctx), await readLists(ctx)]
    const visible = new Set(lists.map(({ id }) => id))
    return blocks
      .filter(({ hidden }) => !hidden)
      .map(({ id, kind, heading, catalogueId, rows }) => ({
        id,
        kind,
        heading,
        rows,
        // Without a column that visitors reach a banner still has its pictures; whether that is enough, the page decides.
        catalogId: kindOf(kind).hasColumn && catalogueId && visible.has(catalogueId) ? catalogueId : null,
      }))
  },
} satisfies Partial<Handlers<typeof homeContract>>
