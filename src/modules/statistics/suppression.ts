import { populations } from './polytope.ts'

/**
 * Which sums of a form can be published so that nobody learns what one company reported.
 *
 * The unknowns are the values of the companies, and each published sum is an equation over them. From linear equations a
 * value follows exactly when no change of the unknowns that keeps all sums would change it: such changes are the null space
 * of the equations. So a company is safe from the public where its row of the null space is not zero, and safe from another
 * company, which knows its own value, where the two rows are not multiples of each other. Both are decided exactly, by
 * arithmetic modulo a prime.
 *
 * Values are not negative, so a sum may confine another to a narrow interval without giving it away exactly. For each sum
 * that may not be published by itself, two other sets of values are found that agree with all that is
 * published and have that sum higher and lower by the margin: as long as both exist, nobody can tell it more closely.
 */
export type Cell = {
  key: string
  /** Positions of the companies in `values`. */
  members: readonly number[]
}
/** A sum and the sums that it is made of, whose members together are its own. */
export type Relation = { parent: string; children: readonly string[] }
export type Limits = {
  /** Fewest companies behind a published sum. */
  minContributors: number
  /** Greatest share of one company in a published sum, in percent. */
  maxShare: number
  /** How far from the true value the guess of a withheld sum must be able to lie, in percent. */
  margin: number
  /** Values may be below zero, so that no sum confines another. */
  mayBeNegative?: boolean
}
export type Reason = 'few' | 'dominant' | 'derivable'

/** 2^26 − 5: products of two residues are exact in a number. */
const PRIME = 67_108_859

const power = (base: number, exponent: number): number => {
  let [result, square, left] = [1, base % PRIME, exponent]
  while (left > 0) {
    if (left % 2 === 1) result = (result * square) % PRIME
    square = (square * square) % PRIME
    left = Math.floor(left / 2)
  }
  return result
}
const inverse = (value: number) => power(value, PRIME - 2)

/**
 * The null space of the sums, one row a company, one column a free unknown; residues modulo the prime.
 */
export function nullSpace(sums: readonly (readonly number[])[], companies: number): number[][] {
  const rows = sums.map(members => {
    const row = new Array<number>(companies).fill(0)
    for (const at of members) row[at] = 1
    return row
  })
  const pivots: number[] = []
  for (let column = 0, top = 0; column < companies && top < rows.length; column++) {
    const found = rows.findIndex((row, i) => i >= top && row[column] !== 0)
    if (found < 0) continue
    ;[rows[top], rows[found]] = [rows[found]!, rows[top]!]
    const scale = inverse(rows[top]![column]!)
    const pivot = rows[top]!.map(value => (value * scale) % PRIME)
    rows[top] = pivot
    for (const [i, row] of rows.entries()) {
      const factor = row[column]!
      if (i === top || factor === 0) continue
      for (let at = 0; at < companies; at++)
        if (pivot[at] !== 0) row[at] = (row[at]! + (PRIME - factor) * pivot[at]!) % PRIME
    }
    pivots.push(column)
    top++
  }
  const free = Array.from({ length: companies }, (_, i) => i).filter(i => !pivots.includes(i))
  return Array.from({ length: companies }, (_, company) => {
    const top = pivots.indexOf(company)
    return free.map(column =>
      top < 0 ? (column === company ? 1 : 0) : rows[top]![column] === 0 ? 0 : PRIME - rows[top]![column]!,
    )
  })
}

/** A row scaled so that its first entry is 1: equal for rows that are multiples of each other. */
function direction(row: readonly number[]): string | undefined {
  const first = row.find(value => value !== 0)
  if (first === undefined) return undefined
  const scale = inverse(first)
  return row.map(value => (value * scale) % PRIME).join()
}

/**
 * Companies whose value anybody can compute from these sums (`open`), and groups in which each can compute the others'
 * from its own (`tied`).
 */
export function exposed(sums: readonly (readonly number[])[], companies: number) {
  const space = nullSpace(sums, companies)
  const open: number[] = []
  const groups = new Map<string, number[]>()
  for (const [company, row] of space.entries()) {
    const key = direction(row)
    if (key === undefined) open.push(company)
    else groups.set(key, [...(groups.get(key) ?? []), company])
  }
  return { open, tied: [...groups.values()].filter(group => group.length > 1), space }
}

/** Whether a sum follows from the published ones. */
const follows = (space: readonly (readonly number[])[], members: readonly number[]) =>
  (space[0] ?? []).every((_, column) => members.reduce((sum, at) => (sum + space[at]![column]!) % PRIME, 0) === 0)

const sumOf = (members: readonly number[], values: readonly number[]) =>
  members.reduce((sum, at) => sum + values[at]!, 0)

/** Why a sum may not be published by itself. */
export function sensitivity(members: readonly number[], values: readonly number[], limits: Limits): Reason | undefined {
  if (members.length < limits.minContributors) return 'few'
  const sizes = members.map(at => Math.abs(values[at]!))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return total > 0 && Math.max(...sizes) * 100 > total * limits.maxShare ? 'dominant' : undefined
}

/**
 * Chooses the sums to withhold: first those that may not be published by themselves, then as many others as it takes that
 * none of them follows from what is left. `forced` are withheld for another reason. Ends in the worst case with nothing
 * published, which is safe.
 */
export function chooseWithheld(
  cells: readonly Cell[],
  relations: readonly Relation[],
  values: readonly number[],
  limits: Limits,
  forced: Iterable<string> = [],
): Map<string, Reason> {
  const withheld = new Map<string, Reason>()
  for (const key of forced) withheld.set(key, 'derivable')
  for (const { key, members } of cells) {
    const reason = members.length === 0 ? undefined : sensitivity(members, values, limits)
    if (reason) withheld.set(key, reason)
  }
  // The finest first, small ones first: a sum of several others says more to its readers.
  const depthOf = (key: string) => relations.filter(({ children }) => children.includes(key)).length
  const byWorth = cells
    .filter(({ members }) => members.length > 0)
    .map(cell => ({ ...cell, depth: depthOf(cell.key), size: Math.abs(sumOf(cell.members, values)) }))
    .toSorted((a, b) => b.depth - a.depth || a.size - b.size)
  for (;;) {
    const leak = findLeak({ cells, relations, values, limits, withheld })
    if (!leak) return withheld
    const all = byWorth.filter(({ key }) => !withheld.has(key))
    // The whole is what the release is for: it is withheld last.
    const parts = all.filter(({ members }) => members.length < values.length)
    const left = parts.length > 0 ? parts : all
    const near = left.filter(({ key }) => leak.near.includes(key))
    const touching = left.filter(({ members }) => members.some(at => leak.companies.includes(at)))
    const tried = [...near, ...touching].slice(0, MAX_TRIED)
    const next = tried.find(({ key }) => leak.isClosedBy(key)) ?? near.at(-1) ?? touching[0] ?? left[0]
    if (!next) return withheld
    withheld.set(next.key, 'derivable')
  }
}

type Checked = {
  cells: readonly Cell[]
  relations: readonly Relation[]
  values: readonly number[]
  limits: Limits
  withheld: ReadonlyMap<string, Reason>
}
/** `near`: sums behind which it can hide best, before others that have these companies. */
type Leak = { near: readonly string[]; companies: readonly number[]; isClosedBy: (key: string) => boolean }

/** Sums tried one by one, smallest first, for one that closes a leak by itself. */
const MAX_TRIED = 16

/** The first way by which something withheld follows from what is published. */
function findLeak({ cells, relations, values, limits, withheld }: Checked): Leak | undefined {
  const membersOf = new Map(cells.map(({ key, members }) => [key, members]))
  const isHidden = (key: string) => withheld.has(key) && membersOf.get(key)!.length > 0
  // The rest of a published sum is as good as published: it must be fit for it by itself.
  const isUnfit = (rest: readonly number[]) => rest.length > 0 && sensitivity(rest, values, limits) !== undefined
  const companiesIn = (keys: readonly string[]) => keys.flatMap(key => membersOf.get(key)!)
  for (const { parent, children } of relations) {
    if (withheld.has(parent)) continue
    const rest = children.filter(isHidden)
    if (isUnfit(companiesIn(rest)))
      return {
        near: children,
        companies: companiesIn(rest),
        isClosedBy: key => children.includes(key) && !isUnfit(companiesIn([...rest, key])),
      }
  }
  const sumsWithout = (also?: string) =>
    cells
      .filter(({ key, members }) => !withheld.has(key) && key !== also && members.length > 0)
      .map(({ members }) => members)
  const sums = sumsWithout()
  const { open, tied, space } = exposed(sums, values.length)
  const siblings = (key: string) =>
    relations.flatMap(({ parent, children }) => (children.includes(key) && !withheld.has(parent) ? children : []))
  const hidden = cells.filter(({ key }) => isHidden(key))
  const derived = hidden.find(({ members }) => follows(space, members))
  if (derived)
    return {
      near: siblings(derived.key),
      companies: derived.members,
      isClosedBy: key => !follows(nullSpace(sumsWithout(key), values.length), derived.members),
    }
  const companies = open.length > 0 ? open : tied[0]
  if (companies) {
    const isStill = (one: readonly number[]) => one.some(at => companies.includes(at))
    return {
      near: [],
      companies,
      isClosedBy: key => {
        const then = exposed(sumsWithout(key), values.length)
        return !isStill(then.open) && !then.tied.some(isStill)
      },
    }
  }
  if (limits.mayBeNegative) return undefined
  const isVague = ({ members }: Cell, published: readonly (readonly number[])[]) => {
    const find = populations(published, values)
    const truth = sumOf(members, values)
    const margin = (truth * limits.margin) / 100
    return find(members, 1, truth + margin) !== undefined && find(members, -1, truth - margin) !== undefined
  }
  const clear = hidden.find(cell => withheld.get(cell.key) !== 'derivable' && !isVague(cell, sums))
  if (clear)
    return {
      near: siblings(clear.key),
      companies: clear.members,
      isClosedBy: key => isVague(clear, sumsWithout(key)),
    }
  return undefined
}
