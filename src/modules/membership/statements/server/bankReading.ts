import { defineParser } from '#lib/server/parsers/parser.ts'
import type { Sheet } from '../bankSheet.ts'

const parse = defineParser<string, Sheet>({
  script: new URL('./bankParser.ts', import.meta.url),
  runsIn: 'thread',
  timeoutMs: 15_000,
  memoryMb: 256,
  unreadable: '文件无法读取：请确认是银行导出的 XLSX 或 CSV 文件，没有加密或损坏',
})

/** What a bank's file says. */
export const readStatement = (path: string): Promise<Sheet> => parse(path)
