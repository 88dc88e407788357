import { down, radial, type Scene } from '../canvas.ts'
import { doves, greatWall, ribbon, wheat } from '../festive.ts'
import { openBook } from '../papers.ts'
import { disc, edge, faded, plate, rect, shape, times, trace } from '../shapes.ts'
import { party } from '../tones.ts'

const { red, dark, light, gold, pale } = party

const red_ = `<defs>${down('warm', [0, '#b30f1b'], [1, '#d9242c'])}${down('cream', [0, '#fff8ee'], [1, '#fbdfc4'])}${radial('sun', [0, '#ffe6a8', 0.95], [0.5, '#f3c65a', 0.45], [1, '#f3c65a', 0])}</defs>`

const rays = (cx: number, cy: number, colour: string, opacity: number) =>
  faded(opacity, times(18, i => shape(`M${cx} ${cy}l-34-1000h68z`, colour, `transform="rotate(${i * 20} ${cx} ${cy})"`)))

/** The Great Wall at sunrise under a red ribbon. */
const wall: Scene = (_, some) =>
  [
    red_,
    rect(0, 0, 1200, 675, 'url(#cream)'),
    disc(some.of([600, 380, 820]), 300, 300, 'url(#sun)'),
    doves(some.between(120, 200), 250, '#fff', red),
    greatWall(red, dark, 675),
    ribbon(0, 40, 1200, 'url(#warm)', gold),
  ].join('')

/** An open book between ears of wheat. */
const study: Scene = (_, some) =>
  [
    red_,
    rect(0, 0, 1200, 675, 'url(#warm)'),
    rays(600, 420, light, some.of([0.35, 0.5])),
    disc(600, 330, 270, 'url(#sun)', 'opacity=".75"'),
    wheat(340, 590, 1.2, gold) + wheat(860, 590, 1.2, gold, true),
    openBook({ ink: '#7d0a13', side: dark } as never, 600, 470, 1.05),
    trace('M0 628H1200', gold, 4) + trace('M0 642H1200', gold, 1.5),
    doves(880, 130, pale, gold),
  ].join('')

/** The Party-branch room: a long table, red hangings, a shelf of books. */
const branch: Scene = (_, some) => {
  const books = times(9, i => rect(140 + i * 30, 214 - ((i * 17) % 5) * 8, 24, 86 + ((i * 17) % 5) * 8, [red, gold, dark, light, '#e8a04c'][(i + some.between(0, 4)) % 5]!))
  return [
    red_,
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
    times(5, i => shape(`M${184 + i * 190} 520l66 0 10 34-92 0z`, '#fff', edge('#c9a27c', 2)) + trace(`M${196 + i * 190} 532h44M${192 + i * 190} 542h54`, '#d8b48f', 3) + plate(270 + i * 190, 516, 22, 32, 4, red, edge('#5e060d', 2))),
  ].join('')
}

export const partyBuilding: Scene[] = [wall, study, branch]
