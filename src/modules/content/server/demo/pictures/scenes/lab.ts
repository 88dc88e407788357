import { ground, oneWay, type Scene } from '../canvas.ts'
import { beaker, bottle, bubbles, conical, DROP, rack, testTube, volumetric } from '../glass.ts'
import { burette, electrode, meter, stand } from '../instruments.ts'
import { disc, edge, faded, plate, rect, ring, shape, times, trace } from '../shapes.ts'
import type { Tone } from '../tones.ts'

const BLUES = ['#dfeef8', '#bfdaee', '#8fc0e4', '#5a9fd4', '#2b7bbd', '#0b4a7f']
const BENCH = 556

/** A shelf on the wall behind the bench. */
const shelf = (tone: Tone, x: number, y: number, w: number) =>
  plate(x, y, w, 14, 3, tone.side, edge(tone.ink, 2)) +
  trace(`M${x + 40} ${y + 14}v26l-22-26M${x + w - 40} ${y + 14}v26l22-26`, tone.ink, 3)

/** Titration: a burette over a flask, tubes of rising concentration beside it. */
const titration: Scene = (tone, some) => {
  const shift = some.between(-30, 30)
  const liquid = some.of(['#f7b98f', 'url(#water)'])
  return [
    ground(tone, some.of(['rings', 'squares']), BENCH),
    faded(
      0.75,
      shelf(tone, 770, 236, 330),
      bottle(tone, 850, 236, 0.62, BLUES[2]),
      bottle(tone, 950, 236, 0.62, BLUES[4]),
      volumetric(tone, 1040, 236, { size: 0.52, liquid: BLUES[3]! }),
    ),
    rack(tone, 700, BENCH, some.maybe() ? BLUES : [...BLUES].reverse(), [0.72, 0.68, 0.74, 0.66, 0.7, 0.73]),
    stand(tone, 330 + shift, BENCH, 500, 150, 402),
    burette(tone, 480 + shift, 300, 0.7),
    shape(DROP, '#5a9fd4', `transform="translate(${480 + shift} 318) scale(.16)"`),
    conical(tone, 480 + shift, BENCH - 14, { size: 0.92, level: 0.55, liquid }),
    plate(376 + shift, BENCH - 14, 208, 14, 4, tone.face, edge(tone.ink, 3)),
    volumetric(tone, 190 + shift, BENCH, { size: 0.95, level: some.of([0.5, 1]) }),
  ].join('')
}

/** A pH electrode and a conductivity cell in a stirred sample, the instrument beside it. */
const electrodes: Scene = (tone, some) => {
  const x = some.between(360, 420)
  return [
    ground(tone, some.of(['waves', 'squares']), BENCH),
    faded(0.7, shelf(tone, 120, 196, 170), bottle(tone, 205, 196, 0.56, BLUES[3])),
    trace(`M${x + 190} ${BENCH}V150`, tone.ink, 12, 'stroke-linecap="round"'),
    plate(x + 120, BENCH - 16, 140, 16, 5, tone.side, edge(tone.ink, 3)),
    trace(`M${x - 60} 236h262`, tone.ink, 14, 'stroke-linecap="round"'),
    plate(x + 172, 218, 36, 36, 6, tone.steel[1], edge(tone.ink, 3)),
    beaker(tone, x, BENCH - 58, { size: 1.06, level: 0.6 }),
    electrode(
      tone,
      x - 34,
      456,
      `C${x - 60} 40 ${x + 330} 20 ${x + 400} 190C${x + 430} 270 850 300 850 390`,
      tone.side,
    ),
    electrode(
      tone,
      x + 34,
      448,
      `C${x + 30} 70 ${x + 250} 60 ${x + 310} 210C${x + 340} 290 800 300 800 390`,
      tone.accent,
    ),
    bubbles(x - 2, BENCH - 92),
    plate(x - 116, BENCH - 58, 232, 58, 10, tone.face, edge(tone.ink, 4)),
    disc(x + 74, BENCH - 28, 15, tone.side, edge(tone.ink, 3)),
    plate(x - 92, BENCH - 36, 84, 14, 7, tone.accent),
    meter(
      tone,
      730,
      BENCH,
      350,
      some.of(['M56-84C110-84 130-96 160-124S240-152 292-154', 'M56-148C120-148 150-144 180-116S240-84 294-82']),
    ),
    testTube(tone, 200, BENCH - 236, { level: 0.6, liquid: BLUES[2]! }),
    rect(150, BENCH - 120, 100, 16, tone.side, edge(tone.ink, 2)),
    rect(156, BENCH - 104, 10, 104, tone.side),
    rect(234, BENCH - 104, 10, 104, tone.side),
    plate(140, BENCH - 14, 120, 14, 4, tone.side, edge(tone.ink, 2)),
  ].join('')
}

/** Photometry: a beam passes through samples of rising concentration and fades. */
const photometer: Scene = (tone, some) => {
  const { ink, face, side, accent, hollow } = tone
  const cell = (i: number) => {
    const x = 352 + i * 132
    return [
      rect(x, 236, 84, 250, '#fff', 'opacity=".3"'),
      rect(x + 4, 262, 76, 222, BLUES[i + 1]!, 'opacity=".9"'),
      trace(`M${x} 224V486H${x + 84}V224`, ink, 6, 'stroke-linejoin="round"'),
      rect(x + 12, 270, 8, 196, '#fff', 'opacity=".6"'),
    ].join('')
  }
  const beam = times(5, i =>
    rect(
      i ? 436 + (i - 1) * 132 : 252,
      340 + i * 3.5,
      i ? 132 : 184,
      44 - i * 7,
      accent,
      `opacity="${0.95 - i * 0.14}"`,
    ),
  )
  const points = times(5, i => disc(360 + i * 118, 164 - i * 22, 8, accent, edge(face, 3)))
  return [
    ground(tone, some.of(['squares', 'rings']), 540),
    trace('M318 64V190H906', ink, 4, 'stroke-linecap="round"'),
    trace('M318 172L880 66', ink, 3, 'stroke-dasharray="12 8" opacity=".7"'),
    points,
    plate(110, 268, 150, 226, 14, 'url(#steel)', edge(ink, 4)),
    disc(186, 362, 46, hollow, edge(ink, 4)),
    disc(186, 362, 30, '#ffd9a8'),
    ring(186, 362, 38, accent, 4),
    beam,
    times(4, cell),
    plate(878, 268, 190, 226, 14, 'url(#steel)', edge(ink, 4)),
    plate(908, 298, 130, 84, 8, hollow, edge(ink, 3)),
    trace('M922 364h16v-12h16v-14h16v-18h16v-10h16v54', '#ffb066', 5, 'stroke-linejoin="round"'),
    times(3, i => disc(930 + i * 42, 436, 13, i ? side : accent, edge(ink, 3))),
    plate(90, 488, 1010, 30, 6, face, edge(ink, 4)),
    rect(150, 518, 60, 22, side) + rect(980, 518, 60, 22, side),
  ].join('')
}

export const lab: Scene[] = [titration, electrodes, oneWay(photometer)]
