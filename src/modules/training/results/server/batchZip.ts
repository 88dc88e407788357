import { asc, eq } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { record } from '#modules/audit/server/record.ts'
import { certificatesZip } from '#modules/certificates/documents/server/certificatesZip.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { participant } from '#modules/training/server/tables.ts'
import type { staffResultContract } from '../resultContract.ts'
import { findBatch } from './batchQueries.ts'

export const batchZipHandlers = {
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
    return certificatesZip(
      ctx,
      `${found.of.title} 证书`,
      rows.map(row => row.id),
    )
  },
} satisfies Partial<Handlers<typeof staffResultContract>>
