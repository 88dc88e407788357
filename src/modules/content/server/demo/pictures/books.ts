import { disc, edge, placeAt, plate, rect, ring, shape, times, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

/** A magnifying glass; its lens is centred at `x`, `y`. */
export const magnifier = ({ ink, steel }: Tone, x: number, y: number, r: number, handle: string) =>
  placeAt(
    x,
    y,
    shape(
      `M-${r * 0.13} ${r}h${r * 0.26}l${r * 0.08} ${r * 1.15}q0 ${r * 0.16}-${r * 0.21} ${r * 0.16}t-${r * 0.21}-${r * 0.16}z`,
      handle,
      edge(ink, 3),
    ) +
      disc(0, 0, r, '#dfeef8', 'opacity=".5"') +
      ring(0, 0, r, ink, r * 0.19) +
      ring(0, 0, r, steel[1], r * 0.12) +
      trace(
        `M${-r * 0.62} ${-r * 0.2}A${r * 0.66} ${r * 0.66} 0 0 1 ${-r * 0.1} ${-r * 0.65}`,
        '#fff',
        r * 0.09,
        'stroke-linecap="round" opacity=".9"',
      ),
    { turn: -42 },
  )

/** A standing volume, its spine to us. */
export const volume = (ink: string, x: number, foot: number, w: number, h: number, colour: string, lean = 0) =>
  placeAt(
    x,
    foot,
    plate(0, -h, w, h, 4, colour, edge(ink, 3)) +
      rect(2, -h + 30, w - 4, 8, '#fff', 'opacity=".7"') +
      rect(2, -h + 44, w - 4, 3, '#fff', 'opacity=".7"') +
      plate(w * 0.28, -h * 0.62, w * 0.44, h * 0.28, 3, '#fff', 'opacity=".85"') +
      rect(2, -34, w - 4, 8, '#fff', 'opacity=".7"'),
    { turn: lean },
  )

/** An open book lying in front of us. */
export const openBook = (x: number, y: number, size: number, cover: string, ink: string, lines = '#8fb9da') =>
  placeAt(
    x,
    y,
    shape('M-300 40L-250-150Q-120-190 0-140Q120-190 250-150L300 40Q140 0 0 50Q-140 0-300 40z', cover, edge(ink, 3)) +
      shape('M0-132Q-116-176-236-140L-280 22Q-130-18 0 34z', '#fff', edge(ink, 2)) +
      shape('M0-132Q116-176 236-140L280 22Q130-18 0 34z', '#f4f3f1', edge(ink, 2)) +
      trace(
        times(
          6,
          i => `M${-208 - i * 7.4} ${-112 + i * 20}Q${-110 - i * 3} ${-136 + i * 21} ${-22 - i} ${-104 + i * 20}`,
        ) +
          times(
            4,
            i => `M${22 + i} ${-104 + i * 20}Q${110 + i * 3} ${-136 + i * 21} ${208 + i * 7.4} ${-112 + i * 20}`,
          ),
        lines,
        7,
        'stroke-linecap="round"',
      ),
    { size },
  )

/** A pencil; its point is at `x`, `y`. */
export const pencil = (x: number, y: number, length: number, turn: number, colour: string, ink: string) =>
  placeAt(
    x,
    y,
    shape('M0 0L-10-30H10z', '#ffe8dc', edge(ink, 2)) +
      shape('M0 0l-3.500-10h7z', ink) +
      rect(-10, -length, 20, length - 30, colour, edge(ink, 2)) +
      rect(-3, -length, 6, length - 30, '#fff', 'opacity=".35"') +
      rect(-10, -length - 14, 20, 14, '#bfdaee', edge(ink, 2)),
    { turn },
  )
