import type { Criterion } from '../rules.ts'

/**
 * Computes ranks from scores. Pure functions, shared by server, browser and tests; sums use integer thousandths to
 * avoid rounding errors.
 */

/** Minimum number of scores from which the highest and the lowest are left out. */
export const TRIM_FROM_SCORES = 5
/** A standard deviation from which experts differ so much that somebody should ask why. */
export const LARGE_SPREAD = 10
/** Outside of these a total needs words. */
export const COMMENT_BELOW = 60
export const COMMENT_FROM = 95
export const needsComment = (total: number) => total < COMMENT_BELOW || total > COMMENT_FROM

export type Points = Record<string, number>

const thousandths = (points: number) => Math.round(points * 1000)

export const totalOf = (criteria: readonly Criterion[], points: Points): number =>
  criteria.reduce((sum, { code }) => sum + thousandths(points[code] ?? 0), 0) / 1000

/** Returns what prevents the submission of a score, by field: `points.innovation`, `comment`. */
export function faultsIn(criteria: readonly Criterion[], points: Points, comment: string): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const { code, name, max } of criteria) {
    const given = points[code]
    if (given === undefined) faults[`points.${code}`] = `请为“${name}”评分`
    else if (given < 0 || given > max) faults[`points.${code}`] = `“${name}”应在 0 到 ${max} 分之间`
    else if (thousandths(given) % 100 !== 0) faults[`points.${code}`] = `“${name}”最多到小数点后一位`
  }
  if (Object.keys(faults).length > 0 || comment.trim()) return faults
  const total = totalOf(criteria, points)
  return needsComment(total)
    ? { comment: `总分 ${total} 分，低于 ${COMMENT_BELOW} 分或高于 ${COMMENT_FROM} 分的须写明评语` }
    : {}
}

/** The mean, half up to three decimals; null where nobody has scored. */
export function meanOf(totals: readonly number[]): number | null {
  if (totals.length === 0) return null
  const sum = totals.reduce((all, total) => all + thousandths(total), 0)
  return Math.floor((2 * sum + totals.length) / (2 * totals.length)) / 1000
}

/** Returns the totals that count: from five scores on without the highest and the lowest. */
export const countedOf = (totals: readonly number[]): number[] =>
  totals.length < TRIM_FROM_SCORES ? [...totals] : totals.toSorted((a, b) => a - b).slice(1, -1)

/** Returns the standard deviation of all totals, to three decimals. */
export function spreadOf(totals: readonly number[]): number {
  if (totals.length < 2) return 0
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length
  const squares = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0)
  return Math.round(Math.sqrt(squares / (totals.length - 1)) * 1000) / 1000
}

type Scored = { id: number; totals: readonly number[] }
export type Ranked = { id: number; score: number; rank: number; isTied: boolean; scores: number; spread: number }

/** The best first. Who has the same score has the same rank, and the next one's counts them: 1, 2, 2, 4. */
export function rank(entries: readonly Scored[]): Ranked[] {
  const scored = entries.flatMap(({ id, totals }) => {
    const score = meanOf(countedOf(totals))
    return score === null ? [] : [{ id, score, scores: totals.length, spread: spreadOf(totals) }]
  })
  return scored
    .map(one => ({
      ...one,
      rank: 1 + scored.filter(({ score }) => score > one.score).length,
      isTied: scored.some(({ id, score }) => id !== one.id && score === one.score),
    }))
    .toSorted((a, b) => a.rank - b.rank || a.id - b.id)
}

/** Places per level (`numbers`) or minimum score per level (`lines`), by the level's code; highest level first. */
export type Cut = { by: 'numbers' | 'lines'; levels: readonly { code: string; value: number | null }[] }

/** The level that a cut gives each; null: none. Who shares a rank shares the level: all of them, or together a lower one. */
export function cutInto(
  ranked: readonly Pick<Ranked, 'id' | 'rank' | 'score'>[],
  cut: Cut,
): Map<number, string | null> {
  if (cut.by === 'lines') {
    const lines = cut.levels.filter(({ value }) => value !== null)
    return new Map(ranked.map(({ id, score }) => [id, lines.find(({ value }) => score >= value!)?.code ?? null]))
  }
  const given = new Map<number, string | null>()
  const left = cut.levels.map(({ code, value }) => ({ code, places: value ?? 0 }))
  const groups = Map.groupBy(
    ranked.toSorted((a, b) => a.rank - b.rank),
    ({ rank: place }) => place,
  )
  for (const tied of groups.values()) {
    // Skips a level with too few places left for the tied entries; later entries cannot take those places either.
    while (left[0] && left[0].places < tied.length) left.shift()
    for (const { id } of tied) given.set(id, left[0]?.code ?? null)
    if (left[0]) left[0].places -= tied.length
  }
  return given
}
