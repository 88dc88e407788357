import { ground, type Scene } from '../canvas.ts'
import { bubbles } from '../glass.ts'
import { flange, flow, gaugeOn, pipe, pump, valve } from '../pipework.ts'
import { disc, dots, edge, faded, oval, plate, rect, ring, shape, times, trace } from '../shapes.ts'
import { drum, saddles } from '../vessels.ts'

/** A tube in section: scale on one side, bare metal where the cleaning has passed. */
const scale: Scene = (tone, some) => {
  const { ink, accent, face } = tone
  const front = some.between(540, 640)
  const crust = (y: number, side: 1 | -1) =>
    `M0 ${y}v${side * 64}` +
    times(
      Math.floor(front / 52),
      i => `q13 ${side * (14 - ((i * 5) % 4) * 9)} 26 ${side * ((i % 3) * 5 - 5)}t26 ${side * (5 - (i % 3) * 5)}`,
    ) +
    `L${front + 60} ${y}z`
  return [
    ground(tone, 'squares'),
    rect(0, 112, 1200, 74, 'url(#steel)', edge(ink, 3)),
    rect(0, 489, 1200, 74, 'url(#steel)', edge(ink, 3)),
    rect(0, 186, 1200, 303, 'url(#water)'),
    rect(0, 186, 1200, 303, '#062b4a', 'opacity=".28"'),
    rect(front, 186, 1200 - front, 303, '#fff', 'opacity=".22"'),
    shape(crust(186, 1), '#e0b48f', edge('#8a5a34', 3)),
    shape(crust(489, -1), '#d3a27a', edge('#8a5a34', 3)),
    dots(`M20 204H${front - 90}M44 472H${front - 60}`, '#8a5a34', 7, 43),
    dots(`M34 222H${front - 120}M12 452H${front - 110}`, '#fbe6d2', 6, 61),
    shape(
      `M${front + 190} 300L${front - 130} 212Q${front - 190} 338 ${front - 130} 463L${front + 190} 376z`,
      '#fff',
      'opacity=".5"',
    ),
    trace(
      times(7, i => `M${front + 190} ${320 + i * 6}L${front - 120} ${232 + i * 35}`),
      '#fff',
      5,
      'opacity=".8" stroke-dasharray="46 14"',
    ),
    disc(front - 96, 262, 10, '#d3a27a', edge('#8a5a34', 2)) +
      disc(front - 140, 372, 14, '#e0b48f', edge('#8a5a34', 2)) +
      disc(front - 60, 420, 8, '#d3a27a', edge('#8a5a34', 2)),
    plate(front + 262, 304, 1200, 68, 6, tone.side, edge(ink, 4)),
    rect(front + 262, 316, 700, 10, '#fff', 'opacity=".45"'),
    shape(`M${front + 180} 310L${front + 268} 286V390L${front + 180} 366z`, face, edge(ink, 4)),
    plate(front + 290, 290, 34, 96, 5, accent, edge(ink, 3)),
    bubbles(front + 60, 470, 1.2),
    faded(
      0.8,
      trace('M120 60V104M120 60h70M1080 616v-44M1080 616h-70', ink, 3),
      disc(190, 60, 6, ink),
      disc(1010, 616, 6, ink),
    ),
  ].join('')
}

/** The circuit of a chemical cleaning: tank, pump, boiler and back, with hoses and dials. */
const circuit: Scene = (tone, some) => {
  const { ink, accent, side, face, steel } = tone
  return [
    ground(tone, some.of(['waves', 'hills']), 560),
    pipe(tone, 'M300 484H470V462', 24),
    pipe(tone, 'M430 450V120H700V220', 26, '#e9a36a'),
    pipe(tone, 'M1010 470V524H620V590H200V540', 26, '#5a9fd4'),
    saddles(tone, 640, 430, 400, 548),
    drum(tone, 640, 214, 400, 250, 2),
    plate(700, 262, 280, 150, 16, '#062b4a', edge(ink, 4)),
    rect(704, 286, 272, 122, 'url(#water)'),
    times(3, i => dots(`M722 ${312 + i * 34}H970`, face, 18, 31)),
    bubbles(800, 300, 1.1) + bubbles(900, 306, 0.9),
    flange(tone, 700, 196, 26, true),
    gaugeOn(tone, 860, 216, 36, some.between(3, 7) / 10),
    valve(tone, 560, 120, 0.9),
    flow(accent, 480, 120) + flow(accent, 430, 300, -90) + flow(accent, 840, 524, 180) + flow(accent, 400, 590, 180),
    shape('M110 270H310V524Q310 548 286 548H134Q110 548 110 524z', 'url(#column)', edge(ink, 4)),
    plate(96, 252, 228, 24, 6, side, edge(ink, 3)),
    plate(142, 310, 62, 190, 8, '#f7fbfe', edge(ink, 3)),
    rect(146, some.between(350, 400), 54, 96, '#e9a36a'),
    rect(146, 440, 54, 56, '#e9a36a'),
    trace('M204 340h-16M204 370h-16M204 400h-16M204 430h-16M204 460h-16', ink, 3),
    shape('M252 330l34 60h-68z', '#ffd166', `${edge(ink, 3)} stroke-linejoin="round"`),
    trace('M252 350v20m0 8v4', ink, 5),
    pump(tone, 488, 560, 0.86),
    rect(194, 536, 12, 24, steel[1]),
  ].join('')
}

/** A high-pressure lance in front of a tube sheet: some tubes still blocked, the others clean. */
const lance: Scene = (tone, some) => {
  const { ink, face, side, accent, hollow, steel } = tone
  const cx = some.of([420, 440, 400])
  const rows = [5, 8, 9, 10, 9, 8, 5]
  const holes = rows.flatMap((count, j) =>
    Array.from({ length: count }, (_, i) => ({ x: cx + (i - (count - 1) / 2) * 50, y: 338 + (j - 3) * 54 })),
  )
  return [
    ground(tone, some.of(['rings', 'squares'])),
    disc(cx, 338, 284, steel[1], edge(ink, 4)),
    disc(cx, 338, 252, face, edge(ink, 3)),
    dots(`M${cx - 268} 338a268 268 0 0 1 536 0a268 268 0 0 1-536 0`, hollow, 15, 62),
    ...holes.map(({ x, y }, i) => {
      const fouled = x + (y - 338) * 0.25 < cx - 66 + (i % 3) * 16
      return fouled
        ? disc(x, y, 19, '#d3a27a', edge('#8a5a34', 3)) + disc(x + 2, y - 1, 6, hollow)
        : disc(x, y, 19, hollow, edge(steel[1], 5))
    }),
    shape(`M800 236L${cx - 40} 250Q${cx - 70} 330 ${cx - 16} 408z`, '#fff', 'opacity=".55"'),
    trace(
      times(6, i => `M800 240L${cx - 44 + i * 6} ${262 + i * 27}`),
      '#fff',
      4,
      'stroke-dasharray="60 16" opacity=".95"',
    ),
    trace(
      times(6, i => `M800 240L${cx - 44 + i * 6} ${262 + i * 27}`),
      '#5a9fd4',
      1.5,
      'opacity=".8"',
    ),
    disc(cx - 30, 328, 54, '#fff', 'opacity=".55"'),
    dots(`M${cx - 96} 300q60-60 130-20M${cx - 92} 372q50 60 120 26`, '#fff', 12, 33),
    trace('M812 238L1210 138', ink, 34),
    trace('M812 238L1210 138', steel[1], 26),
    trace('M812 232L1210 132', '#fff', 5, 'opacity=".7"'),
    shape('M790 230L846 208 856 250 800 258z', accent, edge(ink, 4)),
    trace('M968 199L990 330', ink, 26, 'stroke-linecap="round"') +
      trace('M968 199L990 330', side, 18, 'stroke-linecap="round"'),
    shape('M924 182l80-20 10 44-80 20z', side, edge(ink, 4)),
    faded(0.9, oval(cx, 652, 230, 12, hollow, 'opacity=".25"'), ring(cx, 338, 252, ink, 2)),
  ].join('')
}

export const cleaning: Scene[] = [lance, circuit, scale]
