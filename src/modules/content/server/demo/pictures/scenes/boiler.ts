import { ground, type Scene } from '../canvas.ts'
import { burner, furnaceEnd, jet } from '../fire.ts'
import { flange, gaugeOn, levelGlass, pipe, valve } from '../pipework.ts'
import { disc, dots, edge, faded, oval, plate, rect, ring, shape, times, trace } from '../shapes.ts'
import { drum, manhole, plume, saddles, stack } from '../vessels.ts'

/** A horizontal shell boiler with part of its shell cut away. */
const shellBoiler: Scene = (tone, some) => {
  const { ink, face, hollow } = tone
  const cut = some.between(-20, 20)
  return [
    ground(tone, some.of(['squares', 'hills', 'waves']), 560),
    plume(tone, 842, 88, 0.5),
    stack(tone, 836, 260, 70, 170),
    saddles(tone, 320, 440, 560, 548),
    pipe(tone, 'M470 250V128H250', 28),
    flange(tone, 470, 188, 28, true),
    valve(tone, 348, 128, 0.85),
    pipe(tone, 'M640 230v-60', 20),
    plate(622, 132, 36, 44, 6, tone.accent, edge(ink, 3)),
    drum(tone, 320, 228, 560, 256, 2),
    plate(378 + cut, 268, 370, 184, 22, hollow, edge(ink, 5)),
    shape(`M${381 + cut} 290q46-8 92 0t92 0 92 0 88 0v140q0 19-19 19h-326q-19 0-19-19z`, 'url(#water)', 'opacity=".9"'),
    trace(
      times(3, i => `M${382 + cut} ${311 + i * 20}h362`),
      face,
      9,
    ),
    trace(
      times(3, i => `M${382 + cut} ${311 + i * 20}h362`),
      hollow,
      3,
      'opacity=".5"',
    ),
    plate(378 + cut, 370, 370, 66, 8, hollow, edge(face, 6)),
    trace(
      times(11, i => `M${404 + cut + i * 32} 370v66`),
      face,
      3,
      'opacity=".4"',
    ),
    oval(530 + cut, 403, 180, 32, 'url(#glow)'),
    jet(384 + cut, 403, 0.68),
    plate(284, 216, 46, 280, 8, face, edge(ink, 3)),
    dots('M307 240v240', tone.side, 9, 26.5),
    burner(tone, 284, 405, 0.82),
    gaugeOn(tone, 560, 230, 34, some.between(3, 8) / 10),
    levelGlass(tone, 806, 266, 132, 0.56),
    manhole(tone, 870, 410, 34),
    trace(`M330 216h460M330 186h460${times(8, i => `M${330 + i * 66} 228v-42`)}`, ink, 3, 'opacity=".55"'),
  ].join('')
}

/** A water-tube boiler in section: two drums, the bank of tubes between, the furnace beside. */
const waterTubeBoiler: Scene = (tone, some) => {
  const { ink, face, side, hollow, steel } = tone
  const bank = times(7, i => {
    const off = i - 3
    return `M${756 + off * 13} 236C${756 + off * 30} 300 ${756 + off * 30} 380 ${756 + off * 11} 452`
  })
  const walls = times(4, i => {
    const inset = i * 15
    return `M700 ${180 + inset * 0.6}H${372 + inset}Q${340 + inset} ${180 + inset * 0.6} ${340 + inset} ${216 + inset * 0.6}V${496 - inset * 0.5}Q${340 + inset} ${526 - inset * 0.5} ${372 + inset} ${526 - inset * 0.5}H720`
  })
  return [
    ground(tone, some.of(['squares', 'rings']), 585),
    stack(tone, 962, 585, 92, some.between(490, 520)),
    plate(862, 330, 64, 90, 4, side, edge(ink, 3)),
    plate(286, 118, 590, 460, 16, face, edge(ink, 4)),
    plate(308, 140, 546, 416, 10, hollow, edge(ink, 2)),
    trace('M297 140v416M865 140v416', side, 10, 'stroke-dasharray="22 6"'),
    oval(490, 390, 200, 130, 'url(#glow)'),
    jet(342, 390, 1.02),
    trace(walls, steel[1], 9, 'stroke-linecap="round"'),
    trace(walls, '#fff', 2.5, 'opacity=".7"'),
    trace('M668 236C650 300 650 390 672 452', face, 7),
    trace(bank, steel[1], 9),
    trace(bank, '#fff', 2.5, 'opacity=".7"'),
    disc(756, 194, 66, face, edge(ink, 4)),
    shape('M694 198q15-9 31 0t31 0 31 0 31 0a62 62 0 0 1-124 0z', 'url(#water)'),
    ring(756, 194, 66, steel[1], 9),
    disc(756, 478, 48, 'url(#water)', edge(ink, 4)),
    ring(756, 478, 47, steel[1], 8),
    pipe(tone, 'M756 130V74H610', 26),
    flange(tone, 690, 74, 26),
    gaugeOn(tone, 540, 124, 30, some.between(4, 8) / 10),
    plate(600, 52, 30, 44, 4, tone.accent, edge(ink, 3)),
    burner(tone, 286, 390, 0.9),
    pipe(tone, 'M1200 478H886', 22),
    valve(tone, 1090, 478, 0.8),
    rect(270, 576, 622, 14, ink),
  ].join('')
}

/** A fire-tube boiler from the front, in section, as on a drawing board. */
const section: Scene = (tone, some) => {
  const { ink, face, hollow, steel, side, faint } = tone
  const cx = some.of([470, 600, 720])
  const nest = [
    [206, 7],
    [240, 9],
    [274, 10],
    [308, 9],
    [342, 4],
    [376, 4],
  ].map(([y, count], i) => {
    const half = ((count! - 1) / 2) * 38
    // Two tubes fit on either side of the furnace.
    return i < 4 ? `M${cx - half} ${y}h${2 * half + 1}` : `M${cx - 190} ${y}h39M${cx + 152} ${y}h39`
  })
  return [
    ground(tone, 'squares'),
    faded(0.8, ring(cx, 320, 286, faint, 2, 'stroke-dasharray="2 8"')),
    shape(`M${cx - 170} 500h340l34 96h-408z`, side, edge(ink, 3)),
    rect(cx - 240, 592, 480, 16, ink),
    disc(cx, 320, 258, steel[1], edge(ink, 4)),
    disc(cx, 320, 244, face, edge(ink, 2)),
    shape(`M${cx - 206} 190q34-12 69 0t69 0 68 0 69 0 69 0 68 0a244 244 0 1 1-412 0z`, 'url(#water)'),
    ring(cx, 320, 244, ink, 2),
    dots(nest.join(''), hollow, 25, 38),
    dots(nest.join(''), '#ffb066', 11, 38),
    furnaceEnd(tone, cx, 442, 100),
    ring(cx, 320, 251, '#fff', 3, `opacity=".5" stroke-dasharray="260 1400" transform="rotate(-150 ${cx} 320)"`),
    pipe(tone, `M${cx} 64V4`, 32),
    flange(tone, cx, 40, 32, true),
    gaugeOn(tone, cx - 110, 96, 30, some.between(4, 8) / 10),
    levelGlass(tone, cx + 268, 112, 150, 0.5),
    trace(
      `M${cx - 258} 640h516M${cx - 258} 628v24M${cx + 258} 628v24M${cx - 320} 62v516M${cx - 332} 62h24M${cx - 332} 578h24M${cx - 350} 320h70M${cx + 240} 320h30`,
      ink,
      2,
      'opacity=".6"',
    ),
  ].join('')
}

export const boiler: Scene[] = [shellBoiler, section, waterTubeBoiler]
