import { disc, edge, oval, placeAt, plate, rect, ring, shape, times, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

/** A pipe along a path, `w` wide over all: dark outside, lit along its middle. */
export function pipe({ ink, steel }: Tone, d: string, w = 26, colour = steel[1]): string {
  const bent = 'stroke-linejoin="round"'
  return trace(d, ink, w, bent) + trace(d, colour, w - 6, bent) + trace(d, '#fff', w * 0.2, `${bent} opacity=".6"`)
}

/** A pair of flanges across a pipe. */
export const flange = ({ ink, steel }: Tone, x: number, y: number, w = 26, upright = false) =>
  placeAt(x, y, [-10, 2].map(dx => plate(dx, -w * 0.82, 8, w * 1.64, 2, steel[0], edge(ink, 2))).join(''), {
    turn: upright ? 90 : 0,
  })

/** A gate valve on a pipe: body, yoke, handwheel. */
export const valve = ({ ink, steel, accent }: Tone, x: number, y: number, size = 1, turn = 0) =>
  placeAt(
    x,
    y,
    rect(-5, -66, 10, 56, ink) +
      shape('M-40-26L0-8 40-26V26L0 8-40 26z', steel[0], edge(ink, 3)) +
      disc(0, 0, 15, steel[1], edge(ink, 3)) +
      shape('M-13-22h26l-6-18h-14z', steel[1], edge(ink, 2)) +
      plate(-38, -78, 76, 13, 6.5, accent, edge(ink, 2)),
    { size, turn },
  )

/** A round dial; `reading` from 0 to 1. */
export const gauge = ({ ink, steel, face, accent }: Tone, x: number, y: number, r: number, reading: number) => {
  const turn = -130 + reading * 260
  const mark = r * 0.78
  return placeAt(
    x,
    y,
    disc(0, 0, r, steel[1], edge(ink, 3)) +
      disc(0, 0, r * 0.86, face === '#ffffff' ? face : '#f7fbfe') +
      trace(
        times(11, i => spoke(-130 + i * 26, mark * (i % 5 ? 0.86 : 0.74), mark)),
        '#0b4a7f',
        r * 0.05,
      ) +
      trace(`${spoke(60, mark * 1.02, mark * 1.02)}${arc(60, 130, mark * 1.02)}`, accent, r * 0.07) +
      shape(
        `M${-r * 0.06} ${r * 0.16}L0 ${-r * 0.66}L${r * 0.06} ${r * 0.16}z`,
        accent,
        `transform="rotate(${turn})"`,
      ) +
      disc(0, 0, r * 0.12, '#083a64'),
  )
}

const polar = (degrees: number, r: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${(Math.cos(angle) * r).toFixed(1)} ${(Math.sin(angle) * r).toFixed(1)}`
}
const spoke = (degrees: number, from: number, to: number) => `M${polar(degrees, from)}L${polar(degrees, to)}`
const arc = (from: number, to: number, r: number) => `M${polar(from, r)}A${r} ${r} 0 0 1 ${polar(to, r)}`

/** A dial on its stem, standing on a pipe at `x`, `y`. */
export const gaugeOn = (tone: Tone, x: number, y: number, r: number, reading: number) =>
  rect(x - 5, y - r - 26, 10, r + 28, tone.ink) + gauge(tone, x, y - r - 34, r, reading)

/** A centrifugal pump and its motor; `x`, `y` is the middle of its foot. It delivers upwards at x - 58. */
export const pump = ({ ink, steel, side, accent }: Tone, x: number, y: number, size = 1) =>
  placeAt(
    x,
    y,
    plate(-130, -16, 270, 16, 3, ink) +
      rect(-76, -150, 36, 66, 'url(#column)', edge(ink, 3)) +
      plate(-84, -158, 52, 14, 3, steel[0], edge(ink, 2)) +
      disc(-58, -72, 58, 'url(#steel)', edge(ink, 3)) +
      ring(-58, -72, 34, ink, 2, 'opacity=".5"') +
      disc(-58, -72, 15, steel[0], edge(ink, 3)) +
      plate(0, -86, 26, 28, 3, side, edge(ink, 2)) +
      plate(22, -116, 108, 88, 12, 'url(#steel)', edge(ink, 3)) +
      trace(
        times(5, i => `M38 ${-100 + i * 14}h72`),
        ink,
        3,
        'opacity=".45"',
      ) +
      plate(54, -132, 40, 18, 3, accent, edge(ink, 2)) +
      rect(-92, -28, 26, 14, side) +
      rect(40, -30, 18, 16, side) +
      rect(96, -30, 18, 16, side),
    { size },
  )

/** An arrow head at `x`, `y`, pointing right unless turned: which way it flows. */
export const flow = (colour: string, x: number, y: number, turn = 0, size = 1) =>
  placeAt(x, y, shape('M-12-13L14 0-12 13-5 0z', colour), { turn, size })

/** A water gauge: the glass beside a drum in which its level shows. */
export const levelGlass = ({ ink, steel, accent }: Tone, x: number, y: number, h: number, level: number) =>
  [
    rect(x - 26, y + 12, 26, 8, ink),
    rect(x - 26, y + h - 20, 26, 8, ink),
    plate(x - 4, y, 26, h, 6, steel[0], edge(ink, 3)),
    rect(x + 4, y + 12, 10, h - 24, '#f7fbfe'),
    rect(x + 4, y + 12 + (h - 24) * (1 - level), 10, (h - 24) * level, 'url(#water)'),
    rect(x + 2, y + 12 + (h - 24) * (1 - level) - 2, 14, 4, accent),
  ].join('')

/** A handwheel seen from the front. */
export const wheel = ({ ink, accent }: Tone, x: number, y: number, r: number) =>
  placeAt(
    x,
    y,
    ring(0, 0, r, ink, r * 0.3) +
      ring(0, 0, r, accent, r * 0.18) +
      trace(
        times(3, i => `M${polar(i * 60, r)}L${polar(i * 60 + 180, r)}`),
        ink,
        r * 0.16,
      ) +
      oval(0, 0, r * 0.24, r * 0.24, accent, edge(ink, 2)),
  )
