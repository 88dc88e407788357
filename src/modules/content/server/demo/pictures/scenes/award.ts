import { ground, type Scene, verticalGradient } from '../canvas.ts'
import { DROP } from '../glass.ts'
import { certificate } from '../papers.ts'
import { disc, dots, edge, faded, oval, placeAt, plate, rect, ring, shape, times, trace } from '../shapes.ts'

const GOLD = verticalGradient('gold', [0, '#fff0c9'], [0.45, '#f0bd55'], [1, '#b9822a'])

/** A cup on its plinth, 400 high at size 1, its foot at `x`, `y`. */
const cup = (ink: string, x: number, y: number, size: number, metal = 'url(#gold)') =>
  placeAt(
    x,
    y,
    trace('M-104-352C-190-352-176-222-82-214M104-352C190-352 176-222 82-214', ink, 30) +
      trace('M-104-352C-190-352-176-222-82-214M104-352C190-352 176-222 82-214', '#f0bd55', 20) +
      shape(
        'M-118-392H118C118-270 92-196 34-172V-110H70V-84H-70V-110H-34V-172C-92-196-118-270-118-392z',
        metal,
        `${edge(ink, 4)} stroke-linejoin="round"`,
      ) +
      oval(0, -392, 118, 18, '#b9822a', edge(ink, 4)) +
      shape(
        'M-86-362C-84-290-70-240-46-212',
        'none',
        'stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".75"',
      ) +
      shape(DROP, '#fff', 'transform="translate(0 -280) scale(.58)" opacity=".92"') +
      plate(-92, -86, 184, 86, 6, '#083a64', edge(ink, 4)) +
      plate(-54, -62, 108, 36, 3, '#f0bd55'),
    { size },
  )

/** Half a laurel: leaves along a bow; `flip` for the other half. */
const laurel = (x: number, y: number, size: number, colour: string, flip = false) =>
  placeAt(
    x,
    y,
    trace('M0 0C-120-20-190-140-150-300', colour, 7, 'stroke-linecap="round"') +
      times(7, i => {
        const [px, py, turn] = [
          [-36, -10, -70],
          [-84, -44, -48],
          [-122, -92, -30],
          [-147, -146, -14],
          [-158, -200, 0],
          [-158, -250, 8],
          [-150, -300, 18],
        ][i]!
        return `<g transform="translate(${px} ${py}) rotate(${turn})">${shape('M0 0C-44-8-62-36-58-66C-26-58-4-36 0 0z', colour)}${i < 6 ? shape('M6-10C4-44 22-64 50-70C52-38 36-16 6-10z', colour, 'opacity=".75"') : ''}</g>`
      }),
    { size, flip },
  )

/** The cup in the light of the stage. */
const stage: Scene = (tone, some) => {
  const { ink, side, face, accent, steel } = tone
  const dark = face === '#ffffff' || ink === '#062b4a' ? '#2b7bbd' : '#8fc0e4'
  const sparks = Array.from({ length: 16 }, (_, i) =>
    placeAt(
      some.between(120, 1080),
      some.between(40, 330),
      rect(-5, -9, 10, 18, [accent, '#f0bd55', steel[1], face][i % 4]!),
      { turn: i * 47 },
    ),
  )
  return [
    `<defs>${GOLD}</defs>`,
    ground(tone, 'rings', 560),
    times(3, i =>
      shape(
        `M${420 + i * 180} 0L${260 + i * 150} 560h${340 - i * 10}z`,
        '#fff',
        `opacity="${ink === '#083a64' ? 0.45 : 0.1}"`,
      ),
    ),
    faded(0.9, ...sparks),
    laurel(560, 500, 1.25, dark) + laurel(640, 500, 1.25, dark, true),
    shape('M330 580H870L930 640H270z', 'url(#steel)', edge(ink, 3)),
    rect(270, 640, 660, 40, side, edge(ink, 3)),
    plate(420, 520, 360, 60, 6, face, edge(ink, 3)),
    cup(ink, 600, 524, 1.12),
  ].join('')
}

/** A medal on its ribbon before a certificate. */
const medal: Scene = (tone, some) => {
  const { ink, side, accent, face } = tone
  const x = some.of([800, 840])
  return [
    `<defs>${GOLD}</defs>`,
    ground(tone, some.of(['waves', 'squares'])),
    certificate(tone, 130, 120, 590, 430, -3),
    shape(`M${x - 150} -10h96L${x + 34} 300l-60 40z`, side, edge(ink, 3)),
    shape(`M${x + 150} -10h-96L${x - 34} 300l60 40z`, accent, edge(ink, 3)),
    trace(`M${x + 100} -10L${x - 6} 318`, face, 12, 'opacity=".55"') +
      trace(`M${x - 100} -10L${x - 14} 270`, face, 12, 'opacity=".35"'),
    plate(x - 44, 292, 88, 36, 8, '#f0bd55', edge(ink, 4)),
    disc(x, 456, 156, 'url(#gold)', edge(ink, 5)),
    dots(`M${x - 138} 456a138 138 0 0 1 276 0a138 138 0 0 1-276 0`, '#8a5e1c', 8, 24.1),
    ring(x, 456, 118, '#8a5e1c', 4),
    disc(x, 456, 112, '#f7d489'),
    laurel(x - 10, 540, 0.46, '#b9822a') + laurel(x + 10, 540, 0.46, '#b9822a', true),
    shape(DROP, '#0b4a7f', `transform="translate(${x} 464) scale(.72)"`),
    shape(
      'M0-30C8-18 18-8 18 2A18 18 0 0 1-18 2C-18-8-8-18 0-30z',
      '#fff',
      `transform="translate(${x} 474) scale(1.1)" opacity=".9"`,
    ),
    trace(`M${x - 120} 410a128 128 0 0 1 60-66`, '#fff', 10, 'stroke-linecap="round" opacity=".8"'),
  ].join('')
}

/** Podium with three steps and three cups. */
const podium: Scene = (tone, some) => {
  const { ink, steel, side, face, accent } = tone
  const silver = verticalGradient('silver', [0, '#ffffff'], [0.5, '#c9dceb'], [1, '#7f9db6'])
  const bronze = verticalGradient('bronze', [0, '#ffe3cf'], [0.5, '#d58c5a'], [1, '#8f5029'])
  const step = (x: number, y: number, w: number, fill: string) =>
    rect(x, y, w, 600 - y, fill, edge(ink, 4)) + plate(x - 12, y - 16, w + 24, 22, 4, face, edge(ink, 4))
  return [
    `<defs>${GOLD}${silver}${bronze}</defs>`,
    ground(tone, some.of(['waves', 'rings']), 600),
    times(7, i => shape(`M600 330L${-60 + i * 200} -20h100z`, '#fff', 'opacity=".14"')),
    step(220, 440, 250, steel[1]) + step(730, 480, 250, steel[1]),
    step(466, 360, 268, side),
    disc(600, 470, 44, accent, edge(ink, 3)),
    shape(DROP, '#fff', 'transform="translate(600 476) scale(.34)"'),
    cup(ink, 345, 424, 0.62, 'url(#silver)'),
    cup(ink, 855, 464, 0.6, 'url(#bronze)'),
    cup(ink, 600, 344, 0.78),
    faded(
      0.9,
      ...Array.from({ length: 14 }, (_, i) =>
        placeAt(
          some.between(80, 1120),
          some.between(30, 300),
          rect(-5, -10, 10, 20, [accent, '#f0bd55', steel[1], face][i % 4]!),
          { turn: i * 53 },
        ),
      ),
    ),
  ].join('')
}

export const award: Scene[] = [stage, medal, podium]
