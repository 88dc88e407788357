import './advert.css'

export type RunningAdvert = {
  id: number
  position: string
  imgUrl: string
  alt: string
  linkUrl: string | null
  width: number
  height: number
}

/** The adverts of one place on a page, each with the word 广告 that the law wants; none in 长者版. */
export function Advert({ adverts, position }: { adverts: RunningAdvert[]; position: string }) {
  return adverts
    .filter(advert => advert.position === position)
    .map(({ id, imgUrl, alt, linkUrl, width, height }) => (
      <aside key={id} className="advert" aria-label={`广告：${alt}`}>
        <a href={linkUrl ?? undefined} target="_blank" rel="noopener noreferrer sponsored">
          <img src={imgUrl} alt={alt} width={width} height={height} loading="lazy" />
        </a>
        <span>广告</span>
      </aside>
    ))
}
