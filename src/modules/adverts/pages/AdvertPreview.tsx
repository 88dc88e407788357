import { useFile } from '#api/useFile.ts'
import { Carousel } from '#ui/media/Carousel.tsx'
import { type Position, positions, sizeOf } from '../positions.ts'
import './adverts.css'

type Props = { position: Position; picture: { id: number } | null; title: string; alt: string; advertiser: string }

/** Width of each position in CSS pixels, on a desktop and on a phone. */
const places: Record<Position, { desktop: number; phone: number }> = {
  P1: { desktop: 760, phone: 343 },
  P2: { desktop: 1200, phone: 343 },
  P3: { desktop: 280, phone: 343 },
  P4: { desktop: 280, phone: 280 },
  P5: { desktop: 832, phone: 343 },
  P6: { desktop: 960, phone: 311 },
}

/** Preview of an advert as visitors see it, on a wide screen and on a phone. */
export function AdvertPreview({ position, picture, ...words }: Props) {
  const { url } = useFile(picture?.id ?? null)
  if (!url) return null
  const { name, ...size } = positions[position]
  return (
    <div className="advert-previews">
      {(['desktop', 'phone'] as const).map(where => (
        <figure key={where} style={{ width: places[position][where] }}>
          <figcaption>
            {name}，{where === 'desktop' ? `电脑（${sizeOf(size)}）` : '手机'}
          </figcaption>
          <Sample position={position} url={url} where={where} {...words} />
        </figure>
      ))}
    </div>
  )
}

type SampleProps = Omit<Props, 'picture'> & { url: string; where: 'desktop' | 'phone' }

function Sample({ position, url, title, alt, advertiser, where }: SampleProps) {
  const { width, height } = positions[position]
  if (position === 'P1')
    return (
      <div className={`advert-slide ${where}`}>
        <Carousel slides={[{ id: 0, title, alt, advertiser, imgUrl: url, linkUrl: null }]} name={`${title}预览`} />
      </div>
    )
  return (
    <div className="advert-sample" style={{ aspectRatio: `${width} / ${height}` }}>
      <img src={url} alt={`${alt}（${advertiser}）`} />
      <span>广告</span>
    </div>
  )
}
