import { type SQL, sql } from 'drizzle-orm'
import { typedLine } from '#lib/typed.ts'

/** Signs that are typed for each other, besides full and half width: brackets, dots, dashes, quotes. */
const ALIKE = ['(（[［【〔〖', ')）]］】〕〗', '·•・‧∙⋅●．.', '-‐‑‒–—―−－', '"“”„＂', "'‘’ʼ＇"]
/** What may stand between the characters of a name without making another of it. */
const BLANKS = '[ \u00a0\u3000\t\n\u200b\ufeff]*'

const toClass = (signs: string) => `[${[...signs].map(sign => (/[\]^\\-]/.test(sign) ? `\\${sign}` : sign)).join('')}]`

function patternOfChar(char: string): string {
  const plain = char.normalize('NFKC')
  const alike = ALIKE.find(signs => signs.includes(plain))
  if (alike) return toClass(alike + char)
  // Half width from ! to ~, which stands for full width, too.
  if (/^[!-~]$/.test(plain)) return toClass(plain + String.fromCharCode(plain.charCodeAt(0) + 0xfee0) + char)
  // ℃ and °C, ㎡ and m2: a list may have either.
  return plain === char ? char : `(?:${char}|${[...plain].map(patternOfChar).join(BLANKS)})`
}

/** Pattern of PostgreSQL (`~*`) that finds the words in any width, with other brackets, dots and dashes, or with blanks. */
export const wordsPattern = (words: string): string =>
  [...typedLine(words).replace(/\s/g, '')].map(patternOfChar).join(BLANKS)

/** Matches texts that are this name, whatever their case, width, brackets and blanks. */
export const isSameName = (text: unknown, name: string): SQL =>
  sql`${text} ~* ${`^${BLANKS}${wordsPattern(name)}${BLANKS}$`}`

/**
 * Matches texts that contain the words as typed, whatever their case, width, brackets and blanks: the one way to search a
 * list. Signs mean themselves. Costs about twice as much as `ilike`.
 */
export const containsWords = (text: unknown, words: string): SQL => sql`${text} ~* ${wordsPattern(words)}`
