import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Attachment } from '#lib/server/outbox/tables.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { file } from '#modules/files/server/tables.ts'

/** In bytes: what is larger stays in the member centre, where the mail leads. */
const MAILABLE = 5 << 20

/** Whoever gets the message may read the file; it belongs to no account, so that it stays. Undefined where mails go without it. */
export async function attachedFile(ctx: Ctx, fileId: number | null | undefined): Promise<Attachment | undefined> {
  if (!fileId) return
  await attachFiles(ctx, [fileId])
  const [of] = await ctx.db.select().from(file).where(eq(file.id, fileId))
  return of && mailable(of)
}

export const mailable = ({ name, type, key, size }: typeof file.$inferSelect): Attachment | undefined =>
  size <= MAILABLE ? { name, type, key } : undefined
