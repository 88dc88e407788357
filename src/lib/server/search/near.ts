import type { Near } from '#lib/search.ts'
import { skips, soundPairs } from './heading.ts'
import { wordsOf } from './questions.ts'
import { HAN, runs } from './runs.ts'

type Part = Near['parts'][number]

/** Weights: two neighbours as they are written, as they sound, and two with one between them. */
const [WRITTEN, SOUNDING, AROUND, ACROSS] = [0.3, 0.7, 0.4, 0.4]
/** In characters: what is longer is found without looking at it in every way. */
const [LONG, SHORT] = [16, 3]

/** What comes close to what was typed, or to most of its words; null where that is too short to be mistaken. */
export function toNear(typed: string): Near | null {
  const words = wordsOf(typed).filter(word => [...word].length > 1)
  const whole = typed.split(/\s+/).flatMap(runs).flatMap(partsOf)
  // Neighbours within a word say more than those of two words, unless there is a mistake in it.
  const within = new Set(words.flatMap(word => runs(word).flatMap(partsOf)).map(({ query }) => query))
  const parts = whole.map(({ query, weight }) => ({ query, weight: within.has(query) ? weight : weight * ACROSS }))
  if (parts.length === 0) return null
  const sum = parts.reduce((sum, { weight }) => sum + weight, 0)
  const length = runs(typed).flat().length
  return {
    any: parts.map(({ query }) => query).join(' | '),
    parts: parts.map(({ query, weight }) => ({ query, weight: weight / sum })),
    least: length <= SHORT ? 0.15 : 0.3,
    inText: toOneEdit(typed),
  }
}

function partsOf(run: string[]): Part[] {
  if (!HAN.test(run[0]!)) return run.length < 2 ? [] : [{ query: `'${run.slice(0, 100).join('')}':*`, weight: 1 }]
  if (run.length < 2) return []
  const heard = soundPairs(run).map(pairs => ({ query: `(${pairs.map(quote).join(' | ')})`, weight: SOUNDING }))
  if (run.length > LONG) return heard
  const written = run.slice(1).map((next, i) => ({ query: quote(run[i]! + next), weight: WRITTEN }))
  return [...written, ...heard, ...skips(run).map(skip => ({ query: quote(skip), weight: AROUND }))]
}

/** In characters: of shorter words nearly everything is one character away; longer ones nobody types. */
const [LEAST, MOST] = [5, 24]

/** The phrase with one character otherwise, left out, too many, or two of them exchanged; null for what is no phrase. */
function toOneEdit(typed: string): string | null {
  const [run, ...others] = runs(typed)
  if (!run || others.length > 0 || !HAN.test(run[0]!) || run.length < LEAST || run.length > MOST) return null
  const ways = run.flatMap((_, i) => [
    phrase(pairsOf(run.slice(0, i)), pairsOf(run.slice(i + 1)), 3),
    phrase(pairsOf(run.slice(0, i)), pairsOf(run.slice(i)), 3),
    phrase(pairsOf(run.toSpliced(i, 1)), [], 1),
    ...(i > 0 ? [phrase(pairsOf(run.toSpliced(i - 1, 2, run[i]!, run[i - 1]!)), [], 1)] : []),
  ])
  return [...new Set(ways.filter(way => way !== null))].join(' | ')
}

const pairsOf = (run: string[]) => run.slice(1).map((next, i) => run[i]! + next)
const quote = (token: string) => `'${token}'`

/** Two stretches with `gap` between the last pair of one and the first of the other; null where too little is left. */
function phrase(left: string[], right: string[], gap: number): string | null {
  if (left.length + right.length < 2) return null
  const [first, second] = [left, right].map(pairs => pairs.map(quote).join(' <-> '))
  if (!first || !second) return `(${first || second})`
  return `(${first} <${gap}> ${second})`
}
