import { ground, oneWay, type Scene } from '../canvas.ts'
import { isometric } from '../iso.ts'
import { listener } from '../people.ts'
import { gauge } from '../pipework.ts'
import { disc, edge, faded, plate, rect, shape, times, trace } from '../shapes.ts'
import { plume, stack } from '../vessels.ts'
import { boilerHouse } from '../works.ts'

const works: Scene = (tone, some) =>
  ground(tone, some.of(['rings', 'hills', 'waves'])) +
  boilerHouse(isometric(580, 256, 40, tone), tone, some.between(0, 4))

/** A power station on its horizon. */
const skyline: Scene = (tone, some) => {
  const { ink, side, face, steel, hollow } = tone
  const tower = (x: number, w: number, h: number) =>
    shape(
      `M${x - w / 2} 560Q${x - w * 0.2} ${560 - h * 0.6} ${x - w * 0.3} ${560 - h}h${w * 0.6}Q${x + w * 0.2} ${560 - h * 0.6} ${x + w / 2} 560z`,
      'url(#column)',
      edge(ink, 3),
    ) +
    trace(
      `M${x - w * 0.3} ${560 - h + 14}h${w * 0.6}M${x - w * 0.265} ${560 - h * 0.72}h${w * 0.53}`,
      ink,
      2,
      'opacity=".4"',
    ) +
    trace(`M${x - w * 0.46} 560l14-26 14 26 14-26 14 26 14-26 14 26 14-26 14 26`, ink, 2, 'opacity=".45"')
  const sun = some.between(180, 1020)
  return [
    ground(tone, 'hills', 560),
    disc(sun, 190, 78, '#ffd3a6'),
    disc(sun, 190, 108, '#ffd3a6', 'opacity=".3"'),
    plume(tone, 254, 236, 1.1) + plume(tone, 430, 286, 0.9),
    tower(254, 250, 330) + tower(430, 208, 276),
    stack(tone, 690, 560, 58, 420),
    rect(560, 316, 220, 244, 'url(#column)', edge(ink, 3)),
    rect(580, 270, 110, 46, side, edge(ink, 3)),
    times(4, i => rect(580, 344 + i * 50, 180, 22, hollow, 'opacity=".55"')),
    rect(600, 394, 40, 22, '#ffb066') + rect(690, 494, 40, 22, '#ffb066'),
    rect(780, 420, 210, 140, steel[1], edge(ink, 3)),
    shape('M780 420l52-40 0 40 52-40 0 40 52-40 0 40 54-40V420z', face, edge(ink, 3)),
    rect(806, 470, 158, 22, hollow, 'opacity=".5"'),
    faded(
      0.9,
      trace(
        'M1090 560l26-260 26 260M1050 350h132M1062 398h108M1100 470l32-60M1132 470l-32-60M1096 520l46-50M1142 520l-46-50',
        ink,
        4,
      ),
    ),
    trace('M1050 352C960 400 900 380 860 384M1182 352q20 14 60 16M1170 400q30 14 60 16', ink, 2),
    trace('M80 610H1120M200 634H980', face, 4, 'opacity=".5" stroke-linecap="round"'),
  ].join('')
}

/** A control room: an operator in front of the plant's diagrams. */
const controlRoom: Scene = (tone, some) => {
  const { ink, face, side, accent } = tone
  const dark = '#041d34'
  const monitor = (x: number, y: number, w: number, h: number, content: string) =>
    plate(x - 8, y - 8, w + 16, h + 16, 8, ink) + rect(x, y, w, h, dark) + content
  const heights = Array.from({ length: 7 }, () => some.between(24, 92))
  return [
    ground(tone, 'squares', 590),
    monitor(
      90,
      70,
      300,
      190,
      trace(
        'M110 200C150 200 160 110 200 120S260 190 300 150 350 100 376 110',
        '#ffb066',
        5,
        'stroke-linecap="round"',
      ) +
        trace('M110 230C160 220 190 180 230 184S320 214 376 170', '#5a9fd4', 4) +
        trace('M106 90v154h270', '#2b7bbd', 2),
    ),
    monitor(
      420,
      70,
      360,
      190,
      plate(470, 110, 150, 50, 25, '#2b7bbd', edge('#bfdaee', 3)) +
        plate(510, 196, 74, 34, 17, '#13609f', edge('#bfdaee', 3)) +
        trace('M500 160v30q0 20 20 20M600 160v30q0 20-16 20M620 134h90v70h-40M470 134h-30v96', '#bfdaee', 4) +
        disc(660, 204, 16, accent) +
        shape('M700 116l20 18-20 18z', accent),
    ),
    monitor(
      810,
      70,
      300,
      190,
      heights.map((h, i) => rect(836 + i * 36, 236 - h, 22, h, i === 4 ? accent : '#5a9fd4')).join('') +
        trace('M826 240h260', '#2b7bbd', 3),
    ),
    monitor(180, 300, 200, 130, trace('M196 380l30-30 30 14 34-40 30 22 44-30', '#5a9fd4', 4)),
    monitor(
      820,
      300,
      200,
      130,
      gauge(tone, 870, 366, 40, some.between(3, 8) / 10) + gauge(tone, 968, 366, 40, some.between(3, 8) / 10),
    ),
    monitor(
      420,
      296,
      360,
      138,
      times(
        4,
        i =>
          trace(
            `M440 ${324 + i * 28}h${[220, 160, 250, 130][i]}`,
            i === 2 ? '#ffb066' : '#5a9fd4',
            9,
            'stroke-linecap="round"',
          ) + disc(756, 324 + i * 28, 8, i === 2 ? accent : '#8fc0e4'),
      ),
    ),
    shape('M60 470H1140L1190 540H10z', face, edge(ink, 3)),
    rect(10, 540, 1180, 135, side, edge(ink, 3)),
    trace('M330 540v135M870 540v135', ink, 3, 'opacity=".5"'),
    plate(150, 488, 140, 30, 5, ink) + plate(910, 488, 140, 30, 5, ink),
    ...[400, 800].map(
      x =>
        plate(x - 84, 548, 168, 140, 30, '#041d34', edge('#5a9fd4', 4)) +
        listener(x, 606, 1.35, '#5a9fd4', '#062b4a') +
        plate(x - 66, 566, 132, 120, 22, '#0b4a7f', edge('#041d34', 3)) +
        trace(`M${x - 36} 478a36 40 0 0 1 72 0`, accent, 7) +
        plate(x + 28, 470, 16, 30, 8, accent),
    ),
  ].join('')
}

export const plant: Scene[] = [works, skyline, oneWay(controlRoom)]
