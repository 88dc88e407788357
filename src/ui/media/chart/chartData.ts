import { withCommas } from '#lib/words/numbers.ts'

/** `routes`: for each value the list of what it counts. */
export type Row = { name: string; values: readonly (number | null)[]; routes?: readonly (string | null)[] }
/** `bars`: one value a row; `stacked`: parts of a whole; `lines`: rows follow one another, as months do. */
export type ChartData = {
  kind: 'bars' | 'stacked' | 'lines'
  unit: string
  series: readonly string[]
  rows: readonly Row[]
}

/** Class of a series: pattern and colour, of which there are eight. */
export const seriesClass = (series: number) => `series-${series % 8}`

export const formatValue = (value: number | null | undefined) => withCommas(value ?? 0)
