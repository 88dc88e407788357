import { Link, useSearchParams } from 'react-router'
import { ArticleDesk } from './writing/ArticleDesk.tsx'
import { ColumnStatistics } from './writing/ColumnStatistics.tsx'
import './writing/writing.css'

/** Everything that is written, or what has come of it, column by column. */
export default function StaffArticles() {
  const [query] = useSearchParams()
  const counts = query.get('view') === 'statistics'
  return (
    <>
      <nav className="writing-views" aria-label="文章">
        <Link to="/staff/articles" aria-current={counts ? undefined : 'page'}>
          文章列表
        </Link>
        <Link to="/staff/articles?view=statistics" aria-current={counts ? 'page' : undefined}>
          栏目统计
        </Link>
      </nav>
      {counts ? <ColumnStatistics /> : <ArticleDesk />}
    </>
  )
}
