import { shortDay } from '#lib/dates.ts'
import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { Carousel } from '#ui/media/Carousel.tsx'
import { Section } from '#ui/Section.tsx'
import type { Block, Home } from './Home.tsx'
import { moreOf } from './moreOf.ts'
import { Errands } from './QuickLinks.tsx'
import './hero.css'

type Props = Pick<Home, 'banners' | 'adverts' | 'quickLinks'> & { block: Block }

/**
 * The banner, adverts after it, beside the latest news, the newest of them as the headline; either has the whole width
 * where the other is not there.
 */
export function Hero({ block, banners, adverts, quickLinks }: Props) {
  const [headline, ...news] = block.articles
  const slides = [...banners, ...adverts.filter(({ position }) => position === 'P1')]
  const isPair = slides.length > 0 && block.articles.length > 0
  return (
    <div className="hero">
      <div className={isPair ? 'wrap hero-grid' : 'wrap hero-alone'}>
        {slides.length > 0 && (
          <div className="hero-banner">
            <Carousel slides={slides} name="首页要闻图片" />
          </div>
        )}
        {quickLinks.length > 0 && <Errands quickLinks={quickLinks} />}
        {headline && (
          <Section title={block.heading} more={moreOf(block)} className="hero-news">
            <article className="headline">
              <h3>
                <a href={articlePath(headline)}>{headline.title}</a>
              </h3>
              <p>{headline.summary}</p>
            </article>
            <ul role="list">
              {news.map(row => (
                <li key={row.id}>
                  <a href={articlePath(row)}>{row.title}</a>
                  <time>{shortDay(row.publishTime).slice(5)}</time>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </div>
  )
}
