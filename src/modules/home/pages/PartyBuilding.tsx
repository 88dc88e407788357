import { shortDay } from '#lib/dates.ts'
import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { Carousel } from '#ui/media/Carousel.tsx'
import type { Block, Home } from './Home.tsx'
import { moreLink } from './moreLink.ts'
import './party.css'

/** 党建: the one part of the site in red. */
export function PartyBuilding({ block, partyBanners: banners }: Pick<Home, 'partyBanners'> & { block: Block }) {
  const more = moreLink(block)
  return (
    <section className="party-band" aria-labelledby="party">
      <div className="wrap party-grid">
        <div>
          <header>
            <h2 id="party">{block.heading}</h2>
            {more && (
              <a href={more.to} aria-label={more.name}>
                更多
              </a>
            )}
          </header>
          <ul role="list">
            {block.articles.map(row => (
              <li key={row.id}>
                <a href={articlePath(row)}>{row.title}</a>
                <time>{shortDay(row.publishTime)}</time>
              </li>
            ))}
          </ul>
        </div>
        {banners.length > 0 && (
          <div className="party-banner">
            <Carousel slides={banners} name="党建专栏图片" />
          </div>
        )}
      </div>
    </section>
  )
}
