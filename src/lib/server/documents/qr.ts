import { Worker } from 'node:worker_threads'
import { onePerTurn } from '../process/serialize.ts'

/** In ms, for one file. */
const PATIENCE = 10_000
/** In bytes. Pixels and unpacked streams count here; V8's own limits do not see them. */
const MEMORY = 400 << 20

/**
 * What the QR codes say in a picture, or on the first pages of a PDF; none where it cannot be read. In a thread of its
 * own, one at a time, ended when it takes too long or too much: a hostile file costs itself, not the server.
 */
export const readCodes = onePerTurn((path: string, type: string): Promise<string[]> => {
  const before = process.memoryUsage.rss()
  const begun = Date.now()
  const worker = new Worker(new URL('./qrWorker.ts', import.meta.url), {
    workerData: { path, type },
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  })
  const tooMuch = () => Date.now() - begun > PATIENCE || process.memoryUsage.rss() - before > MEMORY
  const watch = setInterval(() => tooMuch() && worker.terminate(), 50)
  return new Promise<string[]>(resolve => {
    let codes: string[] = []
    worker
      .on('error', () => {})
      .on('exit', () => {
        clearInterval(watch)
        resolve(codes)
      })
    worker.on('message', (read: string[]) => {
      codes = read
      void worker.terminate()
    })
  })
})
