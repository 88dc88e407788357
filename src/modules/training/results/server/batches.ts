import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { isOnOffer } from '#modules/personnel/catalogue/server/kinds.ts'
import { submitAgain, submitAtOnce } from '#modules/review/notices/server/visitors.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { advance, lockApplication, tooLate } from '#modules/review/server/steps.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import { registration } from '#modules/training/enrolling/server/tables.ts'
import { enterParticipants } from '#modules/training/participants/server/enrolmentPersons.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import { comingTo } from '#modules/training/running/server/roster.ts'
import { MOST_IN_BATCH } from '../batchLimits.ts'
import type { staffResultContract } from '../resultContract.ts'
import { batchValues, type LeftOut } from './batchForm.ts'
import { batchKind } from './batchKind.ts'
import { kindOf, type Planned, plan, readPeople } from './batchPeople.ts'
import { findBatch } from './batchQueries.ts'
import { type FoundCourse, isCertifiable, lockCourse } from './scoreQueries.ts'
import { certificateBatch } from './tables.ts'

export const inOrder = [asc(participant.ticketNumber), asc(participant.id)]

/** Of a course: whoever passed and has no certificate, with what stands against one. */
export const readCandidates = async (ctx: Ctx, found: FoundCourse): Promise<Planned[]> =>
  plan(ctx, found, await readPeople(ctx, and(comingTo(found.of.id), isCertifiable)!).orderBy(...inOrder))

export const batchesHandlers = {
  /** Whoever nothing stands against, and nobody leaves out; the others are named with the reason. */
  'POST /staff/training/batch/create': async (ctx, { id, leftOut, remark }) => {
    return ctx.db.transaction(async db => {
      const tx = { ...ctx, db }
      const found = await lockCourse(tx, id)
      const kind = kindOf(found)
      if (!(await isOnOffer(tx, kind.id)))
        throw conflict(`“${kind.name}”已停用，不再编发证批次；仍要发的，请先在“人员证书种类”中恢复使用`)
      if (!found.of.resultsAt) throw conflict('请先公布成绩，再编发证批次')
      await linkPersons(tx, id)
      const { people, out } = divide(await readCandidates(tx, found), leftOut)
      if (people.length === 0) throw conflict('没有可以发证的人，请刷新后查看')
      const made = { courseId: id, hasNotice: found.of.hasNotice, createdBy: await ownName(tx), createdAt: ctx.now }
      const [batch] = await tx.db.insert(certificateBatch).values(made).returning({ id: certificateBatch.id })
      await putIn(tx, batch!.id, people)
      const form = formOf(found, people, out, remark)
      const about = { accountId: signed(tx).accountId, organisationId: null, subjectId: batch!.id }
      const handedIn = await submitAtOnce(tx, batchKind, { form }, about)
      await tx.db.update(certificateBatch).set({ applicationId: handedIn.id }).where(eq(certificateBatch.id, batch!.id))
      await recordBatch(tx, 'certificateBatch.create', batch!.id, handedIn, {
        people: people.length,
        leftOut: out.length,
      })
      return { ...movedOf(batch!.id, handedIn), people: people.length }
    })
  },
  /** What was returned, without those who are taken out. */
  'POST /staff/training/batch/submit': async (ctx, given) => {
    return ctx.db.transaction(async db => {
      const tx = { ...ctx, db }
      const { current, found } = await lockBatch(tx, given, 'submit')
      const members = await plan(tx, found, await readPeople(tx, eq(participant.batchId, given.id)).orderBy(...inOrder))
      const { people, out } = divide(members, given.leftOut)
      if (people.length === 0) throw conflict('批次里没有可以发证的人了，请撤回批次')
      await takeOut(tx, out)
      const form = formOf(found, people, out, given.answer)
      const answers = Object.fromEntries(current.remarks.map(({ field }) => [field ?? '', given.answer]))
      const handedIn = await submitAgain(tx, batchKind, current, { form, answers, version: given.version })
      const detail = { people: people.length, takenOut: out.map(({ row, reason }) => `${row.name}：${reason}`) }
      await recordBatch(tx, 'certificateBatch.edit', given.id, handedIn, detail)
      return { ...movedOf(given.id, handedIn), people: people.length }
    })
  },
  'POST /staff/training/batch/withdraw': async (ctx, given) => {
    return ctx.db.transaction(async db => {
      const tx = { ...ctx, db }
      const { current } = await lockBatch(tx, given, 'withdraw')
      const step = { action: 'withdraw', by: 'applicant', actorName: await ownName(tx) } as const
      return movedOf(given.id, await advance(tx, current, step))
    })
  },
} satisfies Partial<Handlers<typeof staffResultContract>>

/** Whose number the register knew under another name, until somebody put it right. */
async function linkPersons(ctx: Ctx, courseId: number): Promise<void> {
  const without = await ctx.db
    .selectDistinctOn([registration.id])
    .from(registration)
    .innerJoin(participant, eq(participant.registrationId, registration.id))
    .where(and(comingTo(courseId), isCertifiable, isNull(participant.personId)))
  for (const row of without) await enterParticipants(ctx, row.registration)
}

/** The application, locked, as whoever acts has seen it. The course first, as everybody does who looks for people in it. */
async function lockBatch(ctx: Ctx, { id, version }: { id: number; version: number }, action: 'submit' | 'withdraw') {
  const { batch } = await findBatch(ctx, id)
  const found = await lockCourse(ctx, batch.courseId)
  const current = await lockApplication(ctx, batch.applicationId!)
  if (current.version !== version) throw await tooLate(ctx, current, action)
  if (action === 'submit' && current.state !== 'returned') throw conflict('批次没有被退回，不用重新提交')
  return { current, found }
}

type Named = { participantId: number; reason: string }[]

function divide(all: Planned[], leftOut: Named): { people: Planned[]; out: LeftOut[] } {
  const reasons = new Map(leftOut.map(({ participantId, reason }) => [participantId, reason]))
  const reasonFor = (row: Planned) => reasons.get(row.id) ?? row.problem
  return {
    people: all.filter(row => !reasonFor(row)).slice(0, MOST_IN_BATCH),
    out: all.flatMap(row => (reasonFor(row) ? { row, reason: reasonFor(row) } : [])).slice(0, MOST_IN_BATCH),
  }
}

const formOf = (found: FoundCourse, people: Planned[], leftOut: LeftOut[], remark: string) =>
  batchValues({ course: found.of.title, certificate: kindOf(found).name, remark, people, leftOut })

const idsOf = (people: Planned[]) =>
  inArray(
    participant.id,
    people.map(({ id }) => id),
  )

const putIn = ({ db }: Ctx, batchId: number, people: Planned[]) =>
  db.update(participant).set({ batchId }).where(idsOf(people))

async function takeOut({ db }: Ctx, out: LeftOut[]): Promise<void> {
  if (out.length === 0) return
  await db
    .update(participant)
    .set({ batchId: null })
    .where(idsOf(out.map(({ row }) => row)))
}

const recordBatch = (ctx: Ctx, action: string, id: number, of: Application, detail: Record<string, unknown>) =>
  record(ctx, { action, objectType: 'certificateBatch', objectId: id, objectName: of.number ?? '', detail })

const movedOf = (id: number, { number, state, version }: Application) => ({
  id,
  number: number ?? '',
  state,
  stateName: nameOfState(state),
  version,
})
