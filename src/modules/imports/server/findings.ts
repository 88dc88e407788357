import type { SheetState } from '#lib/server/sheets/bookReader.ts'
import type { Found } from './headings.ts'
import type { Portion, Tally } from './rowChecks.ts'

/** Sentences for who decides on an import: what of the file is read, and what is not. */
export type Findings = { used: string[]; unused: string[] }

/** Behind the name of a sheet. */
export const stateLabels: Record<SheetState, string> = { visible: '', hidden: '（隐藏）', veryHidden: '（深度隐藏）' }
const stateNames: Record<SheetState, string> = { visible: '', hidden: '隐藏的', veryHidden: '深度隐藏的' }
const foundNames: Record<Found, string> = {
  name: '',
  remembered: '（按记住的对应）',
  chosen: '（按您的选择）',
  content: '（按内容推测，请核对）',
}
/** Rows named one by one. */
const MAX_NAMED = 8

/** Without a tally: before the rows are read. */
export function findingsOf({ layout, sheets, tally }: Omit<Portion, 'rows' | 'tally'> & { tally?: Tally }): Findings {
  const { sheet, heading, places, how, unknown, ignored, likely } = layout
  const used: string[] = []
  const unused: string[] = []
  const own = sheets.find(({ name }) => name === sheet)
  if (heading > 0) {
    used.push(`${sheet ? `工作表“${sheet}”：` : ''}列名在第 ${heading} 行，数据从第 ${heading + 1} 行起`)
    const columns = [...places].sort(([, a], [, b]) => a - b)
    used.push(
      `读取 ${columns.length} 列：${columns.map(([of]) => of.label + foundNames[how.get(of) ?? 'name']).join('、')}`,
    )
    const above = own?.top.filter(({ row }) => row < heading).map(({ row }) => row) ?? []
    if (above.length > 0) unused.push(`列名上面的标题和说明：${rowsNamed(above)}`)
  }
  for (const { name, state, rows } of sheets)
    if (name !== sheet && rows > 0) unused.push(`${stateNames[state]}工作表“${name}”（${rows} 行）`)
  const unread = own?.unread ?? []
  if (unread.length > 0)
    unused.push(`压缩包里没有读取的文件：${named(unread)}。只读索引和它写明的 HTML 文件，图片和附件不带入`)
  if (unknown.length > 0) unused.push(`不认识的列：${unknown.join('、')}`)
  for (const [place, column] of likely)
    unused.push(`第 ${place + 1} 列看内容可能是“${column.label}”，没有读取；可在下面选定`)
  if (ignored.length > 0) unused.push(`选定不导入的列：${ignored.join('、')}`)
  if (!tally) return { used, unused }
  if (tally.filled > 0) used.push(`合并单元格：${tally.filled} 处按每行都有这个值读取`)
  if (tally.hidden > 0 && !layout.skipHidden) used.push(`筛选或手工隐藏的行：${tally.hidden} 行照常读取`)
  if (tally.hidden > 0 && layout.skipHidden) unused.push(`筛选或手工隐藏的行：${tally.hidden} 行`)
  if (tally.totals.length > 0) unused.push(`合计行：${rowsNamed(tally.totals)}`)
  if (tally.zeros.length > 0) unused.push(`公式结果为 0 或空的行：${rowsNamed(tally.zeros)}`)
  if (tally.remarks.length > 0) unused.push(`表格下面的说明：${rowsNamed(tally.remarks)}`)
  if (tally.blank.length > 0) unused.push(`读取的各列都是空的行：${rowsNamed(tally.blank)}`)
  return { used, unused }
}

const named = (names: readonly string[]) =>
  `${names.slice(0, MAX_NAMED).join('、')}${names.length > MAX_NAMED ? ` 等 ${names.length} 个` : ''}`

const rowsNamed = (rows: readonly number[]) =>
  `第 ${rows.slice(0, MAX_NAMED).join('、')} 行${rows.length > MAX_NAMED ? `等 ${rows.length} 行` : ''}`
