import { invalid } from '#lib/error.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import type { Upload } from '../api/context.ts'

/** Reads an upload into memory, for files that are checked and not stored; `megabytes`: maximum size. */
export async function readUpload({ stream }: Upload, megabytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > megabytes * MEGABYTE) throw invalid(`文件不能超过 ${megabytes} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
