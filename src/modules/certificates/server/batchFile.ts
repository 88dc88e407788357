import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/context.ts'
import { scan } from '#lib/server/scan.ts'
import { withScratch } from '#lib/server/scratch.ts'
import { onePerTurn } from '#lib/server/turns.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { checkOffice } from '#modules/files/server/office.ts'
import type { Read } from './batchFileThread.ts'

const LIMIT = 2 * MEGABYTE
/** In ms, for one file. */
const PATIENCE = 10_000
const UNREADABLE = '文件无法读取：请确认是没有密码的 XLSX 或 CSV 文件，或把编号复制到输入框中查验'

/** The certificate numbers in the file that came with the call. It is read and thrown away. */
export const readNumbers = ({ upload, config, log }: Ctx): Promise<string[]> =>
  withScratch(config.dataDir, async scratch => {
    const path = join(scratch, 'numbers')
    await save(upload!.stream, path)
    await scan({ config, log }, path)
    if (await isZip(path)) await checkOffice(path)
    return read(path)
  })

async function save(stream: Readable, path: string) {
  let size = 0
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > LIMIT) throw invalid(`文件不能超过 ${LIMIT / MEGABYTE} MB，只留下编号一列就足够了`)
      yield chunk
    }
  }
  await pipeline(stream, bounded, createWriteStream(path, { mode: 0o600 }))
  if (size === 0) throw invalid('文件是空的，请重新选择')
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await handle.close()
  }
}

/** In a thread of its own, one at a time, ended when it takes too long or too much: a hostile file costs itself. */
const read = onePerTurn((path: string): Promise<string[]> => {
  const worker = new Worker(new URL('./batchFileThread.ts', import.meta.url), {
    workerData: { path },
    // What the library puts aside goes with the rest.
    env: { TMPDIR: dirname(path) },
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
