import { eq, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { lockCourse } from '#modules/training/enrolling/server/enrolmentCourse.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { registration } from '#modules/training/server/tables.ts'
import { findRegistration } from './findRegistration.ts'

/** The course first, then the row, both locked until the transaction ends. */
export async function lockNewest(ctx: Ctx, id: number): Promise<Registration> {
  const { of } = await findRegistration(ctx, id)
  await lockCourse(ctx, of.courseId)
  const [row] = await ctx.db.select().from(registration).where(eq(registration.id, id)).for('update')
  return row!
}

/** The same of the row as its reader has seen it. */
export async function lockRegistration(ctx: Ctx, id: number, version: number): Promise<Registration> {
  const row = await lockNewest(ctx, id)
  if (row.version !== version) throw conflict(await conflictMessage(ctx, { objectType: 'registration', objectId: id }))
  return row
}

export async function writeRegistration(ctx: Ctx, { id }: Registration, set: Partial<Registration>) {
  const [after] = await ctx.db
    .update(registration)
    .set({ ...set, version: sql`${registration.version} + 1`, updatedAt: ctx.now })
    .where(eq(registration.id, id))
    .returning()
  return after!
}

export const movedOf = ({ id, status }: Registration) => ({ id, status, statusName: enrolmentStatusNames[status] })
