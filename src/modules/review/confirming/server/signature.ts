import { eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { file } from '#modules/files/server/tables.ts'
import { hashOf } from '#modules/review/confirming/server/confirmationCheck.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { keptFlows } from '#modules/review/signing/server/flows.ts'

/**
 * Returns who signed the submitted sealed form and whether the stored file still has the same hash; null if it was not
 * signed at the service.
 */
export async function signatureOn(ctx: Ctx, of: Application, fileIds: readonly number[]) {
  const flow = (await keptFlows(ctx, of)).find(({ signedFileId }) => fileIds.some(id => id === signedFileId))
  if (!flow) return null
  const [kept] = await ctx.db.select({ key: file.key }).from(file).where(eq(file.id, flow.signedFileId!))
  const hash = await hashOf(ctx.store, kept!.key).catch(() => undefined)
  return { by: flow.signatoryName, at: iso(flow.endedAt!), isWhole: hash === flow.signedSha256 }
}
