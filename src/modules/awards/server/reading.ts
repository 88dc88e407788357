import { eq } from 'drizzle-orm'
import { letRead } from '#modules/files/server/readers.ts'
import { isHandedIn } from '#modules/review/server/reading.ts'
import { application } from '#modules/review/server/tables.ts'

/** Lets staff who handle awards read files submitted with entries, and no other files of members. */
letRead(async (ctx, fileId) => {
  const { actor } = ctx
  if (actor.kind !== 'staff' || !actor.permissions.includes('staff:awards')) return false
  return isHandedIn(ctx, fileId, eq(application.kind, 'award'))
})
