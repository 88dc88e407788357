import { DROP } from './glass.ts'
import { disc, dots, edge, placeAt, plate, rect, ring, shape, times, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

const cast = (w: number, h: number) => plate(10, 12, w, h, 6, '#041d34', 'opacity=".18"')

/** A written page: a head, a rule, lines of unequal length. `x`, `y` is its upper left corner. */
export function page({ ink, accent }: Tone, x: number, y: number, w: number, h: number, turn = 0, lines = 9) {
  const step = (h * 0.66) / lines
  const length = (i: number) => (i % 4 === 3 ? 0.42 : 0.78 - ((i * 7) % 3) * 0.04)
  return placeAt(
    x,
    y,
    cast(w, h) +
      plate(0, 0, w, h, 6, '#fff', edge(ink, 3)) +
      plate(w * 0.26, h * 0.075, w * 0.48, h * 0.032, 3, accent) +
      rect(w * 0.1, h * 0.155, w * 0.8, 3, accent) +
      trace(
        times(lines, i => `M${w * 0.1} ${(h * 0.235 + i * step).toFixed(1)}h${(w * length(i)).toFixed(1)}`),
        '#8fb9da',
        Math.max(5, step * 0.26),
        'stroke-linecap="round"',
      ),
    { turn },
  )
}

/** The association's round seal: two rings, a ring of characters too small to read, a drop. */
export const seal = (x: number, y: number, r: number, colour: string, turn = -12) =>
  placeAt(
    x,
    y,
    ring(0, 0, r, colour, r * 0.07) +
      ring(0, 0, r * 0.78, colour, r * 0.2, `stroke-dasharray="${r * 0.17} ${r * 0.13}" opacity=".85"`) +
      ring(0, 0, r * 0.58, colour, r * 0.03) +
      shape(DROP, colour, `transform="translate(0 ${r * 0.08}) scale(${r / 230})"`),
    { turn },
  )

/** A framed certificate with a ribboned seal. */
export const certificate = ({ ink, accent }: Tone, x: number, y: number, w: number, h: number, turn = 0) =>
  placeAt(
    x,
    y,
    cast(w, h) +
      plate(0, 0, w, h, 4, '#fff', edge(ink, 3)) +
      rect(14, 14, w - 28, h - 28, 'none', edge('#2b7bbd', 3)) +
      rect(22, 22, w - 44, h - 44, '#f1f7fc', edge('#bfdaee', 2)) +
      shape(
        `M14 14h44L14 58zM${w - 14} 14h-44l44 44zM14 ${h - 14}h44l-44-44zM${w - 14} ${h - 14}h-44l44-44z`,
        '#2b7bbd',
      ) +
      plate(w * 0.3, h * 0.17, w * 0.4, h * 0.055, 4, '#0b4a7f') +
      trace(
        `M${w * 0.2} ${h * 0.36}h${w * 0.6}M${w * 0.2} ${h * 0.46}h${w * 0.6}M${w * 0.2} ${h * 0.56}h${w * 0.42}`,
        '#8fb9da',
        8,
        'stroke-linecap="round"',
      ) +
      rosette(w * 0.76, h * 0.73, h * 0.105, accent),
    { turn },
  )

export const rosette = (x: number, y: number, r: number, colour: string) =>
  placeAt(
    x,
    y,
    shape(
      `M${-r * 0.6} ${r * 0.5}L${-r * 0.95} ${r * 2.3}l${r * 0.55}-${r * 0.3} ${r * 0.4} ${r * 0.5} ${r * 0.25}-${r * 1.6}zM${r * 0.6} ${r * 0.5}L${r * 0.95} ${r * 2.3}l-${r * 0.55}-${r * 0.3}-${r * 0.4} ${r * 0.5}-${r * 0.25}-${r * 1.6}z`,
      colour,
      'opacity=".8"',
    ) +
      dots(
        `M${-r} 0a${r} ${r} 0 0 1 ${r * 2} 0a${r} ${r} 0 0 1 ${-r * 2} 0`,
        colour,
        r * 0.42,
        (Math.PI * 2 * r) / 20,
      ) +
      disc(0, 0, r, colour) +
      ring(0, 0, r * 0.72, '#fff', r * 0.08, 'opacity=".8"') +
      shape(DROP, '#fff', `transform="translate(0 ${r * 0.1}) scale(${r / 190})"`),
  )

/** A technical drawing: a frame with its title block, a drum in section with axes and dimensions. */
export const drawing = ({ ink }: Tone, x: number, y: number, w: number, h: number, turn = 0) => {
  const cx = w * 0.4
  const cy = h * 0.45
  const r = h * 0.24
  return placeAt(
    x,
    y,
    cast(w, h) +
      plate(0, 0, w, h, 4, '#fff', edge(ink, 3)) +
      rect(14, 14, w - 28, h - 28, 'none', edge('#13609f', 2)) +
      trace(
        `M${w * 0.62} ${h - 14}V${h * 0.76}H${w - 14}M${w * 0.62} ${h * 0.84}H${w - 14}M${w * 0.76} ${h * 0.76}V${h - 14}`,
        '#13609f',
        2,
      ) +
      ring(cx, cy, r, '#0b4a7f', 5) +
      ring(cx, cy, r * 0.88, '#0b4a7f', 2) +
      ring(cx, cy + r * 0.3, r * 0.42, '#0b4a7f', 3) +
      times(7, i =>
        ring(
          cx - r * 0.54 + i * r * 0.18,
          cy - r * 0.36 - Math.sin((i * Math.PI) / 6) * r * 0.22,
          r * 0.06,
          '#0b4a7f',
          2,
        ),
      ) +
      trace(
        `M${cx - r * 1.25} ${cy}h${r * 2.5}M${cx} ${cy - r * 1.25}v${r * 2.5}`,
        '#d9480f',
        2,
        'stroke-dasharray="18 5 4 5"',
      ) +
      trace(
        `M${cx - r} ${cy + r * 1.42}h${r * 2}m0-9v18m${-r * 2}-18v18M${w * 0.7} ${h * 0.16}v${h * 0.42}m-9 0h18m-18 ${-h * 0.42}h18`,
        '#2b7bbd',
        2,
      ) +
      trace(
        `M${w * 0.77} ${h * 0.2}h${w * 0.15}M${w * 0.77} ${h * 0.28}h${w * 0.1}M${w * 0.77} ${h * 0.36}h${w * 0.13}M${w * 0.77} ${h * 0.44}h${w * 0.08}`,
        '#8fb9da',
        5,
      ),
    { turn },
  )
}
