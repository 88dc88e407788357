import { foldChar } from './fold.ts'

/** `text` as HTML, escaped, with what was searched for in `<em>`. */
export function highlight(text: string, typed: string): string {
  const { folded, origin } = foldWithOrigin(text)
  const marks = new Set<number>()
  for (const term of termsOf(typed)) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      for (let i = at; i < at + term.length; i++) marks.add(origin[i]!)
    }
  }
  let html = ''
  let inside = false
  Array.from(text).forEach((char, i) => {
    if (marks.has(i) !== inside) {
      html += inside ? '</em>' : '<em>'
      inside = !inside
    }
    html += escapeHtml(char)
  })
  return inside ? `${html}</em>` : html
}

/** About `length` characters around the first place where something searched for stands; else the beginning. */
export function snippet(text: string, typed: string, length = 120): string {
  const { folded, origin } = foldWithOrigin(text)
  const places = termsOf(typed)
    .map(term => folded.indexOf(term))
    .filter(at => at >= 0)
  const first = places.length ? origin[Math.min(...places)]! : 0
  const chars = Array.from(text)
  const start = Math.max(0, first - Math.floor(length / 4))
  const cut = chars
    .slice(start, start + length)
    .join('')
    .trim()
  return `${start > 0 ? '…' : ''}${highlight(cut, typed)}${start + length < chars.length ? '…' : ''}`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, char => ESCAPES[char]!)

const termsOf = (typed: string) => [
  ...new Set(
    foldWithOrigin(typed)
      .folded.split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  ),
]

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
