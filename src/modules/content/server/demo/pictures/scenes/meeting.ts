import { ground, oneWay, type Scene, verticalGradient } from '../canvas.ts'
import { DROP } from '../glass.ts'
import { audience, dais, lectern, potted, screen, speaker } from '../people.ts'
import { disc, edge, faded, placeAt, plate, rect, ring, shape, times, trace } from '../shapes.ts'

const COATS = ['#0b4a7f', '#13609f', '#2b7bbd', '#083a64', '#5a9fd4']

/** Emblem on the screen of a hall: drop, rings and waves. */
const emblem = (w: number, h: number) =>
  [
    faded(
      0.5,
      times(3, i => ring(w * 0.5, h * 0.46, h * (0.26 + i * 0.12), '#bfdaee', 2)),
    ),
    shape(DROP, '#dfeef8', `transform="translate(${w * 0.5} ${h * 0.5}) scale(${h / 330})"`),
    times(3, i =>
      trace(
        `M0 ${h * (0.78 + i * 0.08)}q${w / 8}-${h * 0.07} ${w / 4} 0t${w / 4} 0 ${w / 4} 0 ${w / 4} 0`,
        '#5a9fd4',
        4 - i,
      ),
    ),
  ].join('')

/** A congress: listeners from behind, the stage and its screen before them. */
const congress: Scene = (tone, some) => {
  const { ink, side, face } = tone
  const count = some.between(9, 11)
  return [
    `<defs>${verticalGradient('show', [0, '#083a64'], [1, '#13609f'])}</defs>`,
    ground(tone, 'squares', 470),
    rect(0, 0, 1200, 24, side),
    times(9, i => plate(90 + i * 124, 16, 50, 14, 4, '#ffe0b8', 'opacity=".9"')),
    times(4, i => shape(`M${130 + i * 314} 30h30l${64 - i * 42} 300h-150z`, '#fff', 'opacity=".1"')),
    screen(tone, 330, 62, 540, 214, 'url(#show)', emblem(540, 214)),
    rect(50, 420, 1100, 74, side, edge(ink, 3)),
    trace('M50 438H1150', face, 3, 'opacity=".5"'),
    potted(tone, 112, 420, 0.78) + potted(tone, 1088, 420, 0.78),
    lectern(tone, 250, 421, 0.86),
    dais(tone, 380, 352, 560, 5),
    audience(
      '#04233f',
      { y: 586, size: 0.95, count, coats: COATS, from: 30 },
      { y: 690, size: 1.3, count: count - 2, coats: COATS.toReversed() },
    ),
  ].join('')
}

/** A council chamber in plan, as the architect draws it. */
const chamber: Scene = (tone, some) => {
  const { ink, face, side, accent, steel, faint } = tone
  const seats = some.of([5, 6, 7])
  const step = 720 / seats
  const chair = (turn: number, x: number, y: number) =>
    `<use href="#chair" transform="translate(${x} ${y}) rotate(${turn})"/>`
  const place = (turn: number, x: number, y: number) =>
    `<use href="#place" transform="translate(${x} ${y}) rotate(${turn})"/>`
  const both = (draw: typeof chair, dy: number) =>
    times(seats, i => draw(0, 240 + step * (i + 0.5), 338 - dy) + draw(180, 240 + step * (i + 0.5), 338 + dy))
  return [
    '<defs><g id="chair">',
    plate(-42, -34, 84, 74, 20, steel[1], edge(ink, 3)) + plate(-42, -44, 84, 24, 12, side, edge(ink, 3)),
    '</g><g id="place">',
    plate(-24, -32, 48, 62, 3, '#fff', edge('#2b7bbd', 2)) +
      trace('M-15-18h30M-15-6h30M-15 6h20', '#8fb9da', 4) +
      disc(40, -14, 11, '#fff', edge('#2b7bbd', 3)),
    '</g></defs>',
    ground(tone, 'squares'),
    plate(60, 46, 1080, 584, 20, faint, 'opacity=".45"'),
    plate(84, 70, 1032, 536, 14, 'none', `${edge(ink, 2)} opacity=".4"`),
    both(chair, 176),
    chair(-90, 158, 338) + chair(90, 1042, 338),
    plate(196, 200, 808, 276, 120, side, edge(ink, 3)),
    plate(206, 206, 788, 258, 112, face, edge(ink, 2)),
    plate(330, 292, 540, 92, 46, steel[0], edge(ink, 2)) + plate(340, 300, 520, 76, 38, 'url(#water)'),
    shape(DROP, '#fff', 'transform="translate(600 342) scale(.34)"'),
    both(place, 86),
    place(-90, 262, 338) + place(90, 938, 338),
    [96, 1104]
      .map(x =>
        [88, 588]
          .map(
            y =>
              disc(x, y, 40, '#2b7bbd', edge(ink, 3)) +
              times(6, i =>
                shape(
                  'M0-6C-14-22-12-40 0-52C12-40 14-22 0-6z',
                  '#5a9fd4',
                  `transform="translate(${x} ${y}) rotate(${i * 60})"`,
                ),
              ) +
              disc(x, y, 8, accent),
          )
          .join(''),
      )
      .join(''),
  ].join('')
}

/** A speaker at the lectern, a chart beside. */
const talk: Scene = (tone, some) => {
  const { accent } = tone
  const heights = Array.from({ length: 6 }, (_, i) => 40 + i * 24 + some.between(-14, 20))
  const line = heights.map((h, i) => `${i ? 'L' : 'M'}${82 + i * 78} ${264 - h}`).join('')
  const left = some.maybe()
  return [
    ground(tone, some.of(['rings', 'squares']), 520),
    screen(
      tone,
      left ? 490 : 150,
      76,
      560,
      340,
      '#f7fbfe',
      heights
        .map((h, i) => rect(60 + i * 78, 290 - h, 44, h, i === 5 ? accent : i % 2 ? '#2b7bbd' : '#8fc0e4'))
        .join('') +
        trace('M40 36V290H530', '#0b4a7f', 4) +
        trace(line, '#d9480f', 4, 'stroke-dasharray="9 7"') +
        plate(60, 28, 190, 12, 6, '#bfdaee') +
        plate(60, 50, 130, 12, 6, '#dfeef8'),
    ),
    placeAt(
      left ? 300 : 900,
      0,
      potted(tone, 206, 530, 1.2) + speaker(tone, 8, 520, 1.12) + lectern(tone, 30, 560, 1.22),
      {
        flip: left,
      },
    ),
    audience('#04233f', { y: 700, size: 1.3, count: some.between(8, 10), coats: COATS }),
  ].join('')
}

export const meeting: Scene[] = [congress, chamber, oneWay(talk)]
