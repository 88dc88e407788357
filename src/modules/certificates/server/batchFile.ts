import { Worker } from 'node:worker_threads'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/context.ts'
import { onePerTurn } from '#lib/server/turns.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { withPassingFile } from '#modules/files/server/passingFile.ts'
import type { Read } from './batchFileThread.ts'

const LIMIT = 2 * MEGABYTE
const BOUND = { limit: LIMIT, tooLarge: `文件不能超过 ${LIMIT / MEGABYTE} MB，只留下编号一列就足够了` }
/** In ms, for one file. */
const PATIENCE = 10_000
const UNREADABLE = '文件无法读取：请确认是没有密码的 XLSX 或 CSV 文件，或把编号复制到输入框中查验'

/** The certificate numbers in the file that came with the call. It is read and thrown away. */
export const readNumbers = (ctx: Ctx): Promise<string[]> => withPassingFile(ctx, BOUND, read)

/** In a thread of its own, one at a time, ended when it takes too long or too much: a hostile file costs itself. */
const read = onePerTurn((path: string): Promise<string[]> => {
  const worker = new Worker(new URL('./batchFileThread.ts', import.meta.url), {
    workerData: { path },
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
        else resolve(answer.numbers)
      })
  })
})
