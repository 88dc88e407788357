import { eq } from 'drizzle-orm'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { isSubmittedFile } from '#modules/review/server/reading.ts'
import { application } from '#modules/review/server/tables.ts'

/** Lets staff who handle awards read files submitted with entries, and no other files of members. */
defineFileReader(async (ctx, fileId) => {
  const { actor } = ctx
  if (actor.kind !== 'staff' || !actor.permissions.includes('staff:awards')) return false
  return isSubmittedFile(ctx, fileId, eq(application.kind, 'award'))
})
