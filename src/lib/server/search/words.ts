import { FORM } from './alike.ts'
import { fold } from './fold.ts'
import { headingTokens } from './heading.ts'
import { readingsOf } from './pinyin.ts'
import { HAN, runs } from './runs.ts'

/**
 * Search for Chinese without a dictionary: every two neighbouring characters are a token, and a query is a phrase of
 * such tokens, so that a search finds exactly what a substring search would, by index. Latin words and numbers are
 * tokens as they stand. Pinyin and certificate numbers, whose parts people type, are cut into overlapping fours.
 *
 * In the vector `~` marks pinyin, `#` a number, `=` a whole name; `heading.ts` adds marks of its own to headings.
 */
type Weight = 'A' | 'B' | 'C' | 'D'
/** A heading, of weight A, is also found by its pinyin, and though it was typed otherwise. */
type Part = { text: string; weight: Weight; pinyin?: boolean; isHeading?: boolean }

/** PostgreSQL keeps positions up to 16,383: in a longer text they begin anew. */
const LAST_POSITION = 16_383
/** PostgreSQL keeps the first 255 positions of a token: in a long text the next ones are named `公司+2`, up to `公司+4`. */
const MAX_POSITIONS = 255
const MAX_TOKEN_NAMES = 4
/** Bytes: PostgreSQL refuses vectors of a megabyte, so the end of a very long text is left out. */
const MAX_VECTOR_BYTES = 900_000
/** Bytes as PostgreSQL stores them: a position, and the count of positions. */
const [PLACE_SIZE, COUNT_SIZE] = [2, 3]
/** Characters; PostgreSQL refuses tokens of more than 2 kB. */
const MAX_TOKEN_LENGTH = 100

/** The value of a `words` column: texts by weight, and tokens that `numberTokens` or `nameToken` made. */
export function toVector(parts: Part[], tokens: string[][] = []): string {
  const places = new Map<string, string[]>()
  let room = MAX_VECTOR_BYTES
  const put = (token: string, place: string) => {
    const known = places.get(token)
    room -= known ? PLACE_SIZE : PLACE_SIZE + Buffer.byteLength(token) + COUNT_SIZE
    if (room < 0) return
    if (known) known.push(place)
    else places.set(token, [place])
  }
  let position = 0
  const add = (run: string[], weight: Weight) => {
    for (const token of run) put(token, `${(position++ % LAST_POSITION) + 1}${weight}`)
    position++ // A gap: no phrase reaches from one run into the next.
  }
  for (const run of tokens) add(run, 'A')
  const aside = (tokens: string[], weight: Weight) => {
    for (const token of tokens) put(token, `${LAST_POSITION}${weight}`)
  }
  for (const { text, weight, isHeading = false, pinyin = isHeading } of parts) {
    for (const run of runs(text)) add(tokensOf(run), weight)
    if (weight !== 'D') aside(codesIn(text).map(codeToken), 'A')
    aside(signedWordsIn(text).map(signedToken), weight)
    // Weight B: the ranking of headings reads weight A, which pinyin would make twice as long.
    if (pinyin) for (const spelt of spellings(text)) add(fours('~', spelt), isHeading ? 'B' : weight)
    if (isHeading) aside(headingTokens(text), 'A')
  }
  return Array.from(places, ([token, places]) => lexemesOf(token, places)).join(' ')
}

const lexemesOf = (token: string, places: string[]) =>
  namesFor(token, places.length)
    .map((name, i) => `${quote(name)}:${places.slice(i * MAX_POSITIONS, (i + 1) * MAX_POSITIONS).join()}`)
    .join(' ')

/** Names of a token that occurs `times` times in a text. */
function namesFor(token: string, times: number): string[] {
  const most = HAN.test(token) ? MAX_TOKEN_NAMES : 1
  return Array.from({ length: Math.min(most, Math.ceil(times / MAX_POSITIONS)) }, (_, i) =>
    i > 0 ? `${token}+${i + 1}` : token,
  )
}

/**
 * The query for what somebody typed, or null where that holds neither letter nor digit. This and those below are to be
 * cast, `${query}::tsquery`: `to_tsquery` would drop the marks.
 */
export const toQuery = (typed: string): string | null => queryFor(typed, quote)

/** The same, also where it stands late in a long text: several times as much to look up. Null where it is just the same. */
export function toLateQuery(typed: string): string | null {
  const query = queryFor(typed, underAnyName)
  return query === toQuery(typed) ? null : query
}

type Pair = (token: string) => string

function queryFor(typed: string, pair: Pair): string | null {
  const signed = signedWordsIn(typed).map(word => quote(signedToken(word)))
  const plain = signed.length > 0 ? fold(typed).replace(SIGNED, ' ') : typed
  const code = codesIn(plain)[0]
  const queries = code
    ? [waysOf(code), ...queriesOf(fold(plain).replace(code.text, ' '), pair)]
    : queriesOf(plain, pair)
  return signed.length + queries.length > 0 ? [...signed, ...queries].join(' & ') : null
}

const queriesOf = (typed: string, pair: Pair = quote) => runs(typed).map(run => queryOf(run, pair))

/** Maximum words whose proximity is compared. */
const MAX_COMPARED_WORDS = 4

/**
 * Query for ranking: a phrase by the frequency of its pairs, two to four words by their proximity, each represented by
 * its first pair. PostgreSQL compares tokens joined by `&` or `<->` position by position: with all pairs of a name that
 * takes longer than the search.
 */
export function toRankQuery(typed: string): string | null {
  const words = runs(typed)
  if (words.length === 0) return null
  return words.length > 1 && words.length <= MAX_COMPARED_WORDS
    ? words.map(run => tokensIn(run)[0]).join(' & ')
    : words.flatMap(tokensIn).join(' | ')
}

/** Returns each token as a query of its own. */
const tokensIn = (run: string[]): string[] =>
  HAN.test(run[0]!) && run.length > 1 ? pairsOf(run).map(quote) : [queryOf(run, quote)]

/**
 * Weaker query that everything found by `toQuery` matches, without the words that nearly every company name has: 清源科技有
 * for 清源科技有限公司. With many rows, looking up such words costs more than reading the rows that have the others. Null where
 * there are no such words.
 */
export function toRarerQuery(typed: string): string | null {
  const name = fold(typed)
  const { index = 0 } = FORM.exec(name) ?? {}
  return index > 0 && HAN.test(name[index - 1]!) && codesIn(typed).length === 0
    ? toQuery(name.slice(0, index + 1))
    : null
}

/** A standard however it is written: each of its words is looked for once, for the beginnings of words are many. */
function waysOf({ letters, number, text }: Code): string {
  const asTyped = queriesOf(text).join(' & ')
  const ways = [asTyped, `${quote(codeToken({ letters, number }))}:*`]
  // GB/T 1576 is three words in a text.
  if (letters.endsWith('t') && letters.length > 2)
    ways.push(`${quote(letters.slice(0, -1))} & 't' & ${quote(number)}:*`)
  return `(${ways.join(' | ')})`
}

/** Search terms of the typed text, folded. */
export const termsOf = (typed: string) => [...new Set(runs(typed).map(run => run.join('')))]

/**
 * Works like `toQuery`, and also finds part of a certificate's number (the only use of hyphens) and a person's whole
 * name.
 */
export function toRegisterQuery(typed: string): string | null {
  const words = toQuery(typed)
  if (!words) return null
  const number = plainNumber(typed)
  if (mayBeNumber(typed) && typed.includes('-')) return phraseOf('#', number)
  const name = fold(typed).replace(/\s/g, '')
  const ways = [`(${words})`]
  if (mayBeNumber(typed)) ways.push(phraseOf('#', number))
  if (/^[\p{Script=Han}·]{2,20}$/u.test(name)) ways.push(quote(`=${name}`))
  return ways.join(' | ')
}

/** A certificate's number, or part of one. */
export function mayBeNumber(typed: string): boolean {
  const number = plainNumber(typed)
  return number.length >= 3 && /\d/.test(number) && !HAN.test(fold(typed))
}

export const plainNumber = (number: string) => fold(number).replace(/[^a-z0-9]/g, '')
export const numberTokens = (number: string) => fours('#', plainNumber(number))
export const nameToken = (name: string) => [`=${plainName(name)}`]

/** Part of a certificate's number; null where that holds neither letter nor digit. */
export const toNumberQuery = (typed: string) => (plainNumber(typed) ? phraseOf('#', plainNumber(typed)) : null)
/** A person's whole name. */
export const toNameQuery = (name: string) => quote(`=${plainName(name)}`)

/** Removes characters with a meaning in a tsvector: O'Neil becomes `oneil`. */
const plainName = (name: string) => fold(name).replace(/[\s'\\]/g, '')

/** A run's last character stands alone too, so that every character begins a token. */
const tokensOf = (run: string[]) =>
  HAN.test(run[0]!) ? run.map((char, i) => char + (run[i + 1] ?? '')) : [wordOf(run)]

const wordOf = (run: string[]) => run.slice(0, MAX_TOKEN_LENGTH).join('')

function queryOf(run: string[], pair: Pair): string {
  if (HAN.test(run[0]!)) return run.length === 1 ? `${quote(run[0]!)}:*` : phraseOfPairs(run, pair)
  const word = wordOf(run)
  // A single letter is not used as a prefix.
  if (word.length === 1) return quote(word)
  return /^[a-z]{2,}$/.test(word) ? `(${quote(word)}:* | ${phraseOf('~', word)})` : `${quote(word)}:*`
}

/** 协会章程 as `xiehuizhangcheng` and as `xhzc`; a name of two readings as both. */
function spellings(text: string): string[] {
  return runs(text)
    .filter(run => HAN.test(run[0]!))
    .flatMap(run => {
      const readings = readingsOf(run.join(''))
      return [...new Set(readings.flatMap(syllables => [syllables.join(''), initialsOf(syllables)]))]
    })
}

const initialsOf = (syllables: string[]) => syllables.map(syllable => syllable[0]).join('')

const fours = (mark: string, text: string) => Array.from(text, (_, i) => mark + text.slice(i, i + 4))

function phraseOf(mark: string, text: string): string {
  if (text.length < 4) return `${quote(mark + text)}:*`
  return sequence(fours(mark, text).slice(0, text.length - 3))
}

/** A pair by itself is found by its first name. */
function phraseOfPairs(run: string[], pair: Pair): string {
  const pairs = pairsOf(run)
  return sequence(pairs, pairs.length > 1 ? pair : quote)
}

const pairsOf = (run: string[]) => run.slice(0, -1).map((char, i) => char + run[i + 1])
const quote = (token: string) => `'${token}'`
const underAnyName = (token: string) => `(${namesFor(token, Number.POSITIVE_INFINITY).map(quote).join(' | ')})`
const sequence = (tokens: string[], each: Pair = quote) => `(${tokens.map(each).join(' <-> ')})`

/** The number of a standard or a rule: GB/T 1576-2018, TSG 11. `text`: as it stands, folded. */
type Code = { letters: string; number: string; text: string }

/** Neither begins nor ends within a word of any alphabet: `runs` keeps such a word whole. */
const CODE =
  /(?<![[\p{L}\p{N}]--\p{Script=Han}])([a-z]{2,6}(?:\s*\/\s*[a-z])?|[a-z]{2,4}\s+t)\s*-?\s*(\d[\d.]{0,20})(?:\s*[\-\u2010-\u2015]\s*(\d{4}))?(?![[\p{L}\p{N}]--\p{Script=Han}])/gv

/** A word whose sign is half of it: C++, C#, .NET. Without the sign it would be found in half of all texts. */
const SIGNED =
  /(?<![[\p{L}\p{N}]--\p{Script=Han}])(?:[a-z]{1,2}(?:\+\+|#)|\.[a-z]{2,5})(?![[\p{L}\p{N}+#]--\p{Script=Han}])/gv
const signedWordsIn = (text: string): string[] => [...new Set(fold(text).match(SIGNED))]
const signedToken = (word: string) => `@${word}`

/** Standard numbers named in a text. */
const codesIn = (text: string): Code[] =>
  [...fold(text).matchAll(CODE)].map(([text, letters, number, year]) => ({
    letters: letters!.replace(/[^a-z]/g, ''),
    number: `${number!.replace(/\.+$/, '')}${year ?? ''}`,
    text,
  }))

/** Makes one token for all spellings: GB/T1576, GB T 1576 and gbt1576 are the same. */
const codeToken = ({ letters, number }: Pick<Code, 'letters' | 'number'>) => `@${letters}${number}`
