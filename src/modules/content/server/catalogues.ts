import { asc, eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { prepared } from '#lib/server/database/prepared.ts'
import type { contentContract } from '../contract.ts'
import { catalogue } from './tables.ts'

type Endpoints = typeof contentContract
export type Catalogue = typeof catalogue.$inferSelect

/** The whole tree is some fifty rows: read at once, arranged here. */
const readVisible = ({ db }: Pick<Ctx, 'db'>) => visible(db).execute()

const visible = prepared(db =>
  db
    .select()
    .from(catalogue)
    .where(eq(catalogue.hidden, false))
    .orderBy(asc(catalogue.sort), asc(catalogue.id))
    .prepare('catalogues_visible'),
)

export const cataloguesHandlers = {
  'GET /catalog': async ctx => {
    const all = await readVisible(ctx)
    return all
      .filter(row => row.parentId === null && !row.isDetached)
      .map(top => ({
        ...entryOf(top),
        isParty: top.isParty,
        list: all.filter(row => row.parentId === top.id).map(entryOf),
      }))
  },
  'GET /catalog/2': async (ctx, { catalogId }) => {
    const all = await readVisible(ctx)
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
} satisfies Partial<Handlers<Endpoints>>

/** A visible column with its place in the tree: itself, its parent, and the columns whose articles it lists. */
export async function findCatalogue(ctx: Ctx, id: number) {
  const all = await readVisible(ctx)
  const found = all.find(row => row.id === id)
  const parent = all.find(row => row.id === found?.parentId) ?? null
  if (!found || (found.parentId !== null && !parent)) throw notFound('栏目不存在或已下线')
  const children = all.filter(row => row.parentId === id && row.type === '列表')
  return { catalogue: found, parent, listed: [found, ...children] }
}

/** The columns that visitors can reach, each with the type of its articles. */
export async function listSearchable(ctx: Pick<Ctx, 'db'>) {
  const all = await readVisible(ctx)
  return all.flatMap(row => {
    const root = row.parentId === null ? row : all.find(({ id }) => id === row.parentId)
    return root ? [{ ...row, articleType: root.articleType }] : []
  })
}

const entryOf = ({ id, name, type, path, needLogin }: Catalogue) => ({
  catalogId: id,
  name,
  catalogType: type,
  path,
  needLogin,
})

export const breadcrumbOf = (parent: Catalogue | null, here: Catalogue) => [
  { name: '首页', route: '/admin/home' },
  ...(parent ? [{ name: parent.name, route: routeOf(parent) }] : []),
  { name: here.name, route: routeOf(here) },
]

const routeOf = ({ id, type, path }: Catalogue) =>
  type === '跳转' ? path : `/admin/news/${type === '内容' ? 'info' : 'list'}/${id}`
