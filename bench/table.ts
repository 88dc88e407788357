export type Row = {
  name: string
  ours: string
  /** The limiting floor measured in the same run, or the parts that the value consists of. */
  floor?: string
  ratio?: number
  /** Goal for `value`, or for the ratio if there is no `value`. */
  goal?: { most?: number; least?: number; value?: number }
}

export const ms = (value: number) => `${value.toFixed(2)} ms`
export const us = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} µs`
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const MB = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Prints one part of the report; false when a goal in it was missed. */
export function print(title: string, rows: Row[]): boolean {
  const lines = rows.map(row => [
    row.name,
    row.ours,
    row.floor ?? '',
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    verdict(row),
  ])
  printCells(title, [['', '实测', '对照', '比值', '目标'], ...lines])
  return rows.every(isMet)
}

/** Lines of equally many cells, the first of them the headings. */
export function printCells(title: string, cells: readonly (readonly string[])[]): void {
  const widths = cells[0]!.map((_, i) => Math.max(...cells.map(line => width(line[i]!))))
  console.log(`\n${title}`)
  for (const line of cells) console.log(`  ${line.map((cell, i) => pad(cell, widths[i]!)).join('  ')}`.trimEnd())
}

export function isMet({ ratio, goal }: Row): boolean {
  if (!goal) return true
  const value = goal.value ?? ratio!
  return value <= (goal.most ?? Number.POSITIVE_INFINITY) && value >= (goal.least ?? Number.NEGATIVE_INFINITY)
}

function verdict(row: Row): string {
  if (!row.goal) return ''
  const { most, least } = row.goal
  return `${isMet(row) ? '达到' : '未达到'} ${most !== undefined ? `≤ ${most}` : `≥ ${least}`}`
}

const pad = (text: string, to: number) => text + ' '.repeat(to - width(text))
/** Chinese characters stand two columns wide in a terminal. */
const width = (text: string) => [...text].reduce((sum, char) => sum + (/[\u2e80-\uffef]/.test(char) ? 2 : 1), 0)
