import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { certificate } from '#modules/certificates/server/tables.ts'
import { type ShortfallCtx, updateShortfalls } from './shortfalls.ts'
import { qualificationShortfall } from './tables.ts'

const BATCH_SIZE = 200

/** Nightly job: handles passed dates and changes that raised no event. */
export async function updateAllShortfalls(ctx: ShortfallCtx): Promise<void> {
  const { register, organisationId, personId, status } = certificate
  const isHeld = and(eq(register, 'qualification'), isNull(personId), eq(status, 'valid'))
  await updateInBatches(ctx, after =>
    ctx.db
      .selectDistinct({ id: organisationId })
      .from(certificate)
      .where(and(isHeld, isNotNull(organisationId), gt(organisationId, after)))
      .orderBy(asc(organisationId))
      .limit(BATCH_SIZE),
  )
  // Second pass for open shortfalls whose certificate is over.
  const { organisationId: whose, resolvedAt } = qualificationShortfall
  await updateInBatches(ctx, after =>
    ctx.db
      .selectDistinct({ id: whose })
      .from(qualificationShortfall)
      .where(and(isNull(resolvedAt), gt(whose, after)))
      .orderBy(asc(whose))
      .limit(BATCH_SIZE),
  )
}

async function updateInBatches(
  ctx: ShortfallCtx,
  next: (after: number) => Promise<{ id: number | null }[]>,
): Promise<void> {
  for (let after = 0; ; ) {
    const ids = (await next(after)).map(({ id }) => id!)
    if (ids.length === 0) return
    await updateShortfalls(ctx, ids, { mayOpen: true })
    after = ids.at(-1)!
  }
}
