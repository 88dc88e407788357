/** The few strokes that every picture is made of. Everything returns SVG source. */

const more = (extra: string) => (extra ? ` ${extra}` : '')

export const rect = (x: number, y: number, w: number, h: number, fill: string, extra = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${more(extra)}/>`

/** Rounded by `r`. */
export const plate = (x: number, y: number, w: number, h: number, r: number, fill: string, extra = '') =>
  rect(x, y, w, h, fill, `rx="${r}"${more(extra)}`)

export const disc = (cx: number, cy: number, r: number, fill: string, extra = '') =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"${more(extra)}/>`

export const ring = (cx: number, cy: number, r: number, stroke: string, width: number, extra = '') =>
  disc(cx, cy, r, 'none', `stroke="${stroke}" stroke-width="${width}"${more(extra)}`)

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, extra = '') =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"${more(extra)}/>`

export const shape = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}"${more(extra)}/>`

export const trace = (d: string, stroke: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"${more(extra)}/>`

export const edge = (stroke: string, width = 2) => `stroke="${stroke}" stroke-width="${width}"`

export const faded = (opacity: number, ...parts: string[]) => `<g opacity="${opacity}">${parts.join('')}</g>`

export const placeAt = (x: number, y: number, content: string, { turn = 0, size = 1, flip = false } = {}) => {
  const turned = turn ? ` rotate(${turn})` : ''
  const sized = size !== 1 || flip ? ` scale(${flip ? -size : size} ${size})` : ''
  return `<g transform="translate(${x} ${y})${turned}${sized}">${content}</g>`
}

/** `count` copies, each told its number. */
export const times = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

/** A row of round dots from one point to another, as one dashed stroke. */
export const dots = (d: string, stroke: string, size: number, gap: number) =>
  trace(d, stroke, size, `stroke-linecap="round" stroke-dasharray="0 ${gap}"`)

/** Rounds to two decimals, finer than any screen shows. */
export const shortenNumbers = (svg: string) =>
  svg.replace(/-?\d+\.\d{3,}/g, number => String(Number(Number(number).toFixed(2))))
