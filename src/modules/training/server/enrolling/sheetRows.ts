import { Worker } from 'node:worker_threads'
import { invalid } from '#lib/error.ts'
import { onePerTurn } from '#lib/server/turns.ts'

/** `null`: a number that has lost its last digits. */
export type SheetRow = { row: number; cells: (string | null)[] }
type Read = { rows: SheetRow[] } | { problem: string }

/** In ms, for one file. */
const PATIENCE = 10_000
const UNREADABLE = 'Excel 文件无法读取：请确认没有加密，另存为 XLSX 后再上传，或直接在页面上填写'

/** In a thread of its own, one at a time, ended when it takes too long or too much: a hostile file costs itself. */
export const readSheet = onePerTurn((path: string, most: number): Promise<SheetRow[]> => {
  const worker = new Worker(new URL('./sheetThread.ts', import.meta.url), {
    workerData: { path, most },
    // What reads a stranger's file has no use for what is secret.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
  })
  const late = setTimeout(() => worker.terminate(), PATIENCE)
  return new Promise((resolve, reject) => {
    let answer: Read = { problem: UNREADABLE }
    worker
      .on('message', (read: Read) => {
        answer = read
      })
      .on('error', () => {})
      .on('exit', () => {
        clearTimeout(late)
        if ('problem' in answer) reject(invalid(answer.problem))
        else resolve(answer.rows)
      })
  })
})
