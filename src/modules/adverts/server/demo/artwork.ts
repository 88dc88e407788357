import { materials, type Size, svg, verticalGradient } from '#modules/content/server/demo/pictures/canvas.ts'
import { burner, flame, jet } from '#modules/content/server/demo/pictures/fire.ts'
import { bottle, conical, rack } from '#modules/content/server/demo/pictures/glass.ts'
import { electrode } from '#modules/content/server/demo/pictures/instruments.ts'
import { gauge, gaugeOn, pipe } from '#modules/content/server/demo/pictures/pipework.ts'
import {
  disc,
  edge,
  faded,
  placeAt,
  plate,
  rect,
  ring,
  shape,
  times,
  trace,
} from '#modules/content/server/demo/pictures/shapes.ts'
import { tones } from '#modules/content/server/demo/pictures/tones.ts'
import { drum, saddles, stack } from '#modules/content/server/demo/pictures/vessels.ts'
import type { DemoAdvert } from './adverts.ts'

export type ArtworkContent = Pick<DemoAdvert, 'organisation' | 'headline' | 'line' | 'motif' | 'colours'>

const FONT = "'PingFang SC','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC','Source Han Sans SC',sans-serif"
const deep = tones[1]

const text = (x: number, y: number, size: number, content: string, extra = '') =>
  `<text x="${x}" y="${y}" font-family="${FONT}" font-size="${size}" fill="#fff"${extra && ` ${extra}`}>${content}</text>`

/** Motifs are drawn around the point 0, 0, within about 600 by 400. */
const motifs: Record<DemoAdvert['motif'], () => string> = {
  membranes: () =>
    rect(-200, -190, 16, 380, deep.side) +
    rect(190, -190, 16, 380, deep.side) +
    times(
      4,
      i =>
        plate(-290, -180 + i * 92, 580, 62, 8, 'url(#steel)', edge(deep.ink, 3)) +
        plate(-306, -188 + i * 92, 30, 78, 5, deep.side) +
        plate(276, -188 + i * 92, 30, 78, 5, deep.side),
    ) +
    pipe(deep, 'M306-150V150H380', 22),
  burner: () => burner(deep, -60, 0, 1.25) + jet(-60, 0, 1.2),
  boiler: () =>
    stack(deep, 150, -60, 60, 170) +
    saddles(deep, -220, 90, 440, 190) +
    drum(deep, -220, -90, 440, 210, 3) +
    disc(-90, 14, 62, deep.hollow, edge(deep.ink, 5)) +
    flame(-90, 58, 0.58) +
    gaugeOn(deep, 20, -90, 34, 0.6),
  bottles: () =>
    bottle(deep, -130, 190, 1.35) + bottle(deep, 40, 190, 1.1, '#f7b98f') + conical(deep, 210, 190, { size: 1 }),
  electrode: () =>
    rack(deep, 0, 200, ['#dfeef8', '#8fc0e4', '#2b7bbd'], [0.7, 0.6, 0.7]) +
    electrode(deep, -120, 170, 'C-120-220-40-260 80-230', deep.accent) +
    ring(-120, 150, 70, '#fff', 4, 'opacity=".5"'),
  gauge: () => gauge(deep, 0, 0, 190, 0.72),
  lance: () =>
    disc(-120, 0, 190, 'url(#steel)') +
    times(3, j => times(4, i => disc(-216 + i * 62, -66 + j * 66, 22, i < 2 ? '#d3a27a' : deep.hollow))) +
    shape('M240-60L-110-70V70z', '#fff', 'opacity=".55"') +
    trace('M240-60L460-110', deep.ink, 30, 'stroke-linecap="round"'),
}

/** The picture of an advert: a strip with its motif on the right, or a card with it above. */
export function artwork(advert: ArtworkContent, size: Size): string {
  const [dark, bright] = advert.colours
  const defs =
    materials(deep) +
    `<linearGradient id="ground"><stop stop-color="${dark}"/><stop offset="1" stop-color="${bright}"/></linearGradient>` +
    verticalGradient('shade', [0, dark, 0], [1, dark])
  const draw = size.width >= size.height * 4 ? strip : card
  return svg(size, defs, rect(0, 0, size.width, size.height, 'url(#ground)'), draw(advert, size))
}

function strip({ headline, line, organisation, motif }: ArtworkContent, { width, height }: Size) {
  const middle = height / 2
  const large = Math.max(1, height / 160)
  const beside = width - (height > 160 ? 170 * large : 230)
  return [
    faded(
      0.25,
      times(3, i => ring(beside, middle, (70 + i * 46) * large, '#fff', 1.5)),
    ),
    placeAt(beside, middle, motifs[motif](), { size: height / (height > 160 ? 520 : 430) }),
    rect(36 * large, middle - 26 * large, 5 * large, 52 * large, '#f0662c'),
    text(58 * large, middle + large, 30 * large, headline, 'font-weight="700"'),
    text(58 * large, middle + 29 * large, 16 * large, line, 'opacity=".86"'),
    height > 160
      ? text(58 * large, middle + 58 * large, 12 * large, organisation, 'opacity=".8"')
      : text(width - 420, middle + 6, 17, organisation, 'text-anchor="end" opacity=".9"'),
  ].join('')
}

function card({ headline, line, organisation, motif }: ArtworkContent, { width, height }: Size) {
  return [
    faded(
      0.22,
      times(3, i => ring(width * 0.64, 54, 44 + i * 28, '#fff', 1.5)),
    ),
    placeAt(width * 0.64, 54, motifs[motif](), { size: 0.23 }),
    rect(0, height * 0.42, width, height * 0.58, 'url(#shade)'),
    text(18, height - 58, 23, headline, 'font-weight="700"'),
    text(18, height - 36, 14, line, 'opacity=".9"'),
    text(18, height - 14, 11.5, organisation, 'opacity=".75"'),
  ].join('')
}
