import type { Chance } from '#lib/random.ts'
import { faded, oval, rect, ring, shape, shortenNumbers, times, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

/** Draws one composition of a cover in the given colours, with random variation. */
export type Scene = { (tone: Tone, some: Chance): string; oneWay?: true }
/** Marks a scene with writing or charts, which must not be mirrored. */
export const oneWay = (scene: Scene): Scene => Object.assign(scene, { oneWay: true as const })

export type Size = { width: number; height: number }
export const COVER: Size = { width: 1200, height: 675 }
export const NARROW: Size = { width: 750, height: 600 }

/** A banner, and its crop for narrow screens, 750 × 600. */
export type Banner = { wide: string; narrow: string; size: Size }

/** A picture's frame. `defs` are the gradients its parts refer to. */
export const svg = ({ width, height }: Size, defs: string, ...parts: string[]) =>
  shortenNumbers(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
      `<defs>${defs}</defs>${parts.join('')}</svg>`,
  )

const stop = (at: number, colour: string, opacity = 1) =>
  `<stop offset="${at}" stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`

export const verticalGradient = (id: string, ...stops: [number, string, number?][]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${stops.map(one => stop(...one)).join('')}</linearGradient>`
export const horizontalGradient = (id: string, ...stops: [number, string, number?][]) =>
  `<linearGradient id="${id}">${stops.map(one => stop(...one)).join('')}</linearGradient>`
export const radialGradient = (id: string, ...stops: [number, string, number?][]) =>
  `<radialGradient id="${id}">${stops.map(one => stop(...one)).join('')}</radialGradient>`

/** Gradients of the materials in this tone, referenced as `url(#steel)`. */
export function materials({ sky, steel: [lit, middle, shade], water, accent }: Tone) {
  const round: [number, string][] = [
    [0, middle],
    [0.22, lit],
    [0.6, middle],
    [1, shade],
  ]
  return [
    verticalGradient('sky', [0, sky[0]], [1, sky[1]]),
    verticalGradient('steel', ...round),
    horizontalGradient('column', ...round),
    verticalGradient('water', [0, water[0]], [1, water[1]]),
    verticalGradient('fire', [0, accent], [0.55, '#f58f45'], [1, '#ffe0b8']),
    horizontalGradient('jet', [0, '#ffe0b8'], [0.4, '#f58f45'], [1, accent]),
    radialGradient('glow', [0, '#ffb066', 0.75], [1, accent, 0]),
    verticalGradient('fade', [0, '#fff', 0.55], [1, '#fff', 0]),
  ].join('')
}

type Ground = 'squares' | 'rings' | 'waves' | 'hills'

/** Sky, the paper's faint pattern and, where `floor` is given, a floor from there down. */
export function ground(tone: Tone, pattern: Ground, floor?: number): string {
  const below =
    floor === undefined
      ? ''
      : rect(0, floor, 1200, 675 - floor, tone.floor) +
        rect(0, floor, 1200, 3, tone.ink, 'opacity=".35"') +
        oval(600, floor + 9, 520, 8, tone.hollow, 'opacity=".16"') +
        trace(`M0 ${floor + 46}H1200M0 ${floor + 100}H1200`, tone.ink, 1.5, 'opacity=".12"')
  return rect(0, 0, 1200, 675, 'url(#sky)') + patterns[pattern](tone, floor ?? 675) + below
}

const patterns: Record<Ground, (tone: Tone, floor: number) => string> = {
  squares: ({ faint }, floor) =>
    faded(
      0.5,
      trace(
        times(29, i => `M${40 + i * 40} 0V${floor}`) + times(Math.floor(floor / 40), i => `M0 ${35 + i * 40}H1200`),
        faint,
        1,
      ),
      trace(
        times(5, i => `M${200 + i * 200} 0V${floor}`),
        faint,
        2,
      ),
    ),
  rings: ({ faint }) =>
    faded(
      0.55,
      times(6, i => ring(600, 340, 190 + i * 85, faint, i % 2 ? 1.5 : 3, i % 2 ? 'stroke-dasharray="3 9"' : '')),
    ),
  waves: ({ faint }, floor) =>
    faded(
      0.5,
      times(7, i =>
        trace(
          `M-40 ${floor - 420 + i * 58}q110-${46 - i * 3} 220 0t220 0 220 0 220 0 220 0 220 0`,
          faint,
          i % 3 ? 1.5 : 3,
        ),
      ),
    ),
  hills: ({ faint }, floor) =>
    faded(
      0.45,
      shape(
        `M0 ${floor}V${floor - 150}l170-90 130 60 190-140 210 150 160-70 180 90 160-60V${floor}z`,
        faint,
        'opacity=".6"',
      ),
      shape(`M0 ${floor}v-70l240-80 220 70 260-100 240 90 240-60v150z`, faint),
    ),
}
