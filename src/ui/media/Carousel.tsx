import { useEffect, useState } from 'react'
import { Link } from '#ui/router/router.tsx'
import { Icon } from '../Icon.tsx'
import { Picture } from './Picture.tsx'
import { useMotion } from './useMotion.ts'
import './carousel.css'

type Slide = {
  id: number
  title: string
  imgUrl: string
  mobileImgUrl?: string | null
  alt: string
  linkUrl: string | null
  advertiser?: string
  /** A story under its own picture: its day, and the point of the picture that stays in view. */
  story?: { day: string; focus: { x: number; y: number } }
}

const SLIDE_INTERVAL_MS = 6_000

/** Pictures that change by themselves, with a pause; they stand still under the pointer, the focus and reduced motion. */
export function Carousel({ slides, name }: { slides: Slide[]; name: string }) {
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const moving = useMotion() && !paused && !held && slides.length > 1
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => setAt(now => (now + 1) % slides.length), SLIDE_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [moving, slides.length])
  if (slides.length === 0) return null
  const go = (step: number) => setAt((at + step + slides.length) % slides.length)
  return (
    <section
      className="carousel"
      aria-roledescription="轮播"
      aria-label={name}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ul role="list" aria-live={moving ? 'off' : 'polite'}>
        {slides.map((slide, i) => (
          <li
            key={`${slide.advertiser ?? ''}${slide.story?.day ?? ''}${slide.id}`}
            className={slide.advertiser ? 'carousel-advert' : slide.story && 'carousel-story'}
            data-advert={slide.advertiser && slide.id}
            data-shown={i === at || undefined}
            inert={i !== at}
            aria-label={i === at ? `第 ${i + 1} 张，共 ${slides.length} 张` : undefined}
          >
            {slide.advertiser ? (
              <AdvertLink {...slide} />
            ) : slide.story ? (
              <StoryLink {...slide} story={slide.story} isFirst={i === 0} />
            ) : (
              <SlideLink slide={slide} first={i === 0} />
            )}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="carousel-controls">
          <button type="button" aria-label="上一张" onClick={() => go(-1)}>
            <Icon name="left" size={18} />
          </button>
          <span aria-hidden="true">{`${at + 1} / ${slides.length}`}</span>
          <button type="button" aria-label="下一张" onClick={() => go(1)}>
            <Icon name="right" size={18} />
          </button>
          <button type="button" aria-label={paused ? '继续轮播' : '暂停轮播'} onClick={() => setPaused(!paused)}>
            <Icon name={paused ? 'play' : 'pause'} size={16} />
          </button>
        </div>
      )}
    </section>
  )
}

/** Shown whole and marked as what it is. */
const AdvertLink = ({ title, imgUrl, alt, linkUrl, advertiser }: Slide) => (
  <a href={linkUrl ?? undefined} target="_blank" rel="noopener noreferrer sponsored">
    <img src={imgUrl} alt={`广告：${alt}（${advertiser}）`} width="1920" height="480" loading="lazy" />
    <span className="carousel-title">{title}</span>
    <span className="advert-mark">广告</span>
  </a>
)

type StoryProps = Omit<Slide, 'story'> & { story: NonNullable<Slide['story']>; isFirst: boolean }

/** The picture in full, its words on the dark below. */
const StoryLink = ({ title, imgUrl, alt, linkUrl, story, isFirst }: StoryProps) => (
  <Link to={linkUrl!}>
    <Picture src={imgUrl} alt={alt} sizes="(max-width: 1100px) 100vw, 60vw" focus={story.focus} isFirst={isFirst} />
    <span className="carousel-title">
      {title}
      <time>{story.day}</time>
    </span>
  </Link>
)

function SlideLink({ slide: { title, imgUrl, mobileImgUrl, alt, linkUrl }, first }: { slide: Slide; first: boolean }) {
  const picture = (
    <>
      <picture>
        {mobileImgUrl && <source media="(max-width: 550px)" srcSet={mobileImgUrl} />}
        <img
          src={imgUrl}
          alt={alt}
          width="1920"
          height="640"
          fetchPriority={first ? 'high' : 'low'}
          loading={first ? undefined : 'lazy'}
        />
      </picture>
      <span className="carousel-title">{title}</span>
    </>
  )
  return linkUrl ? <Link to={linkUrl}>{picture}</Link> : picture
}
