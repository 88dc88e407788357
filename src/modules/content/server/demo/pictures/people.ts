import { disc, edge, placeAt, plate, rect, shape, times, trace } from './shapes.ts'
import type { Tone } from './tones.ts'

/** Seated person seen from behind: 124 wide at size 1, the shoulders end at `y`. */
export const listener = (x: number, y: number, size: number, coat: string, hair: string) =>
  placeAt(x, y, shape(SHOULDERS, coat) + shape(HEAD, hair), { size })

const SHOULDERS = 'M-62 0C-62-44-44-58-16-64V-80H16V-64C44-58 62-44 62 0z'
const HEAD = 'M-27-112a27 31 0 0 1 54 0c0 18-9 36-27 36s-27-18-27-36z'

/** Rows of listeners, the nearest last, drawn from one pattern to keep the picture small. */
export const audience = (
  hair: string,
  ...rows: { y: number; size: number; count: number; from?: number; coats: string[] }[]
) =>
  `<defs><g id="sitter">${shape(SHOULDERS, 'currentColor')}${shape(HEAD, hair)}</g></defs>` +
  rows
    .map(({ y, size, count, from = 0, coats }) =>
      times(count, i => {
        const x = from + (i * 1200) / (count - 1)
        const sway = ((i * 37) % 3) * 6 * size
        return `<use href="#sitter" color="${coats[(i * 7) % coats.length]}" transform="translate(${Math.round(x)} ${Math.round(y + sway)}) scale(${size})"/>`
      }),
    )
    .join('')

/** A plant in its pot. */
export const potted = ({ ink, accent }: Tone, x: number, foot: number, size: number) =>
  placeAt(
    x,
    foot,
    [-58, -30, 0, 30, 58]
      .map(
        (turn, i) =>
          `<path d="M0-50C-26-90-22-140 0-176C22-140 26-90 0-50z" fill="${i % 2 ? '#2b7bbd' : '#4d95cd'}" ${edge('#0b4a7f')} transform="rotate(${turn} 0 -52)"/>`,
      )
      .join('') +
      shape('M-38-62H38L28 0H-28z', accent, edge(ink, 3)) +
      plate(-44, -70, 88, 16, 4, accent, edge(ink, 3)),
    { size },
  )

/** Standing speaker pointing to the left: 320 high at size 1, feet at `x`, `y`. */
export const speaker = ({ ink, side }: Tone, x: number, y: number, size: number, coat = side) =>
  placeAt(
    x,
    y,
    shape('M-30-160h60l8 160h-30l-8-120-8 120h-30z', ink) +
      shape('M-42-262Q-40-274-22-276H22Q42-274 44-256L40-140H-38z', coat) +
      trace('M-34-254L-92-226-140-262', coat, 22, 'stroke-linecap="round" stroke-linejoin="round"') +
      disc(-144, -266, 11, '#f2d3bd') +
      trace('M-148-268l-62-34', ink, 5, 'stroke-linecap="round"') +
      trace('M38-252l18 56-12 54', coat, 20, 'stroke-linecap="round" stroke-linejoin="round"') +
      shape('M-12-276h24l-12 34z', '#fff') +
      rect(-9, -296, 18, 22, '#eac4ab') +
      disc(0, -316, 27, '#f2d3bd') +
      shape('M-29-316c-2-40 58-42 58-2c-12-4-16-14-18-18c-10 10-26 12-40 20z', '#24384b'),
    { size },
  )

/** A lectern with a microphone; its foot at `x`, `y`. */
export const lectern = ({ ink, side, steel, accent }: Tone, x: number, y: number, size = 1) =>
  placeAt(
    x,
    y,
    shape('M-56-150H56L44 0H-44z', 'url(#column)', edge(ink, 3)) +
      plate(-72, -172, 144, 26, 4, side, edge(ink, 3)) +
      trace('M18-172q-4-50-34-66', ink, 5, 'stroke-linecap="round"') +
      plate(-28, -252, 18, 28, 9, steel[0], edge(ink, 3)) +
      disc(0, -78, 22, accent, edge(ink, 2)),
    { size },
  )

/** A hall's screen with a picture on it; `picture` is drawn from its upper left corner. */
export const screen = ({ ink }: Tone, x: number, y: number, w: number, h: number, paint: string, content: string) =>
  placeAt(x, y, plate(-10, -10, w + 20, h + 20, 6, ink) + rect(0, 0, w, h, paint) + content)

/** A long table seen from the front, with microphones and name plates. */
export const dais = ({ ink, side, face, steel }: Tone, x: number, y: number, w: number, seats: number) => {
  const step = w / seats
  return [
    times(seats, i => plate(x + step * (i + 0.5) - 36, y - 128, 72, 100, 14, side, edge(ink, 3))),
    times(seats, i => sitter(x + step * (i + 0.5), y - 40, i)),
    plate(x - 14, y - 44, w + 28, 16, 4, steel[0], edge(ink, 3)),
    rect(x, y - 28, w, 96, 'url(#steel)', edge(ink, 3)),
    times(seats, i => plate(x + step * (i + 0.5) - 30, y - 62, 60, 20, 3, face, edge(ink, 2))),
    trace(
      times(seats, i => `M${x + step * (i + 0.5) + 50} ${y - 44}q2-28-16-40`),
      ink,
      4,
      'stroke-linecap="round"',
    ),
  ].join('')
}

const sitter = (x: number, y: number, i: number) =>
  placeAt(
    x,
    y,
    shape('M-44 0C-44-40-34-48-10-54V-66H10V-54C34-48 44-40 44 0z', i % 2 ? '#0b4a7f' : '#13609f') +
      shape('M-9-54L0-30 9-54z', '#fff') +
      disc(0, -84, 22, '#f2d3bd') +
      shape('M-23-84c-2-34 48-34 46-1c-8-4-12-10-14-14c-8 8-20 10-32 15z', '#24384b'),
  )
