import { fold } from './fold.ts'
import { soundPairs, soundSyllables } from './heading.ts'
import { HAN, runs } from './runs.ts'

/** Similarity of two names: equal but for region and legal form, of the same sound, or one character apart. */
export type Nearness = 'same' | 'sound' | 'near'

export const FORM = /(股份|集团|控股)?(有限)?(责任)?公司$|集团$/u

/**
 * Distinctive part of a company's name: without the region at its beginning, brackets, and the legal form at its end.
 */
export function distinctive(name: string, regions: readonly string[]): string {
  const letters = runs(fold(name).replace(/[(（][^)）]*[)）]/gu, ''))
    .map(run => run.join(''))
    .join('')
  const region = regions.filter(one => letters.startsWith(one)).toSorted((a, b) => b.length - a.length)[0] ?? ''
  const rest = letters.slice(region.length).replace(FORM, '')
  // 上海某某厂有限公司 is told apart by its place.
  return [...rest].length < 2 ? letters.replace(FORM, '') : rest
}

/** Minimum characters: of shorter names nearly all are one character apart. */
const MIN_NEAR_LENGTH = 3

/** Undefined: they have nothing to do with each other. */
export function nearnessOf(one: string, other: string): Nearness | undefined {
  if (one === other) return 'same'
  const [left, right] = [soundSyllables([...one]), soundSyllables([...other])]
  const edits = editsBetween(left, right)
  if (edits === 0) return 'sound'
  const short = Math.min(left.length, right.length)
  return edits === 1 && short >= MIN_NEAR_LENGTH ? 'near' : undefined
}

/** Edit distance: insertions, deletions, replacements, and exchanges of neighbours. */
export function editsBetween(one: readonly string[], other: readonly string[]): number {
  const rows: number[][] = [[...Array(other.length + 1).keys()]]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      row.push(best)
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}

/** A query on headings for all that may be so near: every pair of sounds but those around one character. */
export function toNearnessQuery(name: string): string | null {
  const run = [...name].filter(char => HAN.test(char))
  const pairs = soundPairs(run).map(ways => `(${ways.map(way => `'${way}'`).join(' | ')})`)
  if (pairs.length === 0) return null
  const around = run.map((_, i) => pairs.filter((_, at) => at !== i && at !== i - 1)).filter(({ length }) => length > 0)
  // Falls back to all pairs where leaving some out would leave none.
  return [...new Set([pairs, ...around].map(wanted => `(${wanted.join(' & ')})`))].join(' | ')
}
