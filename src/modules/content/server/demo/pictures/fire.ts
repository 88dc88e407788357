import { disc, edge, placeAt, plate, rect, ring, shape, times, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

/** A standing flame, 100 wide and 160 high at size 1, its foot at `x`, `y`. */
export const flame = (x: number, y: number, size = 1) =>
  placeAt(
    x,
    y,
    shape(
      'M0 0C-42-2-56-36-46-66C-40-84-22-92-20-118C-19-134-10-148-2-160C0-136 14-124 26-106C30-114 30-122 28-130C46-106 54-82 50-52C46-20 28-2 0 0z',
      'url(#fire)',
    ) + shape('M2-4C-20-6-28-26-22-44C-18-56-6-62-4-82C10-70 26-52 26-32C26-14 16-4 2-4z', '#ffe7c7', 'opacity=".85"'),
    { size },
  )

/** A flame that a burner throws to the right, 300 long and 96 high at size 1. */
export const jet = (x: number, y: number, size = 1) =>
  placeAt(
    x,
    y,
    shape(
      'M0-24C50-56 120-50 176-40C214-34 250-26 300-4C262-2 270 10 240 14C200 22 186 40 134 44C84 48 36 46 0 24z',
      'url(#jet)',
    ) +
      shape(
        'M0-14C44-30 100-26 150-14C170-8 186-4 206 2C176 8 168 18 128 22C84 26 34 24 0 14z',
        '#ffe7c7',
        'opacity=".85"',
      ),
    { size },
  )

/** Warm light around a fire. */
export const glow = (x: number, y: number, r: number) => disc(x, y, r, 'url(#glow)')

/** A packaged burner that fires to the right; its mouth is at `x`, `y`. */
export const burner = ({ ink, side, face, accent }: Tone, x: number, y: number, size = 1) =>
  placeAt(
    x,
    y,
    plate(-64, -40, 64, 80, 4, 'url(#steel)', edge(ink, 3)) +
      plate(-78, -54, 18, 108, 4, face, edge(ink, 3)) +
      shape('M-78-62h-74c-34 0-56 26-56 62s22 62 56 62h74z', 'url(#steel)', edge(ink, 3)) +
      disc(-146, 4, 40, side, edge(ink, 3)) +
      trace(
        times(8, i => `M-146 4l${(Math.cos(i * 0.785) * 34).toFixed(1)} ${(Math.sin(i * 0.785) * 34).toFixed(1)}`),
        face,
        3,
        'opacity=".7"',
      ) +
      disc(-146, 4, 9, face, edge(ink, 2)) +
      plate(-128, -92, 50, 32, 4, accent, edge(ink, 3)) +
      rect(-118, 60, 20, 46, ink) +
      plate(-130, 84, 44, 34, 4, side, edge(ink, 2)),
    { size },
  )

/** A flue tube or furnace in section: a corrugated ring with fire in it. */
export const furnaceEnd = ({ ink, face, hollow }: Tone, cx: number, cy: number, r: number) =>
  [
    disc(cx, cy, r, face, edge(ink, 3)),
    disc(cx, cy, r * 0.86, hollow),
    glow(cx, cy + r * 0.1, r * 0.86),
    flame(cx, cy + r * 0.62, r / 112),
    ring(cx, cy, r * 0.93, ink, 2, 'stroke-dasharray="6 7" opacity=".6"'),
  ].join('')
