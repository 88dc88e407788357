import { shortDay } from '#lib/dates.ts'
import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { Section } from '#ui/Section.tsx'
import type { Block } from './Home.tsx'
import { moreOf } from './moreOf.ts'

/** Policies, standards: title by title with its column and day. */
export const Documents = ({ block }: { block: Block }) => (
  <Section title={block.heading} more={moreOf(block)}>
    <ul role="list" className="documents">
      {block.articles.map(row => (
        <li key={row.id}>
          <a href={articlePath(row)}>{row.title}</a>
          <p>
            <span>{row.catalogName}</span>
            <time>{shortDay(row.publishTime)}</time>
          </p>
        </li>
      ))}
    </ul>
  </Section>
)
