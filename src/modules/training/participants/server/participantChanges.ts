import { and, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors, FormRow } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { maskName } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { endByAssociation } from '#modules/ledger/receivables/server/receivables.ts'
import { cancelRegistration } from '#modules/training/courseDesk/server/courseCancelling.ts'
import { replacementColumns } from '#modules/training/enrolling/enrolmentForm.ts'
import { enrolmentSettings, readEnrolmentCourse } from '#modules/training/enrolling/server/enrolmentCourse.ts'
import { ENROLLED_BY_OTHERS } from '#modules/training/enrolling/server/enrolmentDuplicates.ts'
import { enrolmentFaults, identityOf } from '#modules/training/enrolling/server/enrolmentFaults.ts'
import { enterParticipants } from '#modules/training/enrolling/server/enrolmentPersons.ts'
import { type Registration, toParticipant } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { offerPlaces } from '#modules/training/enrolling/server/waitingList.ts'
import { ENROLMENT, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import type { staffRegistrationContract } from '#modules/training/registrations/contract.ts'
import { isSettled } from '#modules/training/registrations/server/registrationDetail.ts'
import {
  notifyRegistrant,
  participantRemoved,
  participantReplaced,
} from '#modules/training/registrations/server/registrationMessages.ts'
import { namedRegistration } from '#modules/training/registrations/server/registrationPeople.ts'
import {
  lockRegistration,
  movedOf,
  writeRegistration,
} from '#modules/training/registrations/server/registrationWriting.ts'
import { participant } from '#modules/training/server/tables.ts'

type Participant = typeof participant.$inferSelect
type Found = { of: Registration; who: Participant; others: number }

/** Before confirmation the registrant corrects it; somebody who has checked in cannot be removed. */
async function lockParticipant(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<Found> {
  const [seen] = await ctx.db.select().from(participant).where(eq(participant.id, id))
  if (!seen) throw notFound('没有这个人')
  const of = await lockRegistration(ctx, seen.registrationId, version)
  const active = await ctx.db
    .select()
    .from(participant)
    .where(and(eq(participant.registrationId, of.id), eq(participant.isActive, true)))
  const who = active.find(one => one.id === id)
  if (!who) throw conflict('这个人已不在报名中，请刷新')
  if (!isSettled(of))
    throw conflict(`报名${enrolmentStatusNames[of.status]}，参加的人由报名人自己更正；需要更正的请退回`)
  if (who.checkedInAt) throw conflict('已经报到，不能去掉或更换')
  return { of, who, others: active.length - 1 }
}

export const participantChangesHandlers = {
  'POST /staff/training/registration/removeParticipant': (ctx, { reason, ...asked }) =>
    inTransaction(ctx, async tx => {
      const { of, who, others } = await lockParticipant(tx, asked)
      await tx.db.update(participant).set({ isActive: false }).where(eq(participant.id, who.id))
      const isLast = others === 0
      if (isLast) {
        await endByAssociation(tx, ENROLMENT, of.id)
        await cancelRegistration(tx, of)
      }
      const after = await writeRegistration(tx, of, {})
      const name = maskName(who.name)
      await recordChange(tx, {
        ...namedRegistration(after),
        action: 'registration.removeParticipant',
        detail: { reason, name },
        before: { people: others + 1, status: enrolmentStatusNames[of.status] },
        after: { people: others, status: enrolmentStatusNames[after.status] },
      })
      await notifyRegistrant(tx, after, participantRemoved, {
        姓名: name,
        原因: isLast ? `${reason}\n已没有人参加，报名随之取消。` : reason,
      })
      await offerPlaces(tx, after.courseId)
      return movedOf(after)
    }),
  /** The place stays; who takes it is looked at like anybody who signs up. */
  'POST /staff/training/registration/replaceParticipant': (ctx, { reason, form, ...asked }) =>
    inTransaction(ctx, async tx => {
      const { of, who } = await lockParticipant(tx, asked)
      const row = await acceptPerson(tx, of, form)
      await tx.db.update(participant).set({ isActive: false }).where(eq(participant.id, who.id))
      const [added] = await tx.db
        .insert(participant)
        .values({ ...toParticipant(tx, of, row, who.place), ...fareOf(who) })
        .onConflictDoNothing()
        .returning()
      if (!added) throw invalid(ENROLLED_BY_OTHERS, { [identityOf(row)?.column ?? 'name']: ENROLLED_BY_OTHERS })
      await enterParticipants(tx, of)
      const after = await writeRegistration(tx, of, {})
      const [from, to] = [maskName(who.name), maskName(added.name)]
      await recordChange(tx, {
        ...namedRegistration(after),
        action: 'registration.replaceParticipant',
        detail: { reason },
        before: { name: from },
        after: { name: to },
      })
      await notifyRegistrant(tx, after, participantReplaced, { 姓名: from, 新的姓名: to, 原因: reason })
      return movedOf(after)
    }),
} satisfies Partial<Handlers<typeof staffRegistrationContract>>

async function acceptPerson(ctx: Ctx, { courseId }: Registration, form: Record<string, unknown>): Promise<FormRow> {
  const on = await readEnrolmentCourse(ctx, courseId)
  const fields = replacementColumns(enrolmentSettings(on))
  const { values, errors } = readForm(fields, form, { whole: true, today: dayOf(ctx.now) })
  const row = values as FormRow
  const wrong: FieldErrors = { ...columnFaults(enrolmentFaults(ctx, on, { participants: [row] })), ...errors }
  if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  if (row.photo) await attachFiles(ctx, [Number(row.photo)])
  return row
}

/** Whoever takes a place over has the fare that it was paid for. */
const fareOf = ({ fareCode, fee, isFree, isEarly }: Participant) => ({ fareCode, fee, isFree, isEarly })

/** Strips the row prefix from the errors of a list with one row. */
const columnFaults = (faults: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name.replace(/^participants\.0\./, ''), fault]))
