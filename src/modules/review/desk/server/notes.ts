import { and, asc, eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { isRemovable, refuseUnlessRemovable } from '#modules/accounts/notes/server/removable.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { notifyMentioned } from '#modules/review/server/deskMessages.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import type { caseContract } from '../caseContract.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { applicationNote } from './tables.ts'

type Endpoints = typeof caseContract
type Note = Output<Endpoints['POST /staff/review/note']>

export async function listNotes(ctx: Ctx, applicationId: number): Promise<Note[]> {
  const rows = await ctx.db
    .select({ note: applicationNote, authorName: account.displayName })
    .from(applicationNote)
    .innerJoin(account, eq(account.id, applicationNote.authorId))
    .where(eq(applicationNote.applicationId, applicationId))
    .orderBy(asc(applicationNote.id))
  return rows.map(({ note, authorName }) => ({
    id: note.id,
    authorName,
    text: note.text,
    at: iso(note.at),
    canRemove: isRemovable(ctx, note),
  }))
}

export const notesHandlers = {
  'POST /staff/review/note': (ctx, { id, text }) =>
    inTransaction(ctx, async tx => {
      const of = await submittedApplication(tx, id)
      await refuseApplicationOutside(tx, 'staff:applications', id)
      const note = { applicationId: id, authorId: signedInActor(ctx).accountId, text, at: ctx.now }
      const [row] = await tx.db.insert(applicationNote).values(note).returning({ id: applicationNote.id })
      await tell(tx, 'application.note', of, row!.id)
      await notifyMentioned(tx, of, text)
      return (await listNotes(tx, id)).find(one => one.id === row!.id)!
    }),
  'POST /staff/review/note/remove': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const [found] = await tx.db
        .select({ note: applicationNote, of: application })
        .from(applicationNote)
        .innerJoin(application, eq(application.id, applicationNote.applicationId))
        .where(eq(applicationNote.id, id))
        .for('update', { of: applicationNote })
      if (!found) throw notFound('备注不存在，或已删除')
      await refuseApplicationOutside(tx, 'staff:applications', found.of.id)
      refuseUnlessRemovable(ctx, found.note)
      await tx.db.delete(applicationNote).where(and(eq(applicationNote.id, id)))
      await tell(tx, 'application.noteRemove', found.of, id)
      return {}
    }),
} satisfies Partial<Handlers<typeof staffDeskContract>>

const tell = (ctx: Ctx, action: string, of: { id: number; title: string; number: string | null }, noteId: number) =>
  record(ctx, {
    action,
    objectType: 'application',
    objectId: of.id,
    objectName: of.title,
    detail: { number: of.number, noteId },
  })
