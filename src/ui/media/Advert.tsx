import { useEffect, useState } from 'react'
import counter from './countAdverts.ts?worker&url'
import './advert.css'

export type RunningAdvert = {
  id: number
  position: string
  advertiser: string
  imgUrl: string
  alt: string
  linkUrl: string | null
  width: number
  height: number
}

/** Ratio of width to height from which a picture is unreadable on a phone: its text is shown below it. */
const WIDE_RATIO = 5

/**
 * The adverts of one place on a page, each with the word 广告 that the law wants. Where there is room for one they take
 * turns from visit to visit, and nothing moves; none in 长者版.
 */
export function Advert({ adverts, position }: { adverts: RunningAdvert[]; position: string }) {
  const here = adverts.filter(advert => advert.position === position)
  const [turn, setTurn] = useState(0)
  useEffect(() => setTurn(Math.floor(Date.now() / 60_000)), [])
  useCounting(adverts.length > 0)
  return here.map(({ id, imgUrl, alt, advertiser, linkUrl, width, height }, i) => (
    <aside
      key={id}
      className="advert"
      data-advert={id}
      data-wide={width > WIDE_RATIO * height || undefined}
      data-waits={i !== turn % here.length || undefined}
      aria-label={`广告：${advertiser}`}
    >
      <a href={linkUrl ?? undefined} target="_blank" rel="noopener noreferrer sponsored">
        <img src={imgUrl} alt={`${alt}（${advertiser}）`} width={width} height={height} loading="lazy" />
        {width > WIDE_RATIO * height && (
          <span className="advert-words" aria-hidden="true">
            {alt.includes(advertiser) ? alt : `${advertiser}：${alt}`}
          </span>
        )}
      </a>
      <span>广告</span>
    </aside>
  ))
}

let script: HTMLScriptElement | undefined

/** Views and clicks are counted by a script of its own, fetched when the page has come to rest. */
const useCounting = (isNeeded: boolean) =>
  useEffect(() => {
    if (!isNeeded || script) return
    const timer = setTimeout(() => {
      script = Object.assign(document.createElement('script'), { src: counter })
      document.head.append(script)
    }, 1500)
    return () => clearTimeout(timer)
  }, [isNeeded])
