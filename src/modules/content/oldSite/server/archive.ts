import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { openPart, type Part } from '#lib/server/sheets/zipReader.ts'
import { sitePartsOf } from '#modules/files/server/siteArchive.ts'
import { file } from '#modules/files/server/tables.ts'
import { withFile } from '#modules/imports/server/reading.ts'
import { indexOf, rootOf } from './addresses.ts'
import type { Site } from './work.ts'

/** The saved files of a site, while somebody works with them. */
export type Archive = {
  parts: Part[]
  root: string
  find: (address: string) => Part | undefined
  /** Reads at most `most` bytes; returns undefined if there are more. */
  read: (part: Part, most: number) => Promise<Buffer | undefined>
  open: (part: Part) => Promise<Readable>
}

export async function withArchive<T>(ctx: Ctx, { fileId }: Site, use: (archive: Archive) => Promise<T>): Promise<T> {
  const [kept] = fileId === null ? [] : await ctx.db.select().from(file).where(eq(file.id, fileId))
  if (!kept) throw invalid('文件已按保存期限清除，请重新上传')
  return withFile(ctx, kept.key, async path => {
    const parts = (await sitePartsOf(path)).filter(({ name }) => !name.endsWith('/'))
    const root = rootOf(parts.map(({ name }) => name))
    const open = (part: Part) => openPart(path, part)
    return use({
      parts,
      root,
      open,
      find: indexOf(parts, root),
      read: async (part, most) => bounded(await open(part), most),
    })
  })
}

async function bounded(stream: Readable, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) {
      stream.destroy()
      return
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
