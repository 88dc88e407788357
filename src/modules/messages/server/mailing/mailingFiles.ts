import { and, inArray, isNull } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Attachment } from '#lib/server/outbox/tables.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { defineFileReferences } from '#modules/files/server/references.ts'
import { file } from '#modules/files/server/tables.ts'
import { filesFault, MAX_MAILED_BYTES, totalSize } from '../../mailingFiles.ts'
import { mailing, message } from '../tables.ts'

defineFileReferences(message.fileIds, mailing.fileIds)

type File = typeof file.$inferSelect

/** Returns the files in the order of the ids. */
export async function filesIn({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<File[]> {
  if (ids.length === 0) return []
  const found = await db
    .select()
    .from(file)
    .where(and(inArray(file.id, [...ids]), isNull(file.deletedAt)))
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/**
 * Attaches files to a mailing so that its recipients may read them. Throws when they do not belong to the actor or are
 * too large together.
 */
export async function attachToMailing(ctx: Ctx, ids: readonly number[]): Promise<File[]> {
  await attachFiles(ctx, ids)
  const files = await filesIn(ctx, ids)
  const fault = filesFault(files)
  if (fault) throw invalid(fault, { fileIds: fault })
  return files
}

/** Mail attachments; larger files stay in the member centre, to which the mail links. */
export const mailAttachments = (files: readonly File[]): Attachment[] =>
  totalSize(files) <= MAX_MAILED_BYTES ? files.map(({ name, type, key }) => ({ name, type, key })) : []
