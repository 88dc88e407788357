import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import { scan } from '#lib/server/storage/scan.ts'
import { checkOffice } from './office.ts'

/** Maximum size in bytes, and the message above it. */
type SizeLimit = { limit: number; tooLarge: string }

/** The table that came with the call, as a file on this disk for as long as `read` takes: it is read and thrown away. */
export const withTemporaryFile = <T>(
  { upload, config, log, address }: Ctx,
  bound: SizeLimit,
  read: (path: string) => Promise<T>,
): Promise<T> =>
  withTempDir(config.dataDir, async scratch => {
    const path = join(scratch, 'file')
    await save(upload!.stream, path, bound)
    await scan({ config, log }, path)
    if (await isZip(path)) await checkOffice(path, address)
    return read(path)
  })

async function save(stream: Readable, path: string, { limit, tooLarge }: SizeLimit) {
  let size = 0
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > limit) throw invalid(tooLarge)
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
