import { Link } from 'react-router'
import { shortDay } from '#lib/dates.ts'
import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { Carousel } from '#ui/media/Carousel.tsx'
import type { Home } from './Home.tsx'
import './party.css'

/** 党建: the one part of the site in red. */
export function Party({ banners, articles }: { banners: Home['partyBanners']; articles: Home['party'] }) {
  if (articles.length === 0) return null
  return (
    <section className="party-band" aria-labelledby="party">
      <div className="wrap party-grid">
        <div>
          <header>
            <h2 id="party">党建工作</h2>
            <Link to="/admin/news/list/5" aria-label="更多党建工作">
              更多
            </Link>
          </header>
          <ul role="list">
            {articles.map(row => (
              <li key={row.id}>
                <Link to={articlePath(row)}>{row.title}</Link>
                <time dateTime={row.publishTime}>{shortDay(row.publishTime)}</time>
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
