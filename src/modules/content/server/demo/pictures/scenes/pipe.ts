import { ground, type Scene } from '../canvas.ts'
import { isometric } from '../iso.ts'
import { flange, flow, gauge, gaugeOn, pipe, valve, wheel } from '../pipework.ts'
import { disc, edge, plate, rect, times, trace } from '../shapes.ts'

/** A header on the wall with its branches, valves and dials. */
const header: Scene = (tone, some) => {
  const { accent, side, ink } = tone
  const branches = [250, 470, 690, 910]
  const reading = () => some.between(2, 8) / 10
  return [
    ground(tone, some.of(['squares', 'waves'])),
    ...branches.map((x, i) => pipe(tone, i % 2 ? `M${x} 330V0` : `M${x} 330V675`, 34)),
    ...branches.map((x, i) =>
      pipe(tone, i % 2 ? `M${x} 330V675` : `M${x} 330V150H${x + 110}V0`, 26, i === 1 ? '#e9a36a' : tone.steel[1]),
    ),
    pipe(tone, 'M-20 330H1220', 84),
    times(4, i => plate(148 + i * 290, 272, 22, 116, 4, side, edge(ink, 3))),
    ...branches.map((x, i) => (i % 2 ? valve(tone, x, 158, 1.05, 90) : valve(tone, x, 496, 1.05, 90))),
    ...branches.map((x, i) => flange(tone, x, i % 2 ? 256 : 404, 34, true)),
    gaugeOn(tone, 360, 290, 46, reading()),
    gaugeOn(tone, 800, 290, 46, reading()),
    gauge(tone, 1090, 330, 64, reading()),
    flow(accent, 580, 330, 0, 1.7),
    flow(accent, 40, 330, 0, 1.7),
    disc(910, 520, 46, 'url(#steel)', edge(ink, 4)),
    wheel(tone, 910, 520, 60),
  ].join('')
}

/** A pipe rack with its tank and pumps, isometric. */
const network: Scene = (tone, some) => {
  const { side, steel, accent } = tone
  const iso = isometric(some.between(560, 620), 316, 41, tone)
  const paint = { top: tone.face, left: steel[1], right: side }
  const frame = (y: number) =>
    iso.box(0, y, 0, 0.3, 0.3, 3, paint) +
    iso.box(3.2, y, 0, 0.3, 0.3, 3, paint) +
    iso.box(-0.1, y, 3, 3.7, 0.3, 0.35, paint)
  const colours = [steel[1], '#e9a36a', '#8fc0e4']
  return [
    ground(tone, 'rings'),
    iso.floor(-5, -5, 13, 11.5),
    iso.silo(-3, 1.6, 0, 1.25, 4.2, { band: accent }),
    frame(-4),
    frame(-0.6),
    ...colours.map((colour, i) =>
      iso.run(
        [
          [0.6 + i, -5, 3.6],
          [0.6 + i, 5.4 - i * 1.1, 3.6],
          [0.6 + i, 5.4 - i * 1.1, 0.5],
          [5.4, 5.4 - i * 1.1, 0.5],
        ],
        22,
        colour,
      ),
    ),
    frame(2.8),
    iso.run(
      [
        [-3, 1.6, 4.2],
        [-3, 1.6, 4.9],
        [0.6, 1.6, 4.9],
        [0.6, 1.6, 3.8],
      ],
      16,
    ),
    iso.box(5.2, -3.4, 0, 2, 3.4, 1.2, paint) +
      iso.silo(6.2, -2.6, 1.2, 0.6, 1.5) +
      iso.silo(6.2, -0.9, 1.2, 0.6, 1.5, { band: accent }),
    iso.run(
      [
        [6.2, -2.6, 2.7],
        [6.2, -2.6, 3.3],
        [6.2, -0.9, 3.3],
        [6.2, -0.9, 2.7],
      ],
      12,
    ),
    iso.box(5.2, 2.4, 0, 1.9, 3.9, 1.1, paint),
    ...[3, 4.2, 5.4].map((y, i) => iso.silo(6.1, y, 1.1, 0.3, 0.8, { band: i === 1 ? accent : '' })),
  ].join('')
}

/** Close view of a big valve between flanges. */
const station: Scene = (tone, some) => {
  const { ink, steel, side, accent, face } = tone
  return [
    ground(tone, some.of(['squares', 'hills']), 566),
    pipe(tone, 'M-20 400H360M820 400H1220', 120),
    pipe(tone, 'M-20 180H270Q310 180 310 220V400', 44, '#8fc0e4'),
    times(
      2,
      i =>
        plate(330 + i * 460, 304, 30, 192, 5, side, edge(ink, 4)) +
        plate(364 + i * 460 - (i ? 68 : 0), 304, 30, 192, 5, steel[0], edge(ink, 4)),
    ),
    `<path d="M394 340Q480 340 500 290H674Q694 340 756 340V460Q694 460 664 510H510Q480 460 394 460z" fill="url(#steel)" ${edge(ink, 4)}/>`,
    plate(480, 262, 214, 34, 6, steel[0], edge(ink, 4)),
    `<path d="M510 262L556 150H618L664 262z" fill="url(#column)" ${edge(ink, 4)}/>`,
    rect(577, 84, 20, 70, ink),
    plate(430, 62, 314, 34, 17, accent, edge(ink, 4)),
    rect(548, 56, 78, 46, side, edge(ink, 3)),
    disc(587, 400, 58, face, edge(ink, 4)),
    `<path d="M${587 - 26} 376l52 24-52 24z" fill="${accent}"/>`,
    times(4, i => disc(345, 322 + i * 52, 7, face) + disc(805, 322 + i * 52, 7, face)),
    gaugeOn(tone, 950, 342, 62, some.between(3, 8) / 10),
    rect(180, 460, 40, 106, side, edge(ink, 3)) + rect(980, 460, 40, 106, side, edge(ink, 3)),
    trace('M60 620H1140', ink, 2, 'stroke-dasharray="24 10" opacity=".4"'),
  ].join('')
}

export const pipeline: Scene[] = [header, network, station]
