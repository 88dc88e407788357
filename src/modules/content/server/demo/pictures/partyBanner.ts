import { openBook } from './books.ts'
import { type Banner, horizontalGradient, NARROW, radialGradient, type Size, svg, verticalGradient } from './canvas.ts'
import { doves, greatWall, ribbon, wheat } from './festive.ts'
import { disc, faded, placeAt, rect, shape, times } from './shapes.ts'
import { party } from './tones.ts'

const BAND: Size = { width: 1920, height: 320 }

/** Red and gold, for the party column: the Great Wall at sunrise, or a book between ears of wheat. */
export const partyBanner = (n: number): Banner => (n === 0 ? sunrise() : study())

const { red, dark, gold, pale } = party
const LINE = '#b8862b'
const paints =
  verticalGradient('silk', [0, '#e8343c'], [0.5, red], [1, '#a30e19']) +
  verticalGradient('dusk', [0, dark], [0.55, '#b5101c'], [1, '#d32029']) +
  radialGradient('sun', [0, '#ffe6a8', 0.9], [0.45, gold, 0.45], [1, gold, 0])

const sky = ({ width, height }: Size, cx: number, cy: number) =>
  rect(0, 0, width, height, 'url(#dusk)') +
  faded(
    0.16,
    times(20, i => shape(`M${cx} ${cy}l-40-1500h80z`, gold, `transform="rotate(${i * 18} ${cx} ${cy})"`)),
  ) +
  disc(cx, cy, height * 0.75, 'url(#sun)', 'opacity=".8"')

const cloth = (y: number, w: number, size = 1) => placeAt(0, y, ribbon(0, 0, w / size, 'url(#silk)', gold), { size })
const flock = (x: number, y: number, size: number) => placeAt(x, y, doves(0, 0, pale, LINE), { size })

function sunrise(): Banner {
  const wall = greatWall('#7d0a13', gold, 0)
  const veil = `${horizontalGradient('veil', [0, '#000'], [0.35, '#fff'])}<mask id="fade">${rect(1090, 0, 830, 320, 'url(#veil)')}</mask>`
  return {
    size: BAND,
    wide: svg(
      BAND,
      paints + veil,
      sky(BAND, 1640, 190),
      `<g mask="url(#fade)">${placeAt(1110, 336, wall)}</g>`,
      cloth(-92, 1920, 0.8),
      flock(1700, 150, 0.6),
    ),
    narrow: svg(
      NARROW,
      paints,
      sky(NARROW, 420, 380),
      placeAt(-120, 600, wall, { size: 0.95 }),
      flock(450, 310, 0.85),
      cloth(-100, 750),
    ),
  }
}

function study(): Banner {
  const book =
    wheat(-250, 170, 1, gold) + wheat(250, 170, 1, gold, true) + openBook(0, 40, 0.72, dark, '#7d0a13', '#e3b9a4')
  return {
    size: BAND,
    wide: svg(BAND, paints, sky(BAND, 1640, 170), cloth(236, 1920, 0.8), placeAt(1640, 190, book, { size: 0.74 })),
    narrow: svg(NARROW, paints, sky(NARROW, 375, 360), cloth(470, 750), placeAt(375, 372, book, { size: 0.92 })),
  }
}
