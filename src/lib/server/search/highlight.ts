import { foldChar, foldInPlace } from './fold.ts'
import { findSpelt } from './pinyin.ts'
import { termsOf } from './words.ts'

/** `text` as HTML, escaped, with what was searched for in `<em>`. */
export const highlight = (text: string, typed: string) => emphasise(text, placesOf(text, termsOf(typed)))

/** Works like `highlight`, and also marks matches by pinyin or initials. */
export const highlightTitle = (title: string, typed: string) =>
  emphasise(
    title,
    termsOf(typed).flatMap(term => {
      const places = placesOf(title, [term])
      const spelt = places.length === 0 && /^[a-z]{2,}$/.test(term) && findSpelt(title, term)
      return spelt ? [spelt] : places
    }),
  )

/** Length of an excerpt in UTF-16 units. */
const SNIPPET_LENGTH = 120

/** Returns an excerpt around the first match, and the matched text. */
export function excerptOf(text: string, typed: string): { snippet: string; first: string | null } {
  const terms = termsOf(typed)
  const place = firstPlace(text, terms)
  return { snippet: around(text, place, terms), first: termAt(text, place, terms) }
}

function around(text: string, place: number, terms: string[]): string {
  const start = wholeAt(text, Math.max(0, place - SNIPPET_LENGTH / 4))
  const end = wholeAt(text, Math.min(text.length, start + SNIPPET_LENGTH))
  const shown = text.slice(start, end).trim()
  return `${start > 0 ? '…' : ''}${emphasise(shown, placesOf(shown, terms))}${end < text.length ? '…' : ''}`
}

function termAt(text: string, start: number, terms: string[]): string | null {
  const ahead = text.slice(start, start + MAX_TERM_LENGTH)
  const [place] = placesOf(ahead, terms).sort(([one], [other]) => one - other)
  return place
    ? Array.from(ahead)
        .slice(...place)
        .join('')
    : null
}

/** UTF-16 units: longer than any term that is typed. */
const MAX_TERM_LENGTH = 120

const HAN_ALONE = /^\p{Script=Han}+$/u

/** Returns an offset in UTF-16 units. */
function firstPlace(text: string, terms: string[]): number {
  const { plain, isWhole } = foldInPlace(text)
  const found = terms.map(term => plain.indexOf(term)).filter(at => at >= 0)
  if (found.length > 0) return Math.min(...found)
  // Characters that `foldInPlace` leaves unchanged contain letters and digits.
  if (isWhole || terms.every(term => HAN_ALONE.test(term))) return 0
  const places = placesOf(text, terms).map(([from]) => from)
  return places.length > 0
    ? Array.from(text)
        .slice(0, Math.min(...places))
        .join('').length
    : 0
}

/** The next place between two characters: none outside the BMP is cut in two. */
const wholeAt = (text: string, at: number) => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at)

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, char => ESCAPES[char]!)

/** Start and end (exclusive), in characters. */
type Place = [number, number]

function emphasise(text: string, places: Place[]): string {
  const marked = new Set<number>()
  for (const [from, to] of places) for (let i = from; i < to; i++) marked.add(i)
  let html = ''
  let inside = false
  Array.from(text).forEach((char, i) => {
    if (marked.has(i) !== inside) {
      html += inside ? '</em>' : '<em>'
      inside = !inside
    }
    html += escapeHtml(char)
  })
  return inside ? `${html}</em>` : html
}

/** Finds all occurrences of the terms in the text. */
function placesOf(text: string, terms: string[]): Place[] {
  const { folded, origin } = foldWithOrigin(text)
  const places: Place[] = []
  for (const term of terms)
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length))
      places.push([origin[at]!, origin[at + term.length - 1]! + 1])
  return places
}

/** The folded text, and for each of its UTF-16 units the number of the original character. */
function foldWithOrigin(text: string) {
  let folded = ''
  const origin: number[] = []
  Array.from(text).forEach((char, i) => {
    const plain = foldChar(char)
    folded += plain
    for (let n = 0; n < plain.length; n++) origin.push(i)
  })
  return { folded, origin }
}
