/** Widths in pixels of the copies that are kept of a picture (`GET /file/{id}`). */
const WIDTHS = [320, 800, 1600]

type Props = {
  src: string
  alt: string
  /** How wide it is shown, as the attribute `sizes` says it. */
  sizes: string
  /** Point that stays in view where it is cut, in percent from the left and from above. */
  focus?: { x: number; y: number }
  /** The largest thing of the first view: loaded before all else. */
  isFirst?: boolean
}

/** A picture 16:9 in the smallest copy that is sharp where it stands. */
export const Picture = ({ src, alt, sizes, focus, isFirst }: Props) => (
  <img
    src={`${src}?w=800`}
    srcSet={WIDTHS.map(width => `${src}?w=${width} ${width}w`).join(', ')}
    sizes={sizes}
    alt={alt}
    width="1600"
    height="900"
    style={focus && { objectPosition: `${focus.x}% ${focus.y}%` }}
    {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
  />
)
