import { icons } from './icons.ts'

export type TableCommand =
  | 'addRowBefore'
  | 'addRowAfter'
  | 'addColumnBefore'
  | 'addColumnAfter'
  | 'deleteRow'
  | 'deleteColumn'
  | 'selectRight'
  | 'selectBelow'
  | 'mergeCells'
  | 'splitCell'
  | 'toggleHeaderRow'
  | 'deleteTable'

type Tool = { run: TableCommand; name: string; icon: string }
const tool = (run: TableCommand, name: string): Tool => ({ run, name, icon: icons[run] })

export const tableTools: Tool[] = [
  tool('addRowBefore', '在上方插入行'),
  tool('addRowAfter', '在下方插入行'),
  tool('addColumnBefore', '在左侧插入列'),
  tool('addColumnAfter', '在右侧插入列'),
  tool('deleteRow', '删除行'),
  tool('deleteColumn', '删除列'),
  tool('selectRight', '选中右侧一格'),
  tool('selectBelow', '选中下方一格'),
  tool('mergeCells', '合并单元格'),
  tool('splitCell', '拆分单元格'),
  tool('toggleHeaderRow', '表头行'),
  tool('deleteTable', '删除表格'),
]

export type TableState = {
  /** The text has one somewhere. */
  any: boolean
  /** The cursor is in one. */
  inside: boolean
  canMerge: boolean
  canSplit: boolean
  hasHead: boolean
}

export const noTable: TableState = { any: false, inside: false, canMerge: false, canSplit: false, hasHead: false }

export const mayRun = (run: TableCommand, { inside, canMerge, canSplit }: TableState) =>
  inside && (run === 'mergeCells' ? canMerge : run === 'splitCell' ? canSplit : true)

export type Size = { rows: number; columns: number; hasHead: boolean }
