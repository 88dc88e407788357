import { defineParser } from '#lib/server/parsers/parser.ts'

const parse = defineParser<string, void>({
  script: new URL('./officeParser.ts', import.meta.url),
  runsIn: 'thread',
  timeoutMs: 20_000,
  memoryMb: 128,
  maxWaiting: 100,
  maxWaitingPerCaller: 20,
  unreadable: '文件内容过多，无法在规定时间内检查，请精简后再上传',
})

/**
 * Throws where a Word or Excel file or an archive is damaged, holds macros or programs, or would fill the disk of who
 * opens it. One file at a time, the accounts in turn.
 */
export const checkOffice = (path: string, caller: string): Promise<void> => parse(path, caller)
