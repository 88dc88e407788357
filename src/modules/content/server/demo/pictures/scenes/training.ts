import { openBook, pencil } from '../books.ts'
import { ground, oneWay, type Scene } from '../canvas.ts'
import { conical, testTube } from '../glass.ts'
import { certificate, drawing } from '../papers.ts'
import { audience, screen, speaker } from '../people.ts'
import { disc, edge, oval, placeAt, plate, rect, shape, times, trace } from '../shapes.ts'

const COATS = ['#13609f', '#5a9fd4', '#0b4a7f', '#2b7bbd']

/** A safety helmet from the side, 300 wide at size 1. */
export const helmet = (ink: string, x: number, y: number, size: number, colour: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})">` +
  shape('M-140 0C-140-110-70-160 0-160S140-110 140 0z', colour, edge(ink, 5)) +
  shape('M-30-158q30-20 60 0V0h-60z', '#fff', `opacity=".35"`) +
  trace('M-30-156V0M30-156V0', ink, 4, 'opacity=".5"') +
  shape('M-176 4q-4-22 30-22H150q44 6 56 30q-40 14-90 14H-150q-26 0-26-22z', colour, edge(ink, 5)) +
  trace('M-96-70q14-48 50-60', '#fff', 9, 'stroke-linecap="round" opacity=".8"') +
  '</g>'

/** Chalk drawing of a drum with its tubes. */
const chalk = (accent: string) =>
  trace(
    'M70 90h150a38 38 0 0 1 0 76H70a38 38 0 0 1 0-76zM96 270h100a28 28 0 0 1 0 56H96a28 28 0 0 1 0-56z',
    '#dfeef8',
    4,
  ) +
  trace(
    'M80 166C40 210 70 250 100 272M120 166C96 210 110 250 124 270M160 166C180 210 170 250 156 270M204 166C240 210 220 250 192 272',
    '#8fc0e4',
    4,
  ) +
  trace('M44 128H246', '#5a9fd4', 3, 'stroke-dasharray="8 6"') +
  trace('M330 100h160M330 140h210M330 180h120', '#dfeef8', 6, 'stroke-linecap="round" opacity=".7"') +
  trace('M330 330V230M330 330H540M340 320C400 316 420 250 530 244', '#8fc0e4', 4) +
  disc(530, 244, 8, accent) +
  trace('M270 60l26 24-26 24', accent, 5)

/** A class before the board. */
const lesson: Scene = (tone, some) => {
  const { ink, side, face, accent } = tone
  const desk = (y: number, size: number, count: number) =>
    times(count, i => {
      const w = 1200 / count
      return (
        plate(i * w + 16, y, w - 32, 16 * size, 4, face, edge(ink, 3)) +
        rect(i * w + 34, y + 16 * size, w - 68, 60 * size, side, edge(ink, 2))
      )
    })
  return [
    ground(tone, some.of(['squares', 'waves']), 470),
    screen(tone, 120, 50, 620, 370, '#062b4a', chalk(accent)),
    rect(108, 430, 644, 12, face, edge(ink, 2)),
    speaker(tone, 880, 476, 1.18, '#13609f'),
    plate(990, 380, 150, 16, 4, face, edge(ink, 3)) + rect(1004, 396, 122, 84, side, edge(ink, 3)),
    conical(tone, 1040, 380, { size: 0.36, level: 0.6, liquid: '#f7b98f' }),
    testTube(tone, 1092, 302, { size: 0.36 }),
    desk(552, 0.9, 4),
    audience(
      '#04233f',
      { y: 606, size: 0.9, count: 5, from: 30, coats: COATS },
      { y: 700, size: 1.25, count: 6, coats: COATS.toReversed() },
    ),
    some.maybe()
      ? disc(1090, 130, 46, face, edge(ink, 5)) +
        trace('M1090 130V98M1090 130L1114 144', ink, 5, 'stroke-linecap="round"')
      : placeAt(
          1030,
          60,
          plate(0, 0, 110, 150, 4, '#fff', edge(ink, 4)) +
            conical(tone, 55, 110, { size: 0.36 }) +
            trace('M20 130h70', '#8fb9da', 6),
        ),
  ].join('')
}

/** The things of a course: handbook, helmet, certificate. */
const handbook: Scene = (tone, some) => {
  const { ink, accent } = tone
  const colour = some.of([accent, '#f2b441', '#2b7bbd'])
  return [
    ground(tone, some.of(['rings', 'waves']), 500),
    certificate(tone, 130, 76, 430, 300, -7),
    drawing(tone, 700, 70, 360, 240, 5),
    oval(600, 600, 430, 28, tone.hollow, 'opacity=".22"'),
    openBook(590, 540, 1.36, tone.side, ink),
    helmet(ink, 930, 470, 0.98, colour),
    pencil(330, 600, 270, 58, '#f2b441', ink),
  ].join('')
}

/** Learning online: a lesson on the screen of a notebook. */
const online: Scene = (tone, some) => {
  const { ink, side, steel, face, accent } = tone
  const done = some.between(2, 4)
  return [
    ground(tone, some.of(['squares', 'rings']), 540),
    plate(250, 70, 700, 438, 18, ink),
    rect(272, 92, 656, 394, '#062b4a'),
    `<g transform="translate(290 106) scale(.94)">${chalk(accent)}</g>`,
    rect(816, 92, 112, 394, '#0b4a7f'),
    times(
      5,
      i =>
        plate(832, 112 + i * 62, 80, 44, 5, i < done ? '#2b7bbd' : '#13609f') +
        (i < done ? trace(`M858 ${134 + i * 62}l10 10 18-20`, '#fff', 5) : ''),
    ),
    plate(290, 458, 500, 10, 5, '#13609f') +
      plate(290, 458, 90 + done * 80, 10, 5, accent) +
      disc(380 + done * 80, 463, 11, '#fff'),
    shape('M180 508H1020L1090 556Q1092 566 1076 566H124Q108 566 110 556z', 'url(#steel)', edge(ink, 3)),
    plate(510, 516, 180, 14, 6, side),
    conical(tone, 1068, 540, { size: 0.7, level: 0.6 }),
    plate(60, 496, 150, 22, 4, '#2b7bbd', edge(ink, 3)) +
      plate(72, 474, 130, 22, 4, face, edge(ink, 3)) +
      plate(64, 452, 140, 22, 4, accent, edge(ink, 3)),
    plate(60, 518, 150, 22, 4, steel[1], edge(ink, 3)),
  ].join('')
}

export const training: Scene[] = [oneWay(lesson), handbook, oneWay(online)]
