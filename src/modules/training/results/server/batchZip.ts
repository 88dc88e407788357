import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { record } from '#modules/audit/server/record.ts'
import { certificatePdf } from '#modules/certificates/documents/server/certificateFile.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import type { staffResultContract } from '../resultContract.ts'
import { findBatch } from './batchQueries.ts'

export const batchZipHandlers = {
  /** Every certificate of a batch as it is today. Each is made when its turn comes: whoever hangs up ends the making. */
  'GET /staff/training/batch/zip': async (ctx, { id }) => {
    const { batch, found } = await findBatch(ctx, id)
    if (!batch.issuedAt) throw conflict('这个批次还没有发证，没有可以下载的证书')
    const rows = await ctx.db
      .select({ id: certificate.id })
      .from(participant)
      .innerJoin(certificate, eq(certificate.id, participant.certificateId))
      .where(eq(participant.batchId, id))
      .orderBy(asc(certificate.number))
    await record(ctx, {
      action: 'certificateBatch.download',
      objectType: 'certificateBatch',
      objectId: id,
      objectName: found.of.title,
      detail: { count: rows.length },
    })
    return {
      name: `${found.of.title} 证书.zip`,
      type: 'application/zip',
      inline: false,
      isPrivate: true,
      etag: `"${randomUUID()}"`,
      body: async () =>
        zipOf(
          pdfsOf(
            ctx,
            rows.map(row => row.id),
          ),
          ctx.now,
        ),
    }
  },
} satisfies Partial<Handlers<typeof staffResultContract>>

const AT_ONCE = 100

async function* pdfsOf(ctx: Ctx, ids: number[]) {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = inArray(certificate.id, ids.slice(from, from + AT_ONCE))
    for (const of of await ctx.db.select().from(certificate).where(some).orderBy(asc(certificate.number)))
      yield { name: fileName(`${of.number} ${of.holderName}`), bytes: await certificatePdf(ctx, of) }
  }
}

/** Without what no file system takes in a name. */
const fileName = (name: string) => `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 120)}.pdf`
