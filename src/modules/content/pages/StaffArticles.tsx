import { Link } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Route } from './+types/StaffArticles'
import { articles } from './registers.ts'
import { ArticleDesk } from './writing/ArticleDesk.tsx'
import { ColumnStatistics } from './writing/ColumnStatistics.tsx'
import './writing/writing.css'

export { staffArticles as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.get('view') === 'statistics') return undefined
  const { sort: _, columns: __, ...filters } = articles.askedIn(query)
  const [loaded, columns, counts] = await Promise.all([
    articles.load(api, { query }),
    api('GET /staff/article/columns', {}),
    api('GET /staff/article/counts', filters),
  ])
  return { loaded, columns, counts }
})

/** List of all articles in every state, and statistics by column. */
export default function StaffArticles({ loaderData: list }: Route.ComponentProps) {
  return (
    <>
      <nav className="writing-views" aria-label="文章">
        <Link to="/staff/articles" aria-current={list && 'page'}>
          文章列表
        </Link>
        <Link to="/staff/articles?view=statistics" aria-current={list ? undefined : 'page'}>
          栏目统计
        </Link>
      </nav>
      {list ? <ArticleDesk list={list} /> : <ColumnStatistics />}
    </>
  )
}
