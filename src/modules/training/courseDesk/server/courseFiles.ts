import { and, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { fileIdsIn } from '#lib/server/outbound/sanitizeHtml.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import { attachFiles, publishFiles } from '#modules/files/server/attachments.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { file } from '#modules/files/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import type { Course } from '#modules/training/courses/server/courseValues.ts'
import { ENROLMENT } from '#modules/training/enrolmentStatus.ts'
import { course, participant } from '#modules/training/server/tables.ts'

type Showing = Pick<Course, 'coverId' | 'syllabus' | 'attachmentIds'>

const mediaIn = ({ coverId, syllabus }: Showing) => [...(coverId ? [coverId] : []), ...fileIdsIn(syllabus)]
const filesOf = (of: Showing) => [...new Set([...mediaIn(of), ...of.attachmentIds])]

/**
 * A course that shows the file which the query is about; of its text just what `fileIdsIn` reads, so that nothing is shown
 * by it that was not looked at when it was saved.
 */
const coursesShowingFile = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ one: sql`1` })
    .from(course)
    .where(
      or(
        eq(course.coverId, file.id),
        sql`${file.id} = any(${course.attachmentIds})`,
        sql`${course.syllabus} ~ (' (src|poster)="/api/file/' || ${file.id} || '(\\D|$)')`,
      ),
    )

/** Files new to a course must be who saves it, or be shown by some course, or to everybody, already. */
export async function keepCourseFiles(ctx: Ctx, after: Showing, before?: Showing): Promise<void> {
  const known = before ? filesOf(before) : []
  const fresh = filesOf(after).filter(id => !known.includes(id))
  if (fresh.length === 0) return
  const seen = await ctx.db
    .select({ id: file.id })
    .from(file)
    .where(and(inArray(file.id, fresh), isNull(file.deletedAt), or(file.isPublic, exists(coursesShowingFile(ctx)))))
  await attachFiles(
    ctx,
    fresh.filter(id => !seen.some(one => one.id === id)),
  )
}

/** Pictures and papers of a course that is public are everybody's. */
export async function showCourseFiles(ctx: Ctx, of: Showing): Promise<void> {
  await publishFiles(ctx, mediaIn(of))
  if (of.attachmentIds.length > 0)
    await ctx.db.update(file).set({ isPublic: true }).where(inArray(file.id, of.attachmentIds))
}

// File access for staff: course permissions open drafts' files, registration permissions open photos and slips, whoever
// uploaded them.
defineFileReader(async ({ db, actor }, fileId) => {
  if (actor.kind !== 'staff') return false
  const may = (permission: Permission) => actor.permissions.includes(permission)
  const photo = db.select().from(participant).where(eq(participant.photoId, file.id))
  const slip = db
    .select()
    .from(receivable)
    .where(
      and(eq(receivable.kind, ENROLMENT), or(eq(receivable.slipId, file.id), eq(receivable.invoiceFileId, file.id))),
    )
  const [found] = await db
    .select({ id: file.id })
    .from(file)
    .where(
      and(
        eq(file.id, fileId),
        or(
          ...(may('staff:training') ? [exists(coursesShowingFile({ db }))] : []),
          ...(may('staff:enrolments') ? [exists(photo), exists(slip)] : []),
          sql`false`,
        ),
      ),
    )
  return found !== undefined
})
