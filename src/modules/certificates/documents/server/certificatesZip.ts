import { randomUUID } from 'node:crypto'
import { asc, inArray } from 'drizzle-orm'
import type { Download } from '#lib/contract.ts'
import { isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { sealValueOf } from '#modules/signatures/server/sealing.ts'
import { certificatePdf } from './certificateFile.ts'

const CERTIFICATES_PER_BATCH = 100

/**
 * Streams these certificates as they are today. Each is made when its turn comes, so a closed connection stops the
 * work. One that cannot be made is left out, and a text in the archive says which and why.
 */
export const certificatesZip = (ctx: Ctx, name: string, ids: number[]): Download => ({
  name: `${name}.zip`,
  type: 'application/zip',
  inline: false,
  isPrivate: true,
  etag: `"${randomUUID()}"`,
  body: async () => zipOf(pdfsOf(ctx, ids), ctx.now),
})

async function* pdfsOf(ctx: Ctx, ids: number[]) {
  const missing: string[] = []
  for (let from = 0; from < ids.length; from += CERTIFICATES_PER_BATCH) {
    const some = inArray(certificate.id, ids.slice(from, from + CERTIFICATES_PER_BATCH))
    for (const of of await ctx.db.select().from(certificate).where(some).orderBy(asc(certificate.number))) {
      const bytes = await certificatePdf(ctx, of).catch(error => {
        if (!isRefusal(error)) throw error
        missing.push(error.message)
      })
      if (!bytes) continue
      const name = fileName(`${of.number} ${of.holderName}`)
      yield { name, bytes }
      const seal = await sealValueOf(ctx, bytes)
      if (seal) yield { name: `${name}.es`, bytes: seal }
    }
  }
  if (missing.length > 0)
    yield {
      name: `未能生成的证书（${missing.length} 张）.txt`,
      bytes: Buffer.from(`\ufeff${missing.join('\r\n')}\r\n`),
    }
}

/** Replaces characters that no file system accepts in a name. */
const fileName = (name: string) => `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 120)}.pdf`
