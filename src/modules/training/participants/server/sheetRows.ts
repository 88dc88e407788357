import { defineParser } from '#lib/server/parsers/parser.ts'

/** `null`: a number that has lost its last digits. */
export type SheetRow = { row: number; cells: (string | null)[] }

const parse = defineParser<{ path: string; most: number }, SheetRow[]>({
  script: new URL('./sheetParser.ts', import.meta.url),
  runsIn: 'thread',
  timeoutMs: 10_000,
  memoryMb: 128,
  unreadable: 'Excel 文件无法读取：请确认没有加密，另存为 XLSX 后再上传，或直接在页面上填写',
})

export const readSheet = (path: string, most: number, caller: string): Promise<SheetRow[]> =>
  parse({ path, most }, caller)
