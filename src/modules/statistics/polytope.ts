/**
 * Populations that agree with published sums: values that are not negative and add up to the same. Found by the simplex
 * method, whose first phase is done once for all questions about the same sums.
 */
const TINY = 1e-9
/** Pivots after which the rule changes that may run in circles (Bland, 1977). */
const PIVOTS_BEFORE_BLAND = 500
const MAX_PIVOTS = 5_000

type Tableau = { rows: number[][]; basis: number[]; columns: number }

/** Makes a column basic in a row, in place. */
function pivot({ rows, basis }: Tableau, at: number, column: number, costs: number[]): void {
  const row = rows[at]!
  const scale = row[column]!
  for (let i = 0; i < row.length; i++) row[i] = row[i]! / scale
  for (const other of [...rows, costs]) {
    const factor = other[column]!
    if (other === row || factor === 0) continue
    for (let i = 0; i < row.length; i++) other[i] = other[i]! - factor * row[i]!
  }
  basis[at] = column
}

/** Improves the costs (positive ones still help) until none helps, or `isEnough`. */
function improve(of: Tableau, costs: number[], allowed: number, isEnough: () => boolean): void {
  const { rows } = of
  for (let pivots = 0; pivots < MAX_PIVOTS && !isEnough(); pivots++) {
    let column = -1
    for (let i = 0; i < allowed; i++) {
      if (costs[i]! <= TINY) continue
      if (column < 0 || costs[i]! > costs[column]!) column = i
      if (pivots > PIVOTS_BEFORE_BLAND) break
    }
    if (column < 0) return
    let at = -1
    for (const [i, row] of rows.entries()) {
      if (row[column]! <= TINY) continue
      const ratio = row[of.columns]! / row[column]!
      const best = at < 0 ? Number.POSITIVE_INFINITY : rows[at]![of.columns]! / rows[at]![column]!
      if (ratio < best - TINY || (ratio < best + TINY && of.basis[i]! < of.basis[at]!)) at = i
    }
    if (at < 0) return
    pivot(of, at, column, costs)
  }
}

/**
 * The populations with these published sums, of which `truth` is one. The answer finds another in which the members' sum is `wanted`
 * or beyond, upwards (`sign` 1) or downwards (-1); undefined where there is none.
 */
export function populations(published: readonly (readonly number[])[], truth: readonly number[]) {
  // One unknown more, within a sum of all, keeps every search within bounds.
  const all = truth.reduce((sum, value) => sum + value, 1)
  const [sums, values] = [
    [...published, [...truth.keys(), truth.length]],
    [...truth, 3 * all],
  ]
  const [n, m] = [values.length, sums.length]
  const unit = Math.max(...values, TINY)
  const start: Tableau = {
    // Companies, then a helper for each sum, then the sum itself.
    rows: sums.map((members, i) => {
      const row = new Array<number>(n + m + 1).fill(0)
      for (const at of members) row[at] = 1
      row[n + i] = 1
      row[n + m] = members.reduce((sum, at) => sum + values[at]! / unit, 0)
      return row
    }),
    basis: sums.map((_, i) => n + i),
    columns: n + m,
  }
  const helpers = new Array<number>(n + m + 1).fill(0)
  for (const row of start.rows) for (const [i, value] of row.entries()) if (i < n || i === n + m) helpers[i]! += value
  improve(start, helpers, n, () => false)
  // Helpers that are still basic are zero: they leave, or their sum follows from the others and is dropped.
  for (const [i, column] of start.basis.entries()) {
    const instead = column < n ? -1 : start.rows[i]!.findIndex((value, at) => at < n && Math.abs(value) > TINY)
    if (instead >= 0) pivot(start, i, instead, helpers)
  }
  const kept = start.basis.flatMap((column, i) => (column < n ? i : []))

  return (members: readonly number[], sign: 1 | -1, wanted: number): number[] | undefined => {
    const of: Tableau = {
      rows: kept.map(i => [...start.rows[i]!]),
      basis: kept.map(i => start.basis[i]!),
      columns: n + m,
    }
    const costs = new Array<number>(n + m + 1).fill(0)
    for (const at of members) costs[at] = sign
    for (const [i, row] of of.rows.entries()) {
      const factor = costs[of.basis[i]!]!
      if (factor !== 0) for (let at = 0; at < row.length; at++) costs[at] = costs[at]! - factor * row[at]!
    }
    // The corner of the costs is the negative of what is reached.
    const goal = (sign * wanted) / unit
    improve(of, costs, n, () => -costs[n + m]! >= goal - TINY)
    if (-costs[n + m]! < goal - TINY) return undefined
    const found = new Array<number>(n).fill(0)
    for (const [i, column] of of.basis.entries()) found[column] = Math.max(0, of.rows[i]![n + m]!) * unit
    return found.slice(0, truth.length)
  }
}
