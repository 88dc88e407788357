import { eq } from 'drizzle-orm'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { keepFile } from '../files.ts'
import { file } from '../tables.ts'

/** A PDF as if the account had uploaded it, with what its QR codes say. */
export async function keepOwnPage(ctx: Ctx, name: string, bytes: Buffer, codes: string[] = []): Promise<number> {
  const id = await keepFile(ctx, { name: `${name}.pdf`, type: 'application/pdf', bytes, isPublic: false })
  await ctx.db
    .update(file)
    .set({ ownerId: signedInActor(ctx).accountId, codes })
    .where(eq(file.id, id))
  return id
}
