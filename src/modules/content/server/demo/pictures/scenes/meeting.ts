import { down, ground, type Scene } from '../canvas.ts'
import { dais, lectern, row, screen, speaker } from '../people.ts'
import { disc, edge, faded, oval, plate, rect, ring, shape, times, trace } from '../shapes.ts'
import { DROP } from '../glass.ts'

const COATS = ['#0b4a7f', '#13609f', '#2b7bbd', '#083a64', '#5a9fd4']

/** What a hall's screen shows: drop, rings and waves. */
const emblem = (w: number, h: number) =>
  [
    faded(0.5, times(3, i => ring(w * 0.5, h * 0.46, h * (0.26 + i * 0.12), '#bfdaee', 2))),
    shape(DROP, '#dfeef8', `transform="translate(${w * 0.5} ${h * 0.5}) scale(${h / 330})"`),
    times(3, i => trace(`M0 ${h * (0.78 + i * 0.08)}q${w / 8}-${h * 0.07} ${w / 4} 0t${w / 4} 0 ${w / 4} 0 ${w / 4} 0`, '#5a9fd4', 4 - i)),
  ].join('')

/** A congress: listeners from behind, the stage and its screen before them. */
const congress: Scene = (tone, some) => {
  const { ink, side, face, accent } = tone
  const count = some.between(9, 11)
  return [
    `<defs>${down('show', [0, '#083a64'], [1, '#13609f'])}</defs>`,
    ground(tone, 'squares', 470),
    times(4, i => shape(`M${130 + i * 314} 0h30l${64 - i * 42} 330h-150z`, '#fff', 'opacity=".09"')),
    rect(0, 0, 1200, 26, side),
    times(9, i => plate(90 + i * 124, 18, 50, 14, 4, '#ffe0b8', 'opacity=".9"')),
    screen(tone, 300, 66, 600, 290, 'url(#show)', emblem(600, 290)),
    rect(60, 386, 1080, 84, side, edge(ink, 3)),
    trace('M60 404H1140', face, 3, 'opacity=".5"'),
    lectern(tone, 232, 388, 0.8),
    dais(tone, 520, 330, 460, 4),
    times(2, i => shape(`M${128 + i * 944} 386c-50-10-40-70-6-62c-14-40 30-50 30-8c26-26 46 8 20 30c28 6 14 42-12 40z`, '#2b7bbd', edge(ink, 2)) + plate(116 + i * 944, 380, 44, 36, 4, accent, edge(ink, 2))),
    row(40, 540, count, 1160 / count, 0.78, COATS, ink === '#bfdaee' || ink === '#dfeef8' ? '#04182b' : '#062b4a'),
    row(-30, 612, count, 1260 / count, 1, COATS.toReversed(), '#062b4a'),
    row(30, 705, count - 1, 1200 / (count - 2), 1.3, COATS, '#04182b'),
  ].join('')
}

/** A round table in plan, as the architect draws it. */
const roundTable: Scene = (tone, some) => {
  const { ink, face, side, accent, steel, faint } = tone
  const seats = some.of([14, 16, 18])
  const cx = some.of([600, 500, 700])
  const seat = (i: number) =>
    `<g transform="rotate(${(i * 360) / seats} ${cx} 338)">` +
    plate(cx - 34, 24, 68, 60, 18, steel[1], edge(ink, 3)) +
    plate(cx - 34, 18, 68, 18, 9, side, edge(ink, 2)) +
    disc(cx, 62, 19, i % 5 === 0 ? '#ffe0b8' : '#dfeef8', edge(ink, 2)) +
    plate(cx - 20, 112, 40, 28, 2, '#fff', edge('#2b7bbd', 2)) +
    trace(`M${cx - 12} 121h24M${cx - 12} 129h16`, '#8fb9da', 3) +
    disc(cx + 32, 122, 7, i % 5 === 2 ? accent : '#bfdaee', edge(ink, 2)) +
    '</g>'
  return [
    ground(tone, 'squares'),
    disc(cx, 338, 330, faint, 'opacity=".4"'),
    disc(cx, 338, 244, side, edge(ink, 3)),
    disc(cx, 338, 236, face, edge(ink, 2)),
    disc(cx, 338, 178, tone.steel[0], edge(ink, 2)),
    disc(cx, 338, 168, 'url(#water)'),
    ring(cx, 338, 130, '#fff', 2, 'opacity=".6"') + ring(cx, 338, 96, '#fff', 2, 'opacity=".6"'),
    shape(DROP, '#fff', `transform="translate(${cx} 348) scale(1.05)" opacity=".9"`),
    times(seats, seat),
  ].join('')
}

/** A speaker at the lectern, a chart beside. */
const talk: Scene = (tone, some) => {
  const { ink, face, side, accent } = tone
  const heights = Array.from({ length: 6 }, (_, i) => 40 + i * 24 + some.between(-14, 20))
  return [
    ground(tone, some.of(['rings', 'squares']), 520),
    screen(tone, 150, 76, 560, 340, '#f7fbfe', heights.map((h, i) => rect(60 + i * 78, 290 - h, 44, h, i === 5 ? accent : i % 2 ? '#2b7bbd' : '#8fc0e4')).join('') + trace('M40 36V290H530', '#0b4a7f', 4) + trace(`M82 ${270 - heights[0]!}L160 ${268 - heights[1]!} 238 ${266 - heights[2]!} 316 ${262 - heights[3]!} 394 ${258 - heights[4]!} 472 ${258 - heights[5]!}`, '#d9480f', 4, 'stroke-dasharray="9 7"') + plate(330, 28, 190, 12, 6, '#bfdaee') + plate(330, 50, 130, 12, 6, '#dfeef8')),
    speaker(tone, 908, 520, 1.12),
    lectern(tone, 930, 560, 1.22),
    oval(930, 562, 110, 10, tone.hollow, 'opacity=".25"'),
    plate(1060, 330, 96, 14, 4, side) + rect(1102, 344, 12, 176, side),
    shape('M1064 330l10-66h68l10 66z', '#2b7bbd', edge(ink, 2)),
    shape('M1108 266c-60-40-46-110-10-92c-2-52 56-44 46 6c48-4 44 58 4 86z', '#2b7bbd', edge(ink, 2)),
    row(60, 705, 9, 132, 1.25, COATS, '#04182b'),
    trace('M0 520H1200', face, 2, 'opacity=".4"'),
  ].join('')
}

export const meeting: Scene[] = [congress, roundTable, talk]
