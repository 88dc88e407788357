import { and, inArray, isNull } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Attachment } from '#lib/server/outbox/tables.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { defineFileReferences } from '#modules/files/server/references.ts'
import { file } from '#modules/files/server/tables.ts'
import { MAILABLE, sizeOf, tooMuch } from '../../mailingFiles.ts'
import { mailing, message } from '../tables.ts'

defineFileReferences(message.fileIds, mailing.fileIds)

type File = typeof file.$inferSelect

/** In the order in which they were given. */
export async function filesIn({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<File[]> {
  if (ids.length === 0) return []
  const found = await db
    .select()
    .from(file)
    .where(and(inArray(file.id, [...ids]), isNull(file.deletedAt)))
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Whoever gets the message may read them. Throws where they are not the actor's own, or too large together. */
export async function attachToMailing(ctx: Ctx, ids: readonly number[]): Promise<File[]> {
  await attachFiles(ctx, ids)
  const files = await filesIn(ctx, ids)
  const fault = tooMuch(files)
  if (fault) throw invalid(fault, { fileIds: fault })
  return files
}

/** As mails carry them; what is larger together stays in the member centre, where the mail leads. */
export const mailable = (files: readonly File[]): Attachment[] =>
  sizeOf(files) <= MAILABLE ? files.map(({ name, type, key }) => ({ name, type, key })) : []
