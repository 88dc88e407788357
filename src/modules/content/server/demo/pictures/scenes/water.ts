import { ground, type Scene } from '../canvas.ts'
import { DROP } from '../glass.ts'
import { flange, flow, gaugeOn, pipe, pump, valve } from '../pipework.ts'
import { disc, dots, edge, faded, oval, plate, rect, ring, shape, times, trace } from '../shapes.ts'
import type { Tone } from '../tones.ts'
import { tank } from '../vessels.ts'

/** The window in an ion-exchange column through which its resin shows. */
const resin = ({ ink, hollow }: Tone, x: number, y: number, h: number, colour: string, light: string) =>
  [
    plate(x, y, 74, h, 12, hollow, edge(ink, 4)),
    rect(x + 5, y + 6, 64, 40, 'url(#water)', 'opacity=".8"'),
    plate(x + 4, y + 46, 66, h - 50, 8, colour),
    times(Math.floor((h - 62) / 17), i => dots(`M${x + 14 + (i % 2) * 8} ${y + 58 + i * 17}H${x + 66}`, light, 12, 16)),
  ].join('')

/** Ion exchange: two columns of resin, one at work and one being regenerated. */
const exchange: Scene = (tone, some) => {
  const { ink, steel, accent } = tone
  const column = (x: number, colour: string, light: string) =>
    tank(tone, x, 214, 210, 236, 40) + resin(tone, x + 68, 226, 214, colour, light)
  return [
    ground(tone, some.of(['squares', 'waves']), 548),
    pipe(tone, 'M0 112H980', 28),
    pipe(tone, 'M375 112V164', 26) + pipe(tone, 'M705 112V164', 26),
    flange(tone, 375, 150, 26, true) + flange(tone, 705, 150, 26, true),
    plate(974, 92, 12, 40, 3, steel[0], edge(ink, 3)),
    valve(tone, 540, 112, 0.8),
    flow(accent, 200, 112, 0, 1.2),
    column(270, '#e9a36a', '#f8d3ae'),
    column(600, '#2b7bbd', '#9ccbec'),
    pipe(tone, 'M375 500V524H1010V470', 26),
    pipe(tone, 'M705 500V524', 26),
    shape('M912 300H1108V474Q1108 490 1092 490H928Q912 490 912 474z', 'url(#column)', edge(ink, 3)),
    plate(900, 286, 220, 20, 5, steel[0], edge(ink, 3)),
    plate(944, 336, 24, 130, 6, '#f7fbfe', edge(ink, 3)),
    rect(947, some.between(356, 400), 18, 64, 'url(#water)'),
    rect(930, 490, 22, 58, tone.side) + rect(1068, 490, 22, 58, tone.side),
    gaugeOn(tone, 840, 104, 32, some.between(3, 7) / 10),
    plate(80, 404, 120, 144, 8, 'url(#column)', edge(ink, 3)),
    plate(72, 392, 136, 18, 4, accent, edge(ink, 3)),
    pipe(tone, 'M140 392V300H290', 16),
    rect(100, 440, 80, 54, tone.face, edge(ink, 2)),
  ].join('')
}

/** Cross-section of a water drop, 600 high: raw water above, the treatment layers, pure water below. */
export function treatedDrop({ ink, accent, face }: Tone, cx: number, cy: number): string {
  const scaled = `translate(${cx} ${cy}) scale(3.9)`
  const bands = ['#13609f', '#3f8dc9', '#e9b58a', '#8fc0e4', '#dfeef8']
  const [left, top] = [cx - 220, cy - 392]
  return [
    `<clipPath id="drop"><path d="${DROP}" transform="${scaled}"/></clipPath>`,
    '<g clip-path="url(#drop)">',
    rect(left, top + 30, 440, 600, face),
    ...bands.map((band, i) =>
      shape(`M${left} ${top + (i ? 190 + i * 84 : 20)}q55-16 110 0t110 0 110 0 110 0V${top + 640}H${left}z`, band),
    ),
    times(3, i => dots(`M${cx - 200 + (i % 2) * 12} ${top + 386 + i * 24}H${cx + 200}`, '#d98a52', 15, 24)),
    dots(`M${cx - 190} ${top + 312}H${cx + 200}`, '#bfdaee', 10, 38) +
      dots(`M${cx - 170} ${top + 336}H${cx + 200}`, '#bfdaee', 7, 38),
    trace(
      times(9, i => `M${cx - 200 + i * 50} ${top + 462}l25 40m-25 0l25-40`),
      '#2b7bbd',
      3,
      'opacity=".7"',
    ),
    [
      [-70, 226, 9],
      [40, 246, 7],
      [84, 222, 5],
      [-14, 186, 5],
      [10, 142, 4],
    ]
      .map(([dx, dy, r]) => disc(cx + dx!, top + dy!, r!, accent))
      .join(''),
    oval(cx + 60, top + 566, 190, 90, '#fff', 'opacity=".35"'),
    '</g>',
    shape(DROP, 'none', `transform="${scaled}" stroke="${ink}" stroke-width="1.6"`),
    trace(`M${cx - 150} ${cy}a150 150 0 0 0 40 128`, '#fff', 12, 'stroke-linecap="round" opacity=".75"'),
    trace(
      times(
        4,
        i => `M${cx + [118, 166, 196, 186][i]!} ${top + 236 + i * 84}H${cx + 330}m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0`,
      ),
      ink,
      2.5,
      'opacity=".75"',
    ),
  ].join('')
}

const layers: Scene = (tone, some) => {
  const cx = some.of([600, 480, 720])
  return [
    ground(tone, 'waves'),
    faded(
      0.8,
      times(4, i => ring(cx, 376, 262 + i * 62, tone.faint, i % 2 ? 1.5 : 3, i % 2 ? 'stroke-dasharray="2 10"' : '')),
    ),
    treatedDrop(tone, cx, 392),
  ].join('')
}

/** Reverse osmosis: a rack of membrane tubes with its pump and dials. */
const membranes: Scene = (tone, some) => {
  const { ink, side, face, accent } = tone
  const tube = (i: number) => {
    const y = 112 + i * 90
    return [
      plate(292, y, 640, 66, 8, 'url(#steel)', edge(ink, 3)),
      plate(278, y - 7, 30, 80, 5, side, edge(ink, 3)) + plate(916, y - 7, 30, 80, 5, side, edge(ink, 3)),
      rect(470, y + 2, 9, 62, accent, 'opacity=".85"') + rect(744, y + 2, 9, 62, accent, 'opacity=".85"'),
      plate(316, y + 11, 580, 9, 4, '#fff', 'opacity=".6"'),
      pipe(tone, `M946 ${y + 33}h62`, 18) + pipe(tone, `M278 ${y + 33}h-48`, 18),
    ].join('')
  }
  return [
    ground(tone, some.of(['rings', 'squares']), 556),
    rect(372, 96, 20, 460, side, edge(ink, 2)) + rect(830, 96, 20, 460, side, edge(ink, 2)),
    plate(350, 92, 522, 16, 4, side, edge(ink, 2)),
    pipe(tone, 'M1016 128V540H1200', 28),
    pipe(tone, 'M222 128V478', 28),
    times(4, tube),
    flow(accent, 1130, 540),
    gaugeOn(tone, 222, 130, 34, some.between(5, 8) / 10),
    gaugeOn(tone, 1016, 130, 28, some.between(2, 5) / 10),
    pump(tone, 262, 556, 0.72),
    plate(560, 506, 170, 50, 6, face, edge(ink, 3)),
    trace('M580 540l26-10 24 6 30-18 26 8 24-12', accent, 4, 'stroke-linejoin="round"'),
    valve(tone, 1100, 540, 0.62),
  ].join('')
}

export const water: Scene[] = [exchange, layers, membranes]
