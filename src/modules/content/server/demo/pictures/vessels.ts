import { disc, dots, edge, faded, oval, placeAt, plate, rect, ring, shape, times, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

/** A horizontal cylinder with dished ends, seen from the side; `x`, `y` is its upper left corner without the ends. */
export function drum({ ink }: Tone, x: number, y: number, w: number, h: number, seams = 3): string {
  const bulge = h * 0.22
  const end = (side: 1 | -1) => `a${bulge} ${h / 2} 0 0 1 0 ${side * h}`
  return [
    shape(`M${x} ${y}h${w}${end(1)}h${-w}${end(-1)}z`, 'url(#steel)', edge(ink, 3)),
    trace(
      times(seams, i => `M${x + (w * i) / (seams - 1)} ${y}v${h}`),
      ink,
      2,
      'opacity=".45"',
    ),
    plate(x + 12, y + h * 0.13, w - 24, h * 0.07, h * 0.035, '#fff', 'opacity=".55"'),
  ].join('')
}

/** A standing cylinder with domed ends on three legs; `x`, `y` is the upper left corner of its straight part. */
export function tank({ ink, side }: Tone, x: number, y: number, w: number, h: number, legs = 46): string {
  const dome = w * 0.26
  const foot = (at: number) => rect(x + at - 6, y + h, 12, dome + legs, side)
  return [
    legs ? foot(w * 0.12) + foot(w * 0.5) + foot(w * 0.88) : '',
    shape(
      `M${x} ${y}a${w / 2} ${dome} 0 0 1 ${w} 0v${h}a${w / 2} ${dome} 0 0 1 ${-w} 0z`,
      'url(#column)',
      edge(ink, 3),
    ),
    trace(`M${x} ${y}h${w}M${x} ${y + h}h${w}`, ink, 2, 'opacity=".4"'),
    plate(x + w * 0.17, y + 4, w * 0.07, h - 8, w * 0.035, '#fff', 'opacity=".5"'),
  ].join('')
}

/** The end of a drum or flange seen from the front, with its ring of bolts. */
export const drumEnd = ({ ink, side }: Tone, cx: number, cy: number, r: number, bolts = 16) =>
  [
    disc(cx, cy, r, 'url(#steel)', edge(ink, 3)),
    dots(
      `M${cx - r * 0.84} ${cy}a${r * 0.84} ${r * 0.84} 0 0 1 ${r * 1.68} 0a${r * 0.84} ${r * 0.84} 0 0 1 ${-r * 1.68} 0`,
      side,
      r * 0.1,
      (Math.PI * 2 * r * 0.84) / bolts,
    ),
    ring(cx, cy, r * 0.68, ink, 2, 'opacity=".6"'),
  ].join('')

/** A chimney from its foot upwards, with bands and a ladder. */
export function stack({ ink, accent }: Tone, x: number, foot: number, w: number, h: number, banded = true): string {
  const top = foot - h
  const inset = w * 0.12
  const outline = `M${x - w / 2} ${foot}L${x - w / 2 + inset} ${top}h${w - 2 * inset}L${x + w / 2} ${foot}z`
  return [
    shape(outline, 'url(#column)', edge(ink, 3)),
    rect(x - w / 2 + inset - 5, top - 6, w - 2 * inset + 10, 14, ink),
    banded ? rect(x - w / 2 + inset, top + 26, w - 2 * inset, 18, accent) : '',
    trace(
      times(
        3,
        i => `M${x - w / 2 + inset * (1 - i * 0.25)} ${top + h * (0.3 + i * 0.22)}h${w - 2 * inset * (1 - i * 0.25)}`,
      ),
      ink,
      2,
      'opacity=".4"',
    ),
  ].join('')
}

/** Steam rising from a point and leaning with the wind, 200 high at size 1. */
export const plume = ({ steam }: Tone, x: number, y: number, size: number) =>
  placeAt(
    x,
    y,
    faded(
      0.55,
      shape('M-14 0C-18-16-24-28-22-44L30-60C20-36 16-18 14 0z', steam),
      CLOUD.map(([cx, cy, r]) => disc(cx, cy, r, steam)).join(''),
    ) +
      faded(
        0.25,
        CLOUD.slice(1)
          .map(([cx, cy, r]) => disc(cx - r * 0.25, cy - r * 0.2, r * 0.55, '#fff'))
          .join(''),
      ),
    { size },
  )

const CLOUD = [
  [2, -46, 27],
  [30, -74, 32],
  [4, -100, 30],
  [48, -122, 40],
  [22, -156, 34],
  [72, -170, 36],
] as const

/** Two saddles under a horizontal vessel on one skid. */
export const saddles = ({ side, ink }: Tone, x: number, y: number, w: number, foot: number) =>
  [0.16, 0.84].map(part => shape(`M${x + w * part - 62} ${y}h124l-22 ${foot - y}h-80z`, side, edge(ink))).join('') +
  plate(x - 30, foot - 4, w + 60, 18, 3, ink)

/** A manhole with its yoke. */
export const manhole = ({ ink, face }: Tone, cx: number, cy: number, size: number) =>
  oval(cx, cy, size, size * 0.78, 'url(#steel)', edge(ink, 3)) +
  oval(cx, cy, size * 0.66, size * 0.48, 'none', edge(ink, 2)) +
  plate(cx - size * 0.86, cy - 5, size * 1.72, 10, 4, face, edge(ink, 2))
