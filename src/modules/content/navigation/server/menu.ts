import { and, eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inColumn, isPublished, readingArticles } from '../../server/articles.ts'
import { type Catalogue, entryOf, readVisible } from '../../server/catalogues.ts'
import { article, catalogue } from '../../server/tables.ts'
import type { navigationContract } from '../contract.ts'

/** Returns the columns with a page; a 内容 column without its article has none. */
async function readReachable(ctx: Ctx): Promise<Catalogue[]> {
  const [all, written] = await readingArticles(
    () => Promise.all([readVisible(ctx), readWritten(ctx)]),
    ([all]) => all.filter(isPage).map(({ id }) => inColumn(id)),
  )
  const withPage = new Set(written.map(({ id }) => id))
  return all.filter(column => !isPage(column) || withPage.has(column.id))
}

const isPage = ({ type }: Catalogue) => type === '内容'

/** The columns that are one article, of which there is one. */
const readWritten = ({ db, ...ctx }: Ctx) =>
  db.selectDistinct({ id: article.catalogueId }).from(article).innerJoin(catalogue, isItsPage).where(isPublished(ctx))

const isItsPage = and(eq(catalogue.id, article.catalogueId), eq(catalogue.type, '内容'))

export const menuHandlers = {
  'GET /catalog': async ctx => {
    const all = await readReachable(ctx)
    return all
      .filter(row => row.parentId === null && !row.isDetached)
      .map(top => ({
        ...entryOf(top),
        isParty: top.isParty,
        list: all.filter(row => row.parentId === top.id).map(entryOf),
      }))
  },
  'GET /catalog/2': async (ctx, { catalogId }) => {
    const all = await readReachable(ctx)
    const current = all.find(row => row.id === catalogId)
    if (!current) throw notFound('栏目不存在或已下线')
    const parent = all.find(row => row.id === current.parentId) ?? current
    return {
      parent: entryOf(parent),
      current: entryOf(current),
      list: all
        .filter(row => row.parentId === parent.id)
        .map(row => ({ ...entryOf(row), active: row.id === current.id })),
    }
  },
} satisfies Partial<Handlers<typeof navigationContract>>
