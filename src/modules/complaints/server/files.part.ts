import { eq, or, sql } from 'drizzle-orm'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { defineFileReferences } from '#modules/files/server/references.ts'
import { complaint, complaintNote } from './tables.ts'

defineFileReferences(complaint.fileIds, complaintNote.fileIds)

// Evidence is read by whoever handles complaints, whoever uploaded it.
defineFileReader(async ({ db, actor }, fileId) => {
  if (actor.kind !== 'staff' || !actor.permissions.includes('staff:complaints')) return false
  const [found] = await db
    .select({ id: complaint.id })
    .from(complaint)
    .leftJoin(complaintNote, eq(complaintNote.complaintId, complaint.id))
    .where(or(sql`${fileId} = any(${complaint.fileIds})`, sql`${fileId} = any(${complaintNote.fileIds})`))
    .limit(1)
  return found !== undefined
})
