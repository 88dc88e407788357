import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { rowsIn } from '#lib/form/form.ts'
import { maskName } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { isOnOffer } from '#modules/personnel/catalogue/server/kinds.ts'
import { resubmit, submitWithoutDraft } from '#modules/review/applying/server/visitors.ts'
import { type Application, defineKind, type Entered } from '#modules/review/server/applicationKinds.ts'
import { advanceApplication, applicationConflict, lockApplication } from '#modules/review/server/steps.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import { enterParticipants } from '#modules/training/enrolling/server/enrolmentPersons.ts'
import { comingTo } from '#modules/training/running/server/roster.ts'
import { certificateBatch, participant, registration } from '#modules/training/server/tables.ts'
import { MAX_BATCH_SIZE } from '../batchLimits.ts'
import type { staffResultContract } from '../resultContract.ts'
import { batchFields, batchValues, type LeftOut } from './batchForm.ts'
import { issueBatch } from './batchIssuing.ts'
import { kindOf, organisationOf, type Planned, planCertificates, readPeople } from './batchPeople.ts'
import { findBatch } from './batchQueries.ts'
import { type FoundCourse, isCertifiable, lockCourse } from './scoreQueries.ts'

/** 发证批次: one person draws it up, another passes it, the public may object, and then all of it is issued at once. */
const batchKind = defineKind({
  kind: 'certificateBatch',
  name: '发证批次',
  prefix: 'FZ',
  publishes: false,
  messages: 'training',
  schema: async ({ db }, { subjectId }) => {
    const [of] = await db
      .select({ hasNotice: certificateBatch.hasNotice })
      .from(certificateBatch)
      .where(eq(certificateBatch.id, subjectId ?? 0))
    return { path: of?.hasNotice === false ? ['review'] : ['review', 'notice'], fields: batchFields, slots: [] }
  },
  route: (_, id) => `/staff/review/${id}`,
  title: (values, { title }) => (values.course ? `${values.course}（${rowsIn(values, 'people').length} 人）` : title),
  announces: (first, count) => `签发${first}${count > 1 ? `等 ${count} 批` : ''}人员证书`,
  bars: decisionHindrance,
  notice: noticeOf,
  aside: asideOf,
  entered: {
    returned: openWholeList,
    approved: issueBatch,
    rejected: releasePeople,
    withdrawn: releasePeople,
    expired: releasePeople,
  },
})

/** Four eyes: whoever handed it in, once or again, does not decide on it. */
async function decisionHindrance(ctx: Ctx, { id }: Application): Promise<string | undefined> {
  const own = and(
    eq(applicationEvent.applicationId, id),
    eq(applicationEvent.by, 'applicant'),
    eq(applicationEvent.actorId, signedInActor(ctx).accountId),
  )
  const [handedIn] = await ctx.db.select({ id: applicationEvent.id }).from(applicationEvent).where(own).limit(1)
  return handedIn && '该批次由您提交，须由另一位工作人员审核'
}

/** Public notice with masked names. The employer is added only with the person's consent (PIPL, art. 25). */
async function noticeOf(ctx: Ctx, { subjectId }: Application) {
  const { found } = await findBatch(ctx, subjectId!)
  const people = await membersOf(ctx, found, subjectId!)
  const kindName = found.kind?.name ?? ''
  return {
    title: `${found.of.title}拟发证人员`,
    detail: `拟向 ${people.length} 人签发“${kindName}”证书`,
    table: {
      head: ['姓名', '单位', '种类', '级别'],
      rows: people.map(row => [
        maskName(row.name),
        row.person?.consentAt ? organisationOf(row) : '',
        kindName,
        row.level.name,
      ]),
    },
  }
}

type Found = Awaited<ReturnType<typeof findBatch>>['found']
const membersOf = async (ctx: Ctx, found: Found, batchId: number) =>
  planCertificates(
    ctx,
    found,
    await readPeople(ctx, eq(participant.batchId, batchId)).orderBy(asc(participant.ticketNumber), asc(participant.id)),
  )

async function asideOf(ctx: Ctx, { subjectId }: Application) {
  const { found } = await findBatch(ctx, subjectId!)
  const people = await membersOf(ctx, found, subjectId!)
  const { of, kind } = found
  const troubled = people.filter(({ problem, certificateId }) => problem && certificateId === null)
  const pass = [`理论 ${of.passScore} 分`, ...(of.passPractice === null ? [] : [`实操 ${of.passPractice} 分`])]
  const facts = [
    { label: '培训日期', text: `${of.startsOn} 至 ${of.endsOn}` },
    { label: '合格标准', text: of.hasExam ? pass.join('，') : '不考试，按到课情况' },
    { label: '有效期', text: kind ? lifeOf(kind) : '' },
    { label: '发证人数', text: `${people.length} 人，其中换证 ${people.filter(({ old }) => old).length} 人` },
    ...troubled.slice(0, 10).map(({ name, problem }) => ({ label: name, text: problem, isBad: true })),
  ]
  const mayOpen = signedInActor(ctx).permissions.includes('staff:training')
  const link = { name: '成绩与发证', route: `/staff/course-results/${of.id}?tab=certificates` }
  return [{ title: '培训班', facts, ...(mayOpen && { link }) }]
}

const lifeOf = ({ validYears }: { validYears: number | null }) => (validYears === null ? '长期' : `${validYears} 年`)

/** Opens the list for correction as well: removing people changes it, whatever the reviewer marked. */
async function openWholeList({ db }: Ctx, { application: { id, remarks } }: Entered): Promise<undefined> {
  if (remarks.length === 0) return
  const whole = { label: '发证名单', text: '请随上述意见一并核对' }
  await db
    .update(application)
    .set({ remarks: [...remarks, whole] })
    .where(eq(application.id, id))
}

async function releasePeople({ db }: Ctx, { application: { subjectId } }: Entered): Promise<undefined> {
  await db
    .update(participant)
    .set({ batchId: null })
    .where(and(eq(participant.batchId, subjectId!), isNull(participant.certificateId)))
}

export const inOrder = [asc(participant.ticketNumber), asc(participant.id)]

/** Returns people of a course who passed and have no certificate, with their problems. */
export const readCandidates = async (ctx: Ctx, found: FoundCourse): Promise<Planned[]> =>
  planCertificates(ctx, found, await readPeople(ctx, and(comingTo(found.of.id), isCertifiable)!).orderBy(...inOrder))

export const batchesHandlers = {
  /** Creates a batch from all candidates without a problem; the ones left out are listed with the reason. */
  'POST /staff/training/batch/create': async (ctx, { id, leftOut, remark }) => {
    return inTransaction(ctx, async tx => {
      const found = await lockCourse(tx, id)
      const kind = kindOf(found)
      if (!(await isOnOffer(tx, kind.id)))
        throw conflict(`“${kind.name}”已停用，不再编发证批次；仍要发的，请先在“人员证书种类”中恢复使用`)
      if (!found.of.resultsAt) throw conflict('请先公布成绩，再编发证批次')
      await linkPersons(tx, id)
      const { people, out } = splitLeftOut(await readCandidates(tx, found), leftOut)
      if (people.length === 0) throw conflict('没有可以发证的人，请刷新后查看')
      const made = { courseId: id, hasNotice: found.of.hasNotice, createdBy: await ownName(tx), createdAt: ctx.now }
      const [batch] = await tx.db.insert(certificateBatch).values(made).returning({ id: certificateBatch.id })
      await addToBatch(tx, batch!.id, people)
      const form = formOf(found, people, out, remark)
      const about = { accountId: signedInActor(tx).accountId, organisationId: null, subjectId: batch!.id }
      const handedIn = await submitWithoutDraft(tx, batchKind, { form }, about)
      await tx.db.update(certificateBatch).set({ applicationId: handedIn.id }).where(eq(certificateBatch.id, batch!.id))
      await recordBatch(tx, 'certificateBatch.create', batch!.id, handedIn, {
        people: people.length,
        leftOut: out.length,
      })
      return { ...movedOf(batch!.id, handedIn), people: people.length }
    })
  },
  /** Resubmits a returned batch without the people removed. */
  'POST /staff/training/batch/submit': async (ctx, given) => {
    return inTransaction(ctx, async tx => {
      const { current, found } = await lockBatch(tx, given, 'submit')
      const members = await planCertificates(
        tx,
        found,
        await readPeople(tx, eq(participant.batchId, given.id)).orderBy(...inOrder),
      )
      const { people, out } = splitLeftOut(members, given.leftOut)
      if (people.length === 0) throw conflict('批次里没有可以发证的人了，请撤回批次')
      await removeFromBatch(tx, out)
      const form = formOf(found, people, out, given.answer)
      const answers = Object.fromEntries(current.remarks.map(({ field }) => [field ?? '', given.answer]))
      const handedIn = await resubmit(tx, batchKind, current, { form, answers, version: given.version })
      const detail = { people: people.length, takenOut: out.map(({ row, reason }) => `${row.name}：${reason}`) }
      await recordBatch(tx, 'certificateBatch.edit', given.id, handedIn, detail)
      return { ...movedOf(given.id, handedIn), people: people.length }
    })
  },
  'POST /staff/training/batch/withdraw': async (ctx, given) => {
    return inTransaction(ctx, async tx => {
      const { current } = await lockBatch(tx, given, 'withdraw')
      const step = { action: 'withdraw', by: 'applicant', actorName: await ownName(tx) } as const
      return movedOf(given.id, await advanceApplication(tx, current, step))
    })
  },
} satisfies Partial<Handlers<typeof staffResultContract>>

/** Retries participants who could not be linked because the register had their number under another name. */
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
  if (current.version !== version) throw await applicationConflict(ctx, current, action)
  if (action === 'submit' && current.state !== 'returned') throw conflict('批次没有被退回，不用重新提交')
  return { current, found }
}

type Named = { participantId: number; reason: string }[]

function splitLeftOut(all: Planned[], leftOut: Named): { people: Planned[]; out: LeftOut[] } {
  const reasons = new Map(leftOut.map(({ participantId, reason }) => [participantId, reason]))
  const reasonFor = (row: Planned) => reasons.get(row.id) ?? row.problem
  return {
    people: all.filter(row => !reasonFor(row)).slice(0, MAX_BATCH_SIZE),
    out: all.flatMap(row => (reasonFor(row) ? { row, reason: reasonFor(row) } : [])).slice(0, MAX_BATCH_SIZE),
  }
}

const formOf = (found: FoundCourse, people: Planned[], leftOut: LeftOut[], remark: string) =>
  batchValues({ course: found.of.title, certificate: kindOf(found).name, remark, people, leftOut })

const idsOf = (people: Planned[]) =>
  inArray(
    participant.id,
    people.map(({ id }) => id),
  )

const addToBatch = ({ db }: Ctx, batchId: number, people: Planned[]) =>
  db.update(participant).set({ batchId }).where(idsOf(people))

async function removeFromBatch({ db }: Ctx, out: LeftOut[]): Promise<void> {
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
