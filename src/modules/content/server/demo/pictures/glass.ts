import { disc, edge, faded, oval, placeAt, plate, rect, shape, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

/** Glassware is placed by the middle of its foot at `x`, `y`; `level` is the fill level, `liquid` its colour. */
type Filled = { size?: number; level?: number; liquid?: string }

const pane = 'fill-opacity=".28"'
const shine = (d: string) => trace(d, '#fff', 6, 'stroke-linecap="round" opacity=".75"')

export function conical(
  { ink }: Tone,
  x: number,
  y: number,
  { size = 1, level = 0.5, liquid = 'url(#water)' }: Filled = {},
) {
  const top = -140 * level
  const half = 22 + (70 * (150 + top)) / 128
  return placeAt(
    x,
    y,
    shape('M-22-236V-150L-92-22Q-98 0-76 0H76Q98 0 92-22L22-150V-236z', '#fff', pane) +
      shape(`M${-half} ${top}q${half / 2} 9 ${half} 0t${half} 0L90-22Q95-4 74-4H-74Q-95-4-90-22z`, liquid) +
      trace('M-22-236V-150L-92-22Q-98 0-76 0H76Q98 0 92-22L22-150V-236', ink, 5, 'stroke-linejoin="round"') +
      plate(-31, -246, 62, 13, 6, '#fff', edge(ink, 4)) +
      trace('M38-84h20M30-104h18M46-64h20M54-44h20', ink, 3, 'opacity=".55"') +
      shine('M-30-128L-70-44'),
    { size },
  )
}

export function beaker(
  { ink }: Tone,
  x: number,
  y: number,
  { size = 1, level = 0.55, liquid = 'url(#water)' }: Filled = {},
) {
  const top = -200 * level
  return placeAt(
    x,
    y,
    shape('M-86-210V-16Q-86 0-70 0H70Q86 0 86-16V-210z', '#fff', pane) +
      shape(`M-83 ${top}q42 10 83 0t83 0V-18Q83-4 69-4H-69Q-83-4-83-18z`, liquid) +
      oval(0, top + 1, 82, 9, '#fff', 'opacity=".35"') +
      trace(
        'M-98-214q12 0 12 14V-16Q-86 0-70 0H70Q86 0 86-16V-214',
        ink,
        5,
        'stroke-linecap="round" stroke-linejoin="round"',
      ) +
      trace('M84-40H56M84-70H64M84-100H56M84-130H64M84-160H56', ink, 3, 'opacity=".55"') +
      shine('M-66-176v120'),
    { size },
  )
}

/** A test tube; `x`, `y` is the middle of its rim. */
export function testTube(
  { ink }: Tone,
  x: number,
  y: number,
  { size = 1, level = 0.6, liquid = 'url(#water)' }: Filled = {},
) {
  const top = 214 - 190 * level
  return placeAt(
    x,
    y,
    shape('M-20 0V196a20 20 0 0 0 40 0V0z', '#fff', pane) +
      shape(`M-17.500 ${top}h35V196a17.500 17.500 0 0 1-35 0z`, liquid) +
      oval(0, top, 17.5, 4.5, '#fff', 'opacity=".45"') +
      trace('M-20 0V196a20 20 0 0 0 40 0V0', ink, 4) +
      plate(-26, -7, 52, 11, 5.5, '#fff', edge(ink, 3)) +
      trace('M-9 22v150', '#fff', 5, 'stroke-linecap="round" opacity=".7"'),
    { size },
  )
}

/** A rack of test tubes, each with its own colour. */
export function rack(tone: Tone, x: number, y: number, liquids: string[], levels: number[]) {
  const w = liquids.length * 62 + 26
  const tubes = liquids
    .map((liquid, i) => testTube(tone, x + 44 + i * 62, y - 236, { liquid, level: levels[i % levels.length]! }))
    .join('')
  return [
    rect(x + 8, y - 206, 12, 200, tone.side) + rect(x + w - 20, y - 206, 12, 200, tone.side),
    tubes,
    plate(x, y - 196, w, 22, 4, tone.steel[1], edge(tone.ink, 3)),
    plate(x, y - 92, w, 18, 4, tone.steel[1], edge(tone.ink, 3)),
    plate(x - 8, y - 20, w + 16, 20, 4, tone.side, edge(tone.ink, 3)),
  ].join('')
}

export function volumetric(
  { ink, accent }: Tone,
  x: number,
  y: number,
  { size = 1, level = 1, liquid = 'url(#water)' }: Filled = {},
) {
  const outline = 'M-13-280V-158C-80-150-100-96-92-56C-86-22-66 0-44 0H44C66 0 86-22 92-56C100-96 80-150 13-158V-280'
  const filled =
    level < 1
      ? `M-92-72q46 9 92 0t92 0C94-30 70-4 44-4H-44C-70-4-94-30-92-72z`
      : 'M-11-214h22V-156C78-148 97-96 89-57C83-24 65-4 43-4H-43C-65-4-83-24-89-57C-97-96-78-148-11-156z'
  return placeAt(
    x,
    y,
    shape(`${outline}z`, '#fff', pane) +
      shape(filled, liquid) +
      trace(outline, ink, 5, 'stroke-linejoin="round"') +
      plate(-17, -304, 34, 30, 5, accent, edge(ink, 3)) +
      trace('M-17-214h34', ink, 4) +
      shine('M-58-112C-74-92-76-72-70-50'),
    { size },
  )
}

/** A reagent bottle with an empty label. */
export const bottle = ({ ink, face, side }: Tone, x: number, y: number, size = 1, liquid = 'url(#water)') =>
  placeAt(
    x,
    y,
    shape(
      'M-24-196v28C-24-150-62-146-62-118V-14Q-62 0-48 0H48Q62 0 62-14V-118C62-146 24-150 24-168v-28z',
      liquid,
      edge(ink, 4),
    ) +
      plate(-31, -232, 62, 40, 6, side, edge(ink, 3)) +
      plate(-46, -102, 92, 64, 4, face, edge(ink, 2)) +
      trace('M-32-84h64M-32-70h44M-32-56h54', ink, 4, 'opacity=".45"') +
      faded(0.6, shine('M-48-126v104')),
    { size },
  )

/** Rising bubbles. */
export const bubbles = (x: number, y: number, size = 1) =>
  placeAt(
    x,
    y,
    faded(
      0.75,
      [
        [0, 0, 5],
        [16, -18, 7],
        [-10, -30, 4],
        [6, -52, 6],
      ]
        .map(([cx, cy, r]) => disc(cx!, cy!, r!, 'none', 'stroke="#fff" stroke-width="2.5"'))
        .join(''),
    ),
    { size },
  )

/** A drop of water whose tip points up; 100 wide and 140 high at size 1, centred on its round part. */
export const DROP = 'M0-90C22-56 50-28 50 2A50 50 0 0 1-50 2C-50-28-22-56 0-90z'
