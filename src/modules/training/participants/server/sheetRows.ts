import { defineParser } from '#lib/server/parsers/parser.ts'

/** A cell's text, or why it cannot be used. */
export type SheetCell = string | { fault: string }
export type SheetRow = { row: number; cells: SheetCell[] }
export const textIn = (cell: SheetCell | undefined): string => (typeof cell === 'string' ? cell : '')

const parse = defineParser<{ path: string; most: number }, SheetRow[]>({
  script: new URL('./sheetParser.ts', import.meta.url),
  runsIn: 'thread',
  timeoutMs: 10_000,
  memoryMb: 128,
  unreadable: '文件无法读取：可能已损坏或内容过大；请用 Excel 或 WPS 另存为 XLSX 后再上传，或直接在页面上填写',
})

export const readSheet = (path: string, most: number, caller: string): Promise<SheetRow[]> =>
  parse({ path, most }, caller)
