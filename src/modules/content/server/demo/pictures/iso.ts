import { edge, oval, shape, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

/** Isometric drawing: `x` runs to the lower right, `y` to the lower left, `z` up, all in the same unit. */
export function isometric(originX: number, originY: number, unit: number, tone: Tone) {
  const { ink, steel, face, side } = tone
  const flat = (x: number, y: number, z: number) =>
    [originX + (x - y) * unit * 0.866, originY + (x + y) * unit * 0.5 - z * unit] as const
  const p = (x: number, y: number, z: number) =>
    flat(x, y, z)
      .map(n => Math.round(n * 10) / 10)
      .join(' ')
  const area = (...corners: [number, number, number][]) => `M${corners.map(corner => p(...corner)).join('L')}z`

  /** A block on the ground at (x, y), `w` by `d` and `h` high. */
  const box = (
    x: number,
    y: number,
    z: number,
    w: number,
    d: number,
    h: number,
    paint: { top?: string; left?: string; right?: string } = {},
  ) => {
    const { top = face, left = steel[1], right = side } = paint
    return [
      shape(area([x, y + d, z], [x + w, y + d, z], [x + w, y + d, z + h], [x, y + d, z + h]), left, edge(ink, 2)),
      shape(area([x + w, y, z], [x + w, y + d, z], [x + w, y + d, z + h], [x + w, y, z + h]), right, edge(ink, 2)),
      shape(area([x, y, z + h], [x + w, y, z + h], [x + w, y + d, z + h], [x, y + d, z + h]), top, edge(ink, 2)),
    ].join('')
  }

  /** A standing cylinder whose axis is over (x, y). */
  const silo = (x: number, y: number, z: number, r: number, h: number, { top = face, taper = 1, band = '' } = {}) => {
    const [cx, foot] = flat(x, y, z)
    const head = foot - h * unit
    const rx = r * unit * 1.2247
    const ry = rx * 0.577
    const tx = rx * taper
    const ty = ry * taper
    const collar = (at: number, thick: number) => {
      const k = rx + (tx - rx) * at
      const cy = foot + (head - foot) * at
      return shape(
        `M${cx - k} ${cy}a${k} ${k * 0.577} 0 0 0 ${2 * k} 0v${-thick}a${k} ${k * 0.577} 0 0 1 ${-2 * k} 0z`,
        band,
      )
    }
    return [
      shape(
        `M${cx - rx} ${foot}a${rx} ${ry} 0 0 0 ${2 * rx} 0L${cx + tx} ${head}h${-2 * tx}z`,
        'url(#column)',
        edge(ink, 2),
      ),
      band ? collar(0.86, h * unit * 0.05) : '',
      oval(cx, head, tx, ty, top, edge(ink, 2)),
    ].join('')
  }

  /** Lines on the ground or along a wall, given as points. */
  const line = (points: [number, number, number][], stroke: string, width: number, extra = '') =>
    trace(`M${points.map(point => p(...point)).join('L')}`, stroke, width, `stroke-linejoin="round" ${extra}`)

  /** A pipe along points. */
  const run = (points: [number, number, number][], w: number, colour = steel[1]) =>
    line(points, ink, w) + line(points, colour, w - 4) + line(points, '#fff', w * 0.22, 'opacity=".6"')

  const patch = (corners: [number, number, number][], fill: string, extra = '') => shape(area(...corners), fill, extra)

  /** A tiled floor of `w` by `d`. */
  const floor = (x: number, y: number, w: number, d: number) => {
    const along = Array.from({ length: Math.floor(w) }, (_, i) => `M${p(x + 1 + i, y, 0)}L${p(x + 1 + i, y + d, 0)}`)
    const over = Array.from({ length: Math.floor(d) }, (_, i) => `M${p(x, y + 1 + i, 0)}L${p(x + w, y + 1 + i, 0)}`)
    return (
      patch(
        [
          [x, y, 0],
          [x + w, y, 0],
          [x + w, y + d, 0],
          [x, y + d, 0],
        ],
        tone.floor,
      ) + trace([...along, ...over].join(''), ink, 1, 'opacity=".22"')
    )
  }

  return { flat, floor, box, silo, line, run, patch }
}
