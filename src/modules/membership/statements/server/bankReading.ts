import { Worker } from 'node:worker_threads'
import { invalid } from '#lib/error.ts'
import { serialize } from '#lib/server/process/serialize.ts'
import type { Sheet } from '../bankSheet.ts'
import type { Read } from './bankWorker.ts'

/** In ms, for one file. */
const PATIENCE = 15_000

/**
 * What a bank's file says, in a thread of its own, one at a time, ended when it takes too long or too much: a hostile
 * file costs itself, not the server.
 */
export const readStatement = serialize((path: string): Promise<Sheet> => {
  const worker = new Worker(new URL('./bankWorker.ts', import.meta.url), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  })
  const late = setTimeout(() => worker.terminate(), PATIENCE)
  return new Promise((resolve, reject) => {
    let read: Read = { problem: '文件无法读取：请确认是银行导出的 XLSX 或 CSV 文件，没有加密或损坏' }
    worker
      .on('message', (answer: Read) => {
        read = answer
      })
      .on('error', () => {})
      .on('exit', () => {
        clearTimeout(late)
        if ('problem' in read) reject(invalid(read.problem))
        else resolve(read)
      })
  })
})
