import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { Picture } from '#ui/media/Picture.tsx'
import { Section } from '#ui/Section.tsx'
import type { Block, Home } from './Home.tsx'
import { moreLink } from './moreLink.ts'
import './faces.css'

/** Members: one told at length, two beside it, and the logos of those first in the register. */
export function FeaturedMembers({ block, members }: Pick<Home, 'members'> & { block: Block }) {
  return (
    <div className="wrap">
      <Section title={block.heading} more={moreLink(block)}>
        <ul role="list" className="faces-grid">
          {block.articles.map(row => (
            <li key={row.id}>
              <a href={articlePath(row)}>
                {row.coverUrl && (
                  <Picture
                    src={row.coverUrl}
                    alt={row.coverCaption}
                    sizes="(max-width: 800px) 80vw, 40vw"
                    focus={{ x: row.coverX, y: row.coverY }}
                  />
                )}
                <b>{row.title}</b>
                <span>{row.summary}</span>
              </a>
            </li>
          ))}
        </ul>
        <ul role="list" className="logos" aria-label="会员单位">
          {members.map(member => (
            <li key={member.id}>
              <a href={`/admin/publicity/member/${member.id}`}>
                {member.logo && <img src={member.logo} alt="" width="200" height="200" loading="lazy" />}
                {member.shortName || member.orgName}
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
