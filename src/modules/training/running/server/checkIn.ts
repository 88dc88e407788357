import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { attendance, examResult, participant, registration } from '#modules/training/server/tables.ts'
import type { checkInContract } from '../checkInContract.ts'
import type { staffRunContract } from '../runContract.ts'
import { type Attendee, type CheckInTarget, findAttendee, toCard } from './checkInFinding.ts'

type Endpoints = typeof checkInContract
type CheckIn = Endpoints['POST /staff/training/checkIn']

/** Checks in to the course or to one session. If two devices do so at once, the second is told who was first. */
export async function checkIn(ctx: Ctx, whom: Parsed<CheckIn>): Promise<Output<CheckIn>> {
  const known = await findAttendee(ctx, whom)
  return inTransaction(ctx, async inside => {
    const comer = await lockAttendee(inside, known.of.id)
    const before = await toCard(inside, comer, whom)
    if (before.problem) throw conflict(before.problem)
    if (before.doneAt) return { ...before, isNew: false }
    await (whom.session ? attend(inside, comer, whom.session) : arrive(inside, comer))
    return { ...(await toCard(inside, await findAttendee(inside, { participantId: comer.of.id }), whom)), isNew: true }
  })
}

/** The registration before its participants, as everybody locks them. */
async function lockAttendee(ctx: Pick<Ctx, 'db'>, participantId: number): Promise<Attendee> {
  const { of } = await findAttendee(ctx, { participantId })
  await ctx.db.select().from(registration).where(eq(registration.id, of.registrationId)).for('update')
  await ctx.db.select().from(participant).where(eq(participant.id, of.id)).for('update')
  return findAttendee(ctx, { participantId })
}

async function arrive(ctx: Ctx, comer: Attendee) {
  const { of, registration: order } = comer
  const checkedInBy = await ownName(ctx)
  await ctx.db.update(participant).set({ checkedInAt: ctx.now, checkedInBy }).where(eq(participant.id, of.id))
  if (order.status === 'confirmed') await setStatus(ctx, comer, 'checkedIn')
  await recordAct(ctx, comer, 'participant.checkIn')
}

async function attend(ctx: Ctx, { of, course }: Attendee, session: string) {
  const takenBy = await ownName(ctx)
  await ctx.db.insert(attendance).values({ participantId: of.id, session, takenBy, at: ctx.now }).onConflictDoNothing()
  const about = { objectType: 'participant', objectId: of.id, objectName: of.name }
  await record(ctx, { action: 'participant.attend', ...about, detail: { course: course.title, session } })
}

const setStatus = (ctx: Ctx, { registration: order }: Attendee, status: 'confirmed' | 'checkedIn') =>
  ctx.db
    .update(registration)
    .set({ status, version: order.version + 1, updatedAt: ctx.now })
    .where(eq(registration.id, order.id))

const recordAct = (ctx: Ctx, { of, course }: Attendee, action: string, reason?: string) =>
  record(ctx, {
    action,
    objectType: 'participant',
    objectId: of.id,
    objectName: of.name,
    detail: { course: course.title, ...(reason && { reason }) },
  })

export const checkInHandlers = {
  'POST /staff/training/checkIn': checkIn,
  /** The wrong person was checked in. Whoever has attended since, or has a result, was there. */
  'POST /staff/training/checkIn/undo': async (ctx, { participantId, reason }) => {
    const whom: CheckInTarget = { participantId }
    await findAttendee(ctx, whom)
    await inTransaction(ctx, async inside => {
      const { db: tx } = inside
      const comer = await lockAttendee(inside, participantId)
      if (!comer.of.checkedInAt) throw conflict('这个人没有报到，无需撤销')
      if ((await tx.$count(examResult, eq(examResult.participantId, participantId))) > 0)
        throw conflict('已登记成绩，不能撤销报到')
      const [attended] = await tx
        .select({ sessions: count() })
        .from(attendance)
        .where(eq(attendance.participantId, participantId))
      if (attended!.sessions > 0) throw conflict('已有考勤记录，请先取消考勤，再撤销报到')
      await tx.update(participant).set({ checkedInAt: null, checkedInBy: '' }).where(eq(participant.id, participantId))
      const others = await tx.$count(
        participant,
        and(eq(participant.registrationId, comer.registration.id), isNotNull(participant.checkedInAt)),
      )
      if (others === 0 && comer.registration.status === 'checkedIn') await setStatus(inside, comer, 'confirmed')
      await recordAct(inside, comer, 'participant.undoCheckIn', reason)
    })
    return { participantId }
  },
} satisfies Partial<Handlers<typeof staffRunContract>>
