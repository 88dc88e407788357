import { eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificateBatch } from '#modules/training/server/tables.ts'
import { findCourse } from './scoreQueries.ts'

/** A batch, with its course and the certificate that this leads to. */
export async function findBatch(ctx: Pick<Ctx, 'db'>, id: number) {
  const [batch] = await ctx.db.select().from(certificateBatch).where(eq(certificateBatch.id, id))
  if (!batch) throw notFound('没有这个发证批次')
  return { batch, found: await findCourse(ctx, batch.courseId) }
}
