import { shortDay } from '#lib/dates.ts'
import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { NoticePeriod } from '#modules/content/pages/NoticePeriod.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Block } from './Home.tsx'
import { moreOf } from './moreOf.ts'

export function Notices({ block }: { block: Block }) {
  return (
    <Section title={block.heading} more={moreOf(block)} className="home-notice-list">
      <ul role="list">
        {block.articles.map(row => (
          <li key={row.id}>
            <time dateTime={shortDay(row.publishTime)}>
              <b>{shortDay(row.publishTime).slice(8)}</b>
              {shortDay(row.publishTime).slice(0, 7)}
            </time>
            <div>
              <a href={articlePath(row)}>{row.title}</a>
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
