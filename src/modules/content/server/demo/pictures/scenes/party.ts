import { openBook } from '../books.ts'
import { radialGradient, type Scene, verticalGradient } from '../canvas.ts'
import { doves, greatWall, ribbon, wheat } from '../festive.ts'
import { disc, edge, faded, placeAt, plate, rect, shape, times, trace } from '../shapes.ts'
import { party } from '../tones.ts'

const { red, dark, light, gold, pale } = party

const defs = `<defs>${verticalGradient('warm', [0, '#b30f1b'], [1, '#d9242c'])}${verticalGradient('cream', [0, '#fff8ee'], [1, '#fbdfc4'])}${radialGradient('sun', [0, '#ffe6a8', 0.95], [0.5, '#f3c65a', 0.45], [1, '#f3c65a', 0])}</defs>`

const rays = (cx: number, cy: number, colour: string, opacity: number) =>
  faded(
    opacity,
    times(18, i => shape(`M${cx} ${cy}l-34-1000h68z`, colour, `transform="rotate(${i * 20} ${cx} ${cy})"`)),
  )

/** The Great Wall at sunrise, or at dusk, under a red ribbon. */
const wall: Scene = (_, some) => {
  const dusk = some.maybe(0.4)
  return [
    defs,
    rect(0, 0, 1200, 675, dusk ? 'url(#warm)' : 'url(#cream)'),
    dusk ? rays(600, 420, light, 0.35) : '',
    disc(some.of([600, 380, 820]), 300, 300, 'url(#sun)'),
    doves(some.between(120, 620), 270, '#fff', dusk ? gold : red),
    greatWall(dusk ? '#7d0a13' : red, dusk ? gold : dark, 675),
    ribbon(0, 40, 1200, dusk ? '#d9242c' : 'url(#warm)', gold),
  ].join('')
}

/** An open book between ears of wheat. */
const study: Scene = (_, some) => {
  const bright = some.maybe(0.4)
  const ear = bright ? '#d9a237' : gold
  return [
    defs,
    rect(0, 0, 1200, 675, bright ? 'url(#cream)' : 'url(#warm)'),
    rays(600, 420, bright ? '#fff' : light, some.of([0.35, 0.5])),
    disc(600, 330, 270, 'url(#sun)', 'opacity=".75"'),
    wheat(340, 590, 1.2, ear) + wheat(860, 590, 1.2, ear, true),
    openBook(600, 470, 1.05, dark, '#7d0a13', '#e3b9a4'),
    trace('M0 628H1200', bright ? red : gold, 4) + trace('M0 642H1200', bright ? red : gold, 1.5),
    doves(some.of([80, 900]), 150, bright ? '#fff' : pale, bright ? red : gold),
  ].join('')
}

/** A memorial on its steps between flags and pines. */
const memorial: Scene = (_, some) => {
  const flag = (x: number, h: number) =>
    rect(x, 560 - h, 7, h, '#8a5a2b') +
    shape(`M${x + 7} ${564 - h}q34-20 66 0t66 0v74q-32 20-66 0t-66 0z`, 'url(#warm)') +
    shape(`M${x + 7} ${564 - h}q34-20 66 0v74q-34-20-66 0z`, '#fff', 'opacity=".12"')
  const pine = (x: number, size: number) =>
    placeAt(
      x,
      560,
      rect(-7, -30, 14, 30, '#7a4a2a') + shape('M-58-24H58L30-84H44L20-134H30L0-196-30-134H-20L-44-84H-30z', '#5e7d5a'),
      { size },
    )
  return [
    defs,
    rect(0, 0, 1200, 675, 'url(#cream)'),
    disc(600, 330, 320, 'url(#sun)'),
    faded(0.3, shape('M0 560V430C160 360 260 420 380 400S640 320 780 392S1040 350 1200 410V560z', red)),
    doves(some.of([160, 760]), 150, '#fff', red),
    times(4, i => pine(70 + i * 84, 0.8 + ((i * 3) % 4) * 0.1) + pine(1130 - i * 84, 0.8 + ((i * 5) % 4) * 0.1)),
    times(3, i => flag(276 + i * 70, 250 + i * 34) + flag(744 + i * 70, 318 - i * 34)),
    shape('M548 520L566 120 600 76 634 120 652 520z', '#f7e4cf', edge('#b98a63', 3)),
    shape('M600 76L634 120 652 520H600z', '#e6c6a5'),
    rect(516, 500, 168, 60, '#f1d7bb', edge('#b98a63', 3)) + rect(470, 556, 260, 30, '#e6c6a5', edge('#b98a63', 3)),
    shape('M470 586H730L860 675H340z', '#f7e4cf', edge('#b98a63', 3)) +
      trace('M452 600H748M430 616H770M402 634H798M372 654H828', '#b98a63', 3),
    shape('M0 560H470V675H0zM730 560H1200V675H730z', '#dcb893', 'opacity=".55"'),
    wheat(586, 488, 0.2, red) + wheat(614, 488, 0.2, red, true),
  ].join('')
}

/** The Party-branch room: a long table, red hangings, a shelf of books. */
const branch: Scene = (_, some) => {
  const books = times(9, i =>
    rect(
      140 + i * 30,
      214 - ((i * 17) % 5) * 8,
      24,
      86 + ((i * 17) % 5) * 8,
      [red, gold, dark, light, '#e8a04c'][(i + some.between(0, 4)) % 5]!,
    ),
  )
  return [
    defs,
    rect(0, 0, 1200, 675, 'url(#cream)'),
    rect(0, 470, 1200, 205, '#f2cfae'),
    rect(0, 466, 1200, 6, dark, 'opacity=".35"'),
    plate(110, 300, 320, 14, 3, dark) + books,
    rect(540, 70, 560, 290, 'url(#warm)', edge(dark, 4)),
    rect(560, 90, 520, 250, 'none', edge(gold, 3)),
    disc(820, 215, 74, 'url(#sun)'),
    wheat(760, 300, 0.5, gold) + wheat(880, 300, 0.5, gold, true),
    trace('M770 250q25-14 50 0q25-14 50 0M770 236q25-14 50 0q25-14 50 0', pale, 6),
    times(5, i => plate(170 + i * 190, 396, 100, 120, 20, dark, edge('#5e060d', 3))),
    shape('M90 500H1110L1190 590H10z', '#8a3b22', edge('#5e1a10', 3)),
    rect(10, 590, 1180, 85, '#6e2717', edge('#5e1a10', 3)),
    times(
      5,
      i =>
        shape(`M${184 + i * 190} 520l66 0 10 34-92 0z`, '#fff', edge('#c9a27c', 2)) +
        trace(`M${196 + i * 190} 532h44M${192 + i * 190} 542h54`, '#d8b48f', 3) +
        plate(270 + i * 190, 516, 22, 32, 4, red, edge('#5e060d', 2)),
    ),
  ].join('')
}

export const partyBuilding: Scene[] = [wall, study, branch, memorial]
