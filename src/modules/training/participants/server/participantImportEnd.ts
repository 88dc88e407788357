import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Obstacle, WrittenRow } from '#modules/imports/server/importKinds.ts'
import { findReferences } from '#modules/imports/server/references.ts'
import { importRow } from '#modules/imports/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { placesTaken } from '#modules/training/courses/server/places.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'

/** Numbers and sums of the new registrations; and at the very end, so that nobody waits long, the places are counted. */
export async function finishParticipants(ctx: Ctx, batchId: number): Promise<void> {
  await ctx.db.execute(sql`
    with added as (
      select p.registration_id, count(*) places from import_row i join participant p on p.id = i.object_id
      where i.batch_id = ${batchId} group by 1
    )
    update registration r set
      number = 'PXD' || ${dayOf(ctx.now).slice(0, 4)}::text || '-' || lpad(r.id::text, greatest(6, length(r.id::text)), '0'),
      total_fee = added.places * case when r.is_member then course.fee_member else course.fee_other end
    from added, course where r.id = added.registration_id and course.id = r.course_id`)
  await refuseTooMany(ctx, batchId)
}

async function refuseTooMany(ctx: Ctx, batchId: number): Promise<void> {
  const touched = await ctx.db
    .selectDistinct({ id: participant.courseId })
    .from(importRow)
    .innerJoin(participant, eq(participant.id, importRow.objectId))
    .where(eq(importRow.batchId, batchId))
  const ids = touched.map(({ id }) => id!)
  const courses = await ctx.db
    .select({ id: course.id, title: course.title, quota: course.quota })
    .from(course)
    .where(inArray(course.id, ids))
    .orderBy(asc(course.id))
    .for('no key update')
  const taken = await placesTaken(ctx, ids)
  const full = courses.find(({ id, quota }) => taken.get(id)! > quota)
  if (full)
    throw invalid(`检查之后又有人报名，“${full.title}”的 ${full.quota} 个名额不够了；没有导入任何数据，请重新检查`)
}

/** Takes participants off again to whom nothing has happened in the course, with what they alone brought along. */
export async function undoParticipants(ctx: Ctx, rows: WrittenRow[], writtenAt: Date): Promise<Obstacle[]> {
  const ids = rows.map(({ objectId }) => objectId)
  const found = await ctx.db
    .select({ of: participant, status: registration.status })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(inArray(participant.id, ids))
    .for('update')
  const byId = new Map(found.map(one => [one.of.id, one]))
  const used = await findReferences(ctx, participant, ids)
  const obstacles = rows.flatMap(({ row, objectId }) => {
    const why = undoHindrance(byId.get(objectId), used.get(objectId))
    return why ? [{ row, why }] : []
  })
  if (obstacles.length > 0) return obstacles
  await ctx.db.delete(participant).where(inArray(participant.id, ids))
  const left = [...new Set(found.map(({ of }) => of.registrationId))]
  await ctx.db
    .delete(registration)
    .where(
      and(
        inArray(registration.id, left),
        sql`not exists (select from ${participant} where ${eq(participant.registrationId, registration.id)})`,
      ),
    )
  await deleteNewPersons(
    ctx,
    found.flatMap(({ of }) => of.personId ?? []),
    writtenAt,
  )
  return []
}

type Found = { of: typeof participant.$inferSelect; status: string }

function undoHindrance(found: Found | undefined, use: string | undefined): string | undefined {
  if (!found) return '学员已被删除'
  const { of, status } = found
  if (of.checkedInAt) return '已经报到'
  if (of.result !== 'none') return '已有成绩'
  if (of.batchId || of.certificateId) return '已列入发证批次'
  if (of.creditedAt) return '已登记学时'
  if (status !== 'confirmed' || !of.isActive) return '导入之后又有变动'
  return use && `已有${use}与它关联`
}

/** Persons whom the import has entered, and nobody has needed or changed since. */
async function deleteNewPersons(ctx: Ctx, people: number[], writtenAt: Date): Promise<void> {
  const entered = await ctx.db
    .select({ id: person.id })
    .from(person)
    .where(and(inArray(person.id, people), eq(person.createdAt, writtenAt), eq(person.updatedAt, writtenAt)))
    .for('update')
  const ids = entered.map(({ id }) => id)
  const also = ['account', 'application', 'certificate'].map(table => ({ table, column: 'person_id' }))
  const used = await findReferences(ctx, person, ids, { also })
  const unused = ids.filter(id => !used.has(id))
  await ctx.db.delete(person).where(inArray(person.id, unused))
}
