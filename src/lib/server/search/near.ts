import type { Near } from '#lib/search.ts'
import { skips, soundPairs } from './heading.ts'
import { wordsOf } from './questions.ts'
import { HAN, runs } from './runs.ts'

type Part = Near['parts'][number]

/** Weights: two neighbours as they are written, as they sound, and two with one between them. */
const [WRITTEN, SOUNDING, AROUND, ACROSS] = [0.3, 0.7, 0.4, 0.4]
/** Characters: longer text is not compared in every way. */
const [LONG, SHORT] = [16, 3]

/**
 * Query for near matches; where nothing else is found (`isAll`), also for some of the words. Null where the input is
 * too short to contain a mistake.
 */
export function toNear(typed: string, { isAll }: { isAll: boolean }): Near | null {
  const words = wordsOf(typed).filter(word => [...word].length > 1)
  const whole = runs(typed).flatMap(partsOf)
  // Neighbours within a word say more than those of two words, unless there is a mistake in it.
  const within = new Set(words.flatMap(word => runs(word).flatMap(partsOf)).map(({ query }) => query))
  const parts = whole.map(({ query, weight }) => ({ query, weight: within.has(query) ? weight : weight * ACROSS }))
  if (parts.length === 0) return null
  const sum = parts.reduce((sum, { weight }) => sum + weight, 0)
  const length = runs(typed).flat().length
  return {
    most: mostOf(typed, words),
    any: parts.map(({ query }) => query).join(' | '),
    parts: parts.map(({ query, weight }) => ({ query, weight: weight / sum })),
    least: length <= SHORT || (isAll && words.length > 1) ? 0.12 : 0.3,
    inText: isAll ? inTextOf(typed, words) : [],
  }
}

/** Score of a text that matches but for one character; a heading that matches completely scores 1. */
export const NEAR_MATCH_SCORE = 0.7

/** A near phrase scores more than most of the words anywhere in the text. */
function inTextOf(typed: string, words: string[]): Near['inText'] {
  const [nearly, most] = [toOneEdit(typed), allButOne(words)]
  return [
    ...(nearly === null ? [] : [{ query: nearly, surely: halvesOf(typed) ?? nearly, score: NEAR_MATCH_SCORE }]),
    ...(most === null ? [] : [{ query: most, surely: most, score: 0.25 }]),
  ]
}

function allButOne(words: string[]): string | null {
  if (words.length < 3) return null
  const phrases = words.map(
    word =>
      `(${runs(word)
        .map(run => tokensOf(run).join(' <-> '))
        .join(' & ')})`,
  )
  return phrases.map((_, i) => `(${phrases.toSpliced(i, 1).join(' & ')})`).join(' | ')
}

/**
 * Query for all but one of the words, or the sounds of all but one of the characters; null where too little would be
 * left.
 */
function mostOf(typed: string, words: string[]): string | null {
  const [run, ...others] = runs(typed)
  const isOne = run && others.length === 0 && HAN.test(run[0]!)
  const wanted = isOne ? allButOneSound(run) : allButOneWord(words)
  const ways = wanted.filter(pairs => pairs.length > 1).map(pairs => `(${pairs.map(anyOf).join(' & ')})`)
  return ways.length > 0 ? [...new Set(ways)].slice(0, LONG).join(' | ') : null
}

function allButOneSound(run: string[]): string[][][] {
  const sounds = soundPairs(run)
  return run.map((_, i) => sounds.filter((_, at) => at !== i && at !== i - 1))
}

function allButOneWord(words: string[]): string[][][] {
  const sounds = words.map(word => runs(word).flatMap(soundPairs))
  return words.map((_, i) => sounds.toSpliced(i, 1).flat())
}

const anyOf = (pairs: string[]) => `(${pairs.map(quote).join(' | ')})`

function partsOf(run: string[]): Part[] {
  if (!HAN.test(run[0]!)) return run.length < 2 ? [] : [{ query: `'${run.slice(0, 100).join('')}':*`, weight: 1 }]
  if (run.length < 2) return []
  const heard = soundPairs(run).map(pairs => ({ query: anyOf(pairs), weight: SOUNDING }))
  if (run.length > LONG) return heard
  const written = run.slice(1).map((next, i) => ({ query: quote(run[i]! + next), weight: WRITTEN }))
  return [...written, ...heard, ...skips(run).map(skip => ({ query: quote(skip), weight: AROUND }))]
}

/** Characters: of shorter words nearly all are one character apart; longer ones are not typed. */
const MIN_CHARACTERS = 5
const MAX_CHARACTERS = 24

/** The phrase with one character otherwise, left out, too many, or two of them exchanged; null for what is no phrase. */
function toOneEdit(typed: string): string | null {
  const [run, ...others] = runs(typed)
  if (!run || others.length > 0 || !HAN.test(run[0]!) || run.length < MIN_CHARACTERS || run.length > MAX_CHARACTERS)
    return null
  const ways = run.flatMap((_, i) => {
    const [before, after] = [run.slice(0, i), run.slice(i)]
    return [
      phrase(before, after.slice(1)),
      phrase(before, after),
      phrase(run.toSpliced(i, 1), []),
      ...(i > 0 ? [phrase(run.toSpliced(i - 1, 2, run[i]!, run[i - 1]!), [])] : []),
    ]
  })
  return [...new Set(ways)].join(' | ')
}

/** Minimum characters: the halves of shorter phrases are too unspecific. */
const MIN_HALVED_LENGTH = 8

/**
 * Queries for the halves of a phrase: one edit leaves one of them intact, even if it exchanges the two characters in
 * the middle. A long phrase with one edit costs an index a thousand words, its halves twenty.
 */
function halvesOf(typed: string): string | null {
  const [run = []] = runs(typed)
  if (run.length < MIN_HALVED_LENGTH) return null
  const middle = Math.floor(run.length / 2)
  return [run.slice(0, middle - 1), run.slice(middle)].map(half => phrase(half, [])).join(' | ')
}

const quote = (token: string) => `'${token}'`

/** Searches a single character as a prefix, since every character begins a token. */
const tokensOf = (run: string[]) =>
  run.length === 1 ? [`${quote(run[0]!)}:*`] : run.slice(1).map((next, i) => quote(run[i]! + next))

/** Joins two stretches with one character between them, or returns one of them alone. */
function phrase(left: string[], right: string[]): string {
  const [first, second] = [left, right].map(run => tokensOf(run).join(' <-> '))
  if (!first || !second) return `(${first || second})`
  return `(${first} <${left.length === 1 ? 2 : 3}> ${second})`
}
