import { asc, eq, ne } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { prepared } from '#lib/server/database/prepared.ts'
import { remembered } from '#lib/server/pages/remembered.ts'
import { catalogue } from './tables.ts'

export type Catalogue = typeof catalogue.$inferSelect

/** The whole tree is some fifty rows: read at once, arranged here. */
export const readVisible = (ctx: Pick<Ctx, 'db' | 'remember'>) =>
  remembered(ctx, 'columns', () => visible(ctx.db).execute())

const visible = prepared(db =>
  db
    .select()
    .from(catalogue)
    .where(eq(catalogue.hidden, false))
    .orderBy(asc(catalogue.sort), asc(catalogue.id))
    .prepare('catalogues_visible'),
)

/** A visible column with its place in the tree: itself, its parent, and the columns whose articles it lists. */
export async function findCatalogue(ctx: Ctx, id: number) {
  const all = await readVisible(ctx)
  const found = all.find(row => row.id === id)
  const parent = all.find(row => row.id === found?.parentId) ?? null
  if (!found || (found.parentId !== null && !parent)) throw notFound('栏目不存在或已下线')
  const children = all.filter(row => row.parentId === id && row.type === '列表')
  return { catalogue: found, parent, listed: [found, ...children] }
}

/** All columns of articles that visitors see, as `countArticles` counts them. */
export const readListColumns = async (ctx: Ctx) => (await readVisible(ctx)).filter(({ type }) => type === '列表')

/** The columns that visitors can reach, each with the type of its articles and the entry of the menu it is below. */
export async function listSearchable(ctx: Pick<Ctx, 'db' | 'remember'>) {
  const all = await readVisible(ctx)
  return all.flatMap(row => {
    const root = row.parentId === null ? row : all.find(({ id }) => id === row.parentId)
    return root ? [{ ...row, articleType: root.articleType, rootName: root.name }] : []
  })
}

export const entryOf = ({ id, name, type, path, needLogin }: Catalogue) => ({
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

/** Returns columns in menu order, children below their parent. */
export async function listColumns({ db }: Ctx) {
  const all = await db
    .select()
    .from(catalogue)
    .where(ne(catalogue.type, '跳转'))
    .orderBy(asc(catalogue.sort), asc(catalogue.id))
  const under = (parentId: number | null) => all.filter(row => row.parentId === parentId)
  const known = new Set(all.map(({ id }) => id))
  const orphans = all.filter(row => row.parentId !== null && !known.has(row.parentId))
  return [
    ...under(null).flatMap(top => [top, ...under(top.id).map(row => ({ ...row, name: `${top.name} › ${row.name}` }))]),
    ...orphans,
  ].map(({ id, name, hidden }) => ({ id, name, hidden }))
}
