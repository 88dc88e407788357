import { Link } from 'react-router'
import { shortDay } from '#lib/dates.ts'
import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { Carousel } from '#ui/media/Carousel.tsx'
import { Section } from '#ui/Section.tsx'
import type { Block, Home } from './Home.tsx'
import { moreOf } from './moreOf.ts'
import './hero.css'

/** The banner, adverts after it, beside the latest news, the newest of them as the headline. */
export function Hero({ block, banners, adverts }: Pick<Home, 'banners' | 'adverts'> & { block: Block }) {
  const [headline, ...news] = block.articles
  const slides = adverts.filter(({ position }) => position === 'P1')
  return (
    <div className="hero">
      <div className="wrap hero-grid">
        <div className="hero-banner">
          <Carousel slides={[...banners, ...slides]} name="首页要闻图片" />
        </div>
        <Section title={block.heading} more={moreOf(block)} className="hero-news">
          {headline && (
            <article className="headline">
              <h3>
                <Link to={articlePath(headline)}>{headline.title}</Link>
              </h3>
              <p>{headline.summary}</p>
            </article>
          )}
          <ul role="list">
            {news.map(row => (
              <li key={row.id}>
                <Link to={articlePath(row)}>{row.title}</Link>
                <time dateTime={row.publishTime}>{shortDay(row.publishTime).slice(5)}</time>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </div>
  )
}
