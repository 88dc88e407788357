import { ground, type Scene } from '../canvas.ts'
import { flame, glow, jet, burner as packaged } from '../fire.ts'
import { gaugeOn, pipe, valve } from '../pipework.ts'
import { disc, dots, edge, faded, oval, plate, rect, ring, shape, times, trace } from '../shapes.ts'

/** A burner firing into its furnace, with the zones of the flame drawn round it. */
const firing: Scene = (tone, some) => {
  const { ink, face, hollow, steel, accent } = tone
  const zone = (i: number) =>
    trace(
      `M${500} ${392 - 70 - i * 34}C${640 + i * 30} ${392 - 150 - i * 36} ${900 + i * 34} ${392 - 130 - i * 30} ${1000 + i * 40} 392C${900 + i * 34} ${392 + 130 + i * 30} ${640 + i * 30} ${392 + 150 + i * 36} 500 ${392 + 70 + i * 34}`,
      '#f58f45',
      2.5,
      `stroke-dasharray="${i ? '10 9' : '2 0'}" opacity="${0.8 - i * 0.22}"`,
    )
  return [
    ground(tone, some.of(['squares', 'waves']), 620),
    plate(440, 96, 840, 528, 20, face, edge(ink, 4)),
    trace('M462 120v480M484 108h720M484 612h720', steel[1], 14, 'stroke-dasharray="34 8" opacity=".75"'),
    rect(486, 130, 800, 462, hollow, edge(ink, 3)),
    oval(790, 392, 420, 196, 'url(#glow)'),
    times(3, zone),
    jet(492, 392, 1.68),
    pipe(tone, 'M0 150H330V300', 26, '#e9a36a'),
    valve(tone, 150, 150, 0.85),
    gaugeOn(tone, 250, 138, 30, some.between(4, 7) / 10),
    packaged(tone, 486, 392, 1.75),
    disc(1130, 190, 30, face, edge(ink, 5)),
    disc(1130, 190, 17, accent),
  ].join('')
}

/** The burner's mouth from the front: swirl vanes, gas nozzles, the ring of fire. */
const mouth: Scene = (tone, some) => {
  const { ink, face, steel, hollow, side, accent } = tone
  const cx = some.of([600, 450, 740])
  const count = some.of([12, 14, 16])
  const vane = (i: number) =>
    shape(
      'M-20-78Q-8-128 34-168L58-150Q20-116 16-70z',
      i % 2 ? steel[0] : steel[1],
      `${edge(ink, 2)} transform="rotate(${(i * 360) / count} 0 0)"`,
    )
  const tongue = (i: number) =>
    shape(
      'M-22-178Q-26-214 0-258Q30-214 22-178z',
      'url(#fire)',
      `transform="rotate(${(i * 360) / count + 12})" opacity=".95"`,
    )
  return [
    ground(tone, 'squares'),
    disc(cx, 338, 330, hollow, edge(ink, 4)),
    ring(cx, 338, 312, steel[1], 22),
    dots(`M${cx - 312} 338a312 312 0 0 1 624 0a312 312 0 0 1-624 0`, face, 12, 65.34),
    glow(cx, 338, 300),
    `<g transform="translate(${cx} 338)">`,
    times(count, tongue),
    disc(0, 0, 186, side, edge(ink, 4)),
    disc(0, 0, 170, hollow),
    times(count, vane),
    ring(0, 0, 172, face, 8, 'opacity=".9"'),
    disc(0, 0, 80, 'url(#steel)', edge(ink, 4)),
    dots('M-60 0a60 60 0 0 1 120 0a60 60 0 0 1-120 0', hollow, 13, 31.4),
    disc(0, 0, 30, hollow, edge(face, 4)),
    disc(0, 0, 14, accent),
    '</g>',
    faded(
      0.7,
      trace(`M${cx} 0V60M${cx} 616V675M0 338H${cx - 340}M${cx + 340} 338H1200`, ink, 2, 'stroke-dasharray="26 7 5 7"'),
    ),
  ].join('')
}

/** Low-NOx gas train: filter, regulators, double valve, burner, with the recirculated flue gas above. */
const train: Scene = (tone, some) => {
  const { ink, face, accent, side, steel } = tone
  return [
    ground(tone, some.of(['waves', 'squares']), 556),
    pipe(tone, 'M1210 120H600V300', 60, '#8fc0e4'),
    pipe(tone, 'M0 470H640', 34, '#e9a36a'),
    plate(70, 428, 84, 84, 10, side, edge(ink, 4)) +
      trace('M84 442l56 56M112 436l34 34M78 470l34 34', face, 3, 'opacity=".7"'),
    disc(244, 440, 52, 'url(#steel)', edge(ink, 4)) +
      rect(214, 470, 60, 24, side, edge(ink, 3)) +
      rect(238, 352, 12, 40, ink),
    ...[352, 452].map(
      x =>
        plate(x - 34, 436, 68, 68, 6, steel[1], edge(ink, 4)) +
        plate(x - 26, 362, 52, 78, 8, accent, edge(ink, 4)) +
        rect(x - 16, 380, 32, 20, face),
    ),
    gaugeOn(tone, 298, 456, 26, 0.5),
    packaged(tone, 820, 372, 1.56),
    plate(820, 168, 420, 390, 14, face, edge(ink, 4)),
    disc(1000, 366, 118, 'url(#steel)', edge(ink, 4)) + disc(1000, 366, 92, '#041d34', edge(ink, 3)),
    glow(1000, 374, 96),
    flame(986, 436, 0.86),
    times(8, i => disc(1000 + Math.cos(i * 0.785) * 105, 366 + Math.sin(i * 0.785) * 105, 5, ink)),
    rect(60, 512, 14, 44, side) + rect(420, 504, 14, 52, side),
    shape('M820 120l-26-17v34z', accent) + shape('M720 120l-26-17v34z', accent),
  ].join('')
}

export const burner: Scene[] = [mouth, firing, train]
