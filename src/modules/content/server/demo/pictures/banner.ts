import { magnifier, openBook, pencil } from './books.ts'
import { type Banner, materials, NARROW, radialGradient, type Size, svg, verticalGradient } from './canvas.ts'
import { rack } from './glass.ts'
import { isometric } from './iso.ts'
import { certificate, page, seal } from './papers.ts'
import { helmet } from './scenes/training.ts'
import { treatedDrop } from './scenes/water.ts'
import { faded, oval, placeAt, rect, ring, times, trace } from './shapes.ts'
import { tones } from './tones.ts'
import { boilerHouse } from './works.ts'

const WIDE: Size = { width: 1920, height: 640 }

const deep = tones[1]

/** Each motif is drawn round the point 0, 0, about 900 wide and 600 high. */
const motifs = [
  () => boilerHouse(isometric(-10, -96, 39, deep), deep, 2),
  () =>
    [
      certificate(deep, -310, -256, 380, 260, -8),
      oval(-40, 240, 400, 24, '#041d34', 'opacity=".5"'),
      openBook(-50, 180, 1.25, '#2b7bbd', deep.ink),
      helmet(deep.ink, 250, 110, 0.9, deep.accent),
      pencil(-240, 250, 250, 58, '#f2b441', deep.ink),
    ].join(''),
  () =>
    [
      page(deep, 110, -250, 330, 440, 8, 9),
      seal(356, 116, 62, deep.accent, -6),
      certificate(deep, -400, -190, 560, 400, -5),
      magnifier(deep, 40, 70, 120, deep.accent),
    ].join(''),
  () =>
    [
      rack(deep, 90, 270, ['#dfeef8', '#bfdaee', '#8fc0e4', '#5a9fd4', '#f7b98f'], [0.72, 0.66, 0.7, 0.62, 0.5]),
      placeAt(-130, 30, treatedDrop(deep, 0, 0), { size: 0.96 }),
    ].join(''),
]

/** Dark and calm where the page sets its title: on the left, or above in the narrow crop. */
export function homeBanner(n: number): Banner {
  const motif = motifs[n]!()
  const defs =
    materials(deep) +
    verticalGradient('night', [0, '#062b4a'], [0.6, '#083a64'], [1, '#0b4a7f']) +
    radialGradient('lamp', [0, '#2b7bbd', 0.55], [1, '#2b7bbd', 0])
  const paper = (cx: number, cy: number, w: number, h: number) =>
    rect(0, 0, w, h, 'url(#night)') +
    oval(cx, cy, h * 1.05, h * 0.85, 'url(#lamp)') +
    faded(
      0.5,
      times(5, i =>
        ring(cx, cy, h * (0.38 + i * 0.17), '#2b7bbd', i % 2 ? 1.5 : 3, i % 2 ? 'stroke-dasharray="3 10"' : ''),
      ),
    ) +
    faded(
      0.35,
      times(4, i =>
        trace(
          `M-20 ${h - 40 - i * 30}q${w / 8}-${40 - i * 6} ${w / 4} 0t${w / 4} 0 ${w / 4} 0 ${w / 3} 0`,
          '#2b7bbd',
          i % 2 ? 1.5 : 3,
        ),
      ),
    )
  return {
    size: WIDE,
    wide: svg(WIDE, defs, paper(1612, 320, 1920, 640), placeAt(1612, 330, motif, { size: 0.65 })),
    narrow: svg(NARROW, defs, paper(375, 370, 750, 600), placeAt(375, 372, motif, { size: 0.68 })),
  }
}
