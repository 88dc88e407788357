import type { isometric } from './iso.ts'
import { times } from './shapes.ts'
import type { Tone } from './tones.ts'

type Isometric = ReturnType<typeof isometric>

/** A boiler house with its chimney and tanks, on the floor of `iso`; one of its five windows is lit. */
export function boilerHouse(iso: Isometric, { side, steel, accent, face, hollow }: Tone, lit: number): string {
  const paint = { top: face, left: steel[1], right: side }
  const window = (i: number, fill: string) => {
    const x = -2.4 + i * 1.4
    return iso.patch(
      [
        [x, 4, 1.7],
        [x + 0.9, 4, 1.7],
        [x + 0.9, 4, 2.7],
        [x, 4, 2.7],
      ],
      fill,
      'opacity=".85"',
    )
  }
  return [
    iso.floor(-5, -3.6, 14, 12.4),
    iso.silo(6.6, -2.4, 0, 0.62, 6.6, { taper: 0.72, band: accent }),
    iso.run(
      [
        [4, -2.4, 1.6],
        [6.2, -2.4, 1.6],
      ],
      26,
      steel[0],
    ),
    iso.box(-3, -2, 0, 7.4, 6, 3.1, paint),
    iso.box(-2, -1, 3.1, 3, 1.2, 0.7, paint) + iso.box(-2, 1.6, 3.1, 3, 1.2, 0.7, paint),
    iso.box(2.2, -0.8, 3.1, 1.2, 1.2, 1, paint) + iso.silo(2.8, 2.4, 3.1, 0.3, 0.9),
    times(5, i => window(i, i === lit ? '#ffb066' : hollow)),
    iso.patch(
      [
        [0.9, 4, 0],
        [2.7, 4, 0],
        [2.7, 4, 1.5],
        [0.9, 4, 1.5],
      ],
      hollow,
    ),
    times(4, i =>
      iso.line(
        [
          [4.4, -1.6 + i * 1.4, 2.2],
          [4.4, -0.7 + i * 1.4, 2.2],
        ],
        face,
        12,
      ),
    ),
    iso.silo(7, 0.2, 0, 1.05, 2.7, { band: accent }) + iso.silo(7, 3.1, 0, 1.05, 2.7),
    iso.run(
      [
        [7, 0.2, 2.7],
        [7, 0.2, 3.4],
        [7, 3.1, 3.4],
        [7, 3.1, 2.7],
      ],
      13,
    ),
    iso.run(
      [
        [4.4, 3.4, 0.9],
        [5.4, 3.4, 0.9],
        [5.4, 6.6, 0.9],
        [4.2, 6.6, 0.9],
      ],
      16,
      '#e9a36a',
    ),
    iso.silo(-3.4, 6, 0, 0.95, 2) + iso.silo(-0.8, 6.4, 0, 0.95, 2, { band: accent }),
    iso.run(
      [
        [-3.4, 6, 2],
        [-3.4, 6, 2.6],
        [-0.8, 6.4, 2.6],
        [-0.8, 6.4, 2],
      ],
      11,
    ),
    iso.box(2, 5.8, 0, 2.4, 1.6, 1.1, paint),
  ].join('')
}
