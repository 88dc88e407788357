import type { Rule } from './checks.ts'
import { parseExpression } from './expressions.ts'
import { type ReleasedCell, type ReleasedTables, type TableCode, tableCodes } from './statisticsWords.ts'
import { type Cell, chooseWithheld, type Limits, type Relation } from './suppression.ts'

/** A company that is counted, with its values, some of which may be estimates. */
export type Counted = {
  trade: string
  region: string
  size: string
  values: Readonly<Record<string, number | null | undefined>>
  isEstimated: boolean
}
export type Indicator = {
  code: string
  name: string
  unit: string
  definition: string
  decimals: number
  mayBeNegative: boolean
}
type Row = Cell & { table: TableCode; row: string }

const rowKeys: Record<TableCode, (of: Counted) => string> = {
  total: () => '',
  trade: of => of.trade,
  region: of => of.region,
  size: of => of.size,
  tradeSize: of => `${of.trade}|${of.size}`,
}
const cellKey = (table: TableCode, row: string) => `${table} ${row}`

/** The sums of a release over these companies, and which of them add up to which. */
export function rowsOf(companies: readonly Counted[]): { rows: Row[]; relations: Relation[] } {
  const ids = companies.map((_, i) => i)
  const group = (table: TableCode): Row[] =>
    [...Map.groupBy(ids, i => rowKeys[table](companies[i]!))]
      .map(([row, members]) => ({ table, row, key: cellKey(table, row), members }))
      .toSorted((a, b) => (a.row < b.row ? -1 : 1))
  const of = Object.fromEntries(tableCodes.map(table => [table, group(table)])) as Record<TableCode, Row[]>
  const keys = (rows: readonly Row[]) => rows.map(({ key }) => key)
  const relations = [
    ...(['trade', 'region', 'size'] as const).map(table => ({
      parent: cellKey('total', ''),
      children: keys(of[table]),
    })),
    ...of.trade.map(({ key, row }) => ({
      parent: key,
      children: keys(of.tradeSize.filter(one => one.row.startsWith(`${row}|`))),
    })),
    ...of.size.map(({ key, row }) => ({
      parent: key,
      children: keys(of.tradeSize.filter(one => one.row.endsWith(`|${row}`))),
    })),
  ]
  return { rows: tableCodes.flatMap(table => of[table]), relations }
}

/**
 * Indicators that an equation of the form ties together: of what is withheld for one, the others would give it away, so
 * they are withheld together. `reachesBack`: the equation also names a former period.
 */
export function tiedIndicators(
  codes: readonly string[],
  rules: readonly Rule[],
): { codes: string[]; reachesBack: boolean }[] {
  let groups = codes.map(code => ({ codes: [code], reachesBack: false }))
  for (const { left, relation, right } of rules) {
    if (relation !== 'eq') continue
    const sides = [left, right].map(side => parseExpression(side, codes))
    const terms = sides.flatMap(side => (typeof side === 'string' ? [] : side.terms))
    const named = new Set(terms.map(({ code }) => code))
    const joined = groups.filter(group => group.codes.some(code => named.has(code)))
    if (joined.length === 0) continue
    groups = [
      ...groups.filter(group => !joined.includes(group)),
      {
        codes: joined.flatMap(group => group.codes),
        reachesBack: joined.some(group => group.reachesBack) || terms.some(({ at }) => at !== 'now'),
      },
    ]
  }
  return groups
}

/** Withheld cells by the code of the indicator. */
export type Withheld = Record<string, string[]>

type Given = {
  companies: readonly Counted[]
  indicators: readonly Indicator[]
  rules: readonly Rule[]
  limits: Limits
  /** Withheld in former periods that equations name. */
  former: readonly Withheld[]
}

/** What has to be withheld of each indicator. */
export function withheldOf({ companies, indicators, rules, limits, former }: Given): Withheld {
  const withheld: Withheld = {}
  const { rows, relations } = rowsOf(companies)
  for (const { codes, reachesBack } of tiedIndicators(
    indicators.map(({ code }) => code),
    rules,
  )) {
    const group = indicators.filter(({ code }) => codes.includes(code))
    const keys = new Set(reachesBack ? former.flatMap(one => codes.flatMap(code => one[code] ?? [])) : [])
    // Until none of them needs more than the others.
    for (let before = -1; before !== keys.size; ) {
      before = keys.size
      for (const { code, mayBeNegative } of group) {
        const { cells, values } = cellsOf(rows, companies, code)
        for (const [key] of chooseWithheld(cells, relations, values, { ...limits, mayBeNegative }, keys)) keys.add(key)
      }
    }
    for (const code of codes) withheld[code] = [...keys].toSorted()
  }
  return withheld
}

/** The cells of one indicator, over the companies that have a value of it. */
function cellsOf(rows: readonly Row[], companies: readonly Counted[], code: string) {
  const at = new Map<number, number>()
  const values: number[] = []
  for (const [i, { values: own }] of companies.entries()) {
    const value = own[code]
    if (value === null || value === undefined) continue
    at.set(i, values.length)
    values.push(value)
  }
  return { cells: rows.map(({ key, members }) => ({ key, members: members.flatMap(i => at.get(i) ?? []) })), values }
}

type Names = Record<TableCode, (row: string) => string>

/** The tables as everybody may read them: what is withheld has no number. */
export function makeTables(given: Given, names: Names, { asked, missing }: { asked: number; missing: number }) {
  const { companies, indicators } = given
  const withheld = withheldOf(given)
  const { rows } = rowsOf(companies)
  const tables = tableCodes.map(code => ({
    code,
    rows: rows
      .filter(({ table }) => table === code)
      .map(({ key, row, members }) => ({
        key: row,
        name: names[code](row),
        cells: Object.fromEntries(
          indicators.map(of => [
            of.code,
            withheld[of.code]!.includes(key)
              ? { value: null, isWithheld: true, estimated: 0, estimatedShare: 0 }
              : sumCell(
                  members.map(i => companies[i]!),
                  of,
                ),
          ]),
        ),
      })),
  }))
  const estimated = companies.filter(({ isEstimated }) => isEstimated).length
  const released: ReleasedTables = {
    indicators: indicators.map(({ code, name, unit, definition, decimals }) => ({
      code,
      name,
      unit,
      definition,
      decimals,
    })),
    asked,
    reported: companies.length - estimated,
    estimated,
    missing,
    tables: tables.map(table => ({
      ...table,
      rows: table.rows.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN')),
    })),
  }
  return { tables: released, withheld }
}

function sumCell(companies: readonly Counted[], { code, decimals }: Indicator): ReleasedCell {
  const counted = companies.flatMap(({ values, isEstimated }) => {
    const value = values[code]
    return value === null || value === undefined ? [] : { value, isEstimated }
  })
  if (counted.length === 0) return { value: null, isWithheld: false, estimated: 0, estimatedShare: 0 }
  const estimates = counted.filter(({ isEstimated }) => isEstimated)
  const size = (of: typeof counted) => of.reduce((sum, { value }) => sum + Math.abs(value), 0)
  return {
    value: Number(counted.reduce((sum, { value }) => sum + value, 0).toFixed(decimals)),
    isWithheld: false,
    estimated: estimates.length,
    estimatedShare:
      estimates.length === 0 ? 0 : Math.min(100, Math.ceil((size(estimates) * 100) / (size(counted) || 1))),
  }
}
