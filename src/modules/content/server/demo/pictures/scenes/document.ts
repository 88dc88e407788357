import { magnifier, pencil, volume } from '../books.ts'
import { ground, oneWay, type Scene } from '../canvas.ts'
import { certificate, drawing, page, seal } from '../papers.ts'
import { disc, edge, faded, placeAt, plate, rect, shape, times, trace } from '../shapes.ts'

/** An official letter on top of its file, sealed. */
const letter: Scene = (tone, some) => {
  const { ink, accent, steel, side } = tone
  const turn = some.between(-3, 3)
  const x = some.of([250, 130, 420])
  const beside = x === 420 ? 150 : x + 640
  const clip = 'M-46 40c0-64 92-64 92 0v150c0 38-56 38-56 0V58'
  return [
    ground(tone, some.of(['squares', 'waves', 'rings'])),
    `<g transform="translate(${x - 250} 0)">`,
    plate(250, 96, 560, 540, 12, side, `${edge(ink, 3)} transform="rotate(${turn - 7} 530 366)"`),
    plate(290, 74, 190, 50, 10, steel[0], `${edge(ink, 3)} transform="rotate(${turn - 7} 530 366)"`),
    page(tone, 320, 86, 430, 560, turn - 4, 11),
    page(tone, 372, 58, 430, 570, turn, 11),
    seal(690, 512, 78, accent, -14 + turn),
    '</g>',
    pencil(beside - 20, 570, 330, some.of([24, 32, -20]), steel[1], ink),
    placeAt(
      beside + 120,
      130,
      trace(clip, steel[1], 13, 'stroke-linecap="round"') +
        trace(clip, '#fff', 4, 'stroke-linecap="round" opacity=".6"'),
      { turn: some.of([0, 30, -18]) },
    ),
  ].join('')
}

/** Standards: volumes on a shelf, one of them under the glass. */
const library: Scene = (tone, some) => {
  const { ink, side, steel } = tone
  const colours = ['#0b4a7f', '#2b7bbd', '#13609f', '#5a9fd4', '#083a64', '#d9480f', '#8fc0e4', '#13609f']
  const first = some.between(0, 7)
  const widths = [62, 84, 58, 96, 70, 64, 88, 60]
  let x = 120
  const books = times(8, i => {
    const w = widths[(i + first) % 8]!
    const drawn = volume(ink, x, 440, w, 300 + ((i * 47 + first * 31) % 70), colours[(i + first) % 8]!)
    x += w + 4
    return drawn
  })
  return [
    ground(tone, some.of(['squares', 'waves']), 600),
    plate(70, 440, 1060, 24, 4, side, edge(ink, 3)),
    rect(110, 464, 26, 136, side, edge(ink, 3)) + rect(1064, 464, 26, 136, side, edge(ink, 3)),
    books,
    volume(ink, x + 66, 440, 70, 326, steel[1], -11),
    page(tone, 812, 134, 250, 306, 0, 8),
    magnifier(tone, 884, 262, 82, tone.accent),
    times(
      3,
      i =>
        plate(240 + i * 10, 566 - i * 34, 330 - i * 30, 34, 4, ['#0b4a7f', '#bfdaee', '#2b7bbd'][i]!, edge(ink, 3)) +
        rect(262 + i * 10, 572 - i * 34, 8, 22, '#fff', 'opacity=".7"'),
    ),
    plate(730, 556, 300, 44, 6, '#f1f7fc', edge(ink, 3)) + trace('M744 568h272M744 580h272M744 590h272', '#8fb9da', 3),
  ].join('')
}

/** Drawing board with a dimensioned section, a rule and dividers. */
const board: Scene = (tone, some) => {
  const { ink, accent, steel, face } = tone
  const turn = some.between(-4, 4)
  return [
    ground(tone, 'squares'),
    drawing(tone, 190, 70, 700, 500, turn - 3),
    shape(
      'M0 0H470V56H0z',
      '#ffe8dc',
      `${edge(ink, 3)} fill-opacity=".92" transform="translate(640 560) rotate(${turn - 14})"`,
    ),
    trace(
      times(24, i => `M${12 + i * 19} 0v${i % 5 ? 14 : 24}`),
      ink,
      2,
      `transform="translate(640 560) rotate(${turn - 14})"`,
    ),
    trace('M936 96L862 402M936 96L1030 392', steel[1], 20, 'stroke-linecap="round"'),
    trace('M936 96L862 402M936 96L1030 392', '#fff', 5, 'stroke-linecap="round" opacity=".6"'),
    shape('M854 396l18 4-18 48zM1022 388l18-4 4 50z', ink),
    disc(936, 100, 30, face, edge(ink, 4)) + disc(936, 100, 13, accent),
    rect(926, 36, 20, 40, ink),
    trace('M886 300Q946 330 1000 294', ink, 4, 'stroke-dasharray="3 7"'),
    pencil(470, 600, 260, 66, accent, ink),
  ].join('')
}

/** Certificates, fanned. */
const certificates: Scene = (tone, some) => {
  const turn = some.between(4, 9)
  const x = some.of([60, 0, 180])
  return [
    ground(tone, some.of(['rings', 'waves'])),
    faded(0.55, certificate(tone, 190 + x, 206, 520, 380, -turn - 6)),
    faded(0.85, certificate(tone, 360 + x, 130, 520, 380, turn)),
    certificate(tone, 240 + x, 130, 580, 420, -1),
    pencil(x === 180 ? 200 : 960 + x, 600, 320, x === 180 ? -16 : 26, tone.steel[1], tone.ink),
  ].join('')
}

export const documents: Scene[] = [oneWay(letter), library, board, oneWay(certificates)]
