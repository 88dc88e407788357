import { Link } from 'react-router'
import { shortDay } from '#lib/dates.ts'
import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { NoticePeriod } from '#modules/content/pages/NoticePeriod.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Home } from './Home.tsx'

export function Notices({ notices }: Pick<Home, 'notices'>) {
  return (
    <Section title="通知公告" more={{ to: '/admin/news/list/4', name: '更多通知公告' }} className="home-notice-list">
      <ul role="list">
        {notices.map(row => (
          <li key={row.id}>
            <time dateTime={row.publishTime}>
              <b>{shortDay(row.publishTime).slice(8)}</b>
              {shortDay(row.publishTime).slice(0, 7)}
            </time>
            <div>
              <Link to={articlePath(row)}>{row.title}</Link>
              <p>
                <Tag tone="water">{row.catalogName}</Tag>
                {row.isTop && <Tag tone="flame">置顶</Tag>}
                {row.source && <span>{row.source}</span>}
                {row.noticeOpen && <NoticePeriod row={row} />}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
