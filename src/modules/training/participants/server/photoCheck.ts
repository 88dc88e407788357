import { defineParser } from '#lib/server/parsers/parser.ts'

export type JudgedPhoto = { path: string; hints: string[] }

const parse = defineParser<string, JudgedPhoto>({
  script: new URL('./photoParser.ts', import.meta.url),
  runsIn: 'process',
  timeoutMs: 20_000,
  memoryMb: 500,
  maxWaiting: 300,
  maxWaitingPerCaller: 60,
  unreadable: '照片过于复杂，无法处理，请缩小或重新拍摄后再上传',
})

/** Refuses what cannot be printed, makes smaller what is too large, and says what may be wrong with the ground. */
export const checkPhoto = (path: string, caller: string): Promise<JudgedPhoto> => parse(path, caller)
