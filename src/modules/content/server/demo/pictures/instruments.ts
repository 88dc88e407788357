import { disc, edge, placeAt, plate, rect, shape, times, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

/** A burette 330 long, its tip at `x`, `y`. */
export const burette = ({ ink, accent, face }: Tone, x: number, y: number, level: number) =>
  placeAt(
    x,
    y,
    shape('M-13-330h26V-74L4-52V0h-8V-52L-13-74z', '#fff', 'fill-opacity=".4"') +
      rect(-11, -326 + 250 * (1 - level), 22, 250 * level - 4, 'url(#water)') +
      trace('M-13-330V-74L-4-52V0M13-330V-74L4-52V0', ink, 3.5) +
      trace(
        times(12, i => `M13 ${-312 + i * 19}h${i % 3 ? -10 : -17}`),
        ink,
        2.5,
      ) +
      plate(-34, -62, 68, 15, 7, accent, edge(ink, 3)) +
      disc(0, -54.5, 11, face, edge(ink, 3)),
  )

/** A laboratory stand: foot, rod, and a clamp reaching `arm` to the side at height `grip`. */
export const stand = ({ ink, side, steel }: Tone, x: number, y: number, h: number, arm: number, grip: number) =>
  [
    plate(x - 5, y - h, 10, h, 5, steel[1], edge(ink, 2)),
    plate(Math.min(x - 40, x - 40 + arm * 0.6), y - 18, 150, 18, 5, side, edge(ink, 3)),
    trace(`M${x} ${y - grip}h${arm}`, ink, 10, 'stroke-linecap="round"'),
    plate(x - 14, y - grip - 14, 28, 28, 5, steel[1], edge(ink, 3)),
    plate(x + arm - 24, y - grip - 11, 48, 22, 6, steel[0], edge(ink, 3)),
  ].join('')

/** An electrode hanging from its cable, its bulb at `x`, `y`. */
export const electrode = ({ ink, side, steel }: Tone, x: number, y: number, cable: string, colour = side) =>
  [
    trace(`M${x} ${y - 250}${cable}`, ink, 7, 'stroke-linecap="round"'),
    plate(x - 14, y - 170, 28, 154, 10, '#fff', `fill-opacity=".75" ${edge(ink, 3)}`),
    rect(x - 3, y - 160, 6, 138, steel[1]),
    plate(x - 18, y - 258, 36, 96, 8, colour, edge(ink, 3)),
    trace(`M${x - 18} ${y - 232}h36M${x - 18} ${y - 216}h36`, ink, 2, 'opacity=".6"'),
    disc(x, y - 8, 13, '#bfdaee', edge(ink, 3)),
  ].join('')

/** A bench instrument with a curve on its screen; `x`, `y` is its lower left corner. */
export const meter = ({ ink, face, side, accent, steel }: Tone, x: number, y: number, w: number, curve: string) =>
  placeAt(
    x,
    y,
    shape(`M0 0L16-176Q18-190 34-190H${w - 34}Q${w - 18}-190 ${w - 16}-176L${w} 0z`, face, edge(ink, 4)) +
      plate(38, -168, w - 76, 98, 8, '#062b4a', edge(ink, 3)) +
      trace(`M54-92H${w - 54}M54-112H${w - 54}M54-132H${w - 54}`, '#2b7bbd', 1.5, 'opacity=".7"') +
      trace(curve, '#ffb066', 5, 'stroke-linecap="round" stroke-linejoin="round"') +
      times(4, i => plate(40 + i * 46, -50, 32, 24, 5, i ? steel[1] : accent, edge(ink, 2))) +
      disc(w - 58, -36, 22, side, edge(ink, 3)) +
      trace(`M${w - 58} -38v-16`, '#fff', 4),
  )
