import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FormRow } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { saveDraft } from '#modules/review/applying/server/submissions.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates } from '#modules/review/workflow.ts'
import { registration } from '#modules/training/server/tables.ts'
import type { enrolmentContract } from '../contract.ts'
import {
  accept,
  cancel,
  type EnrolmentActor,
  formOf,
  handInEnrolment,
  pay,
  readWaitingPart,
  resultOf,
  type Written,
} from './enrolmentActs.ts'
import { refuseUnlessOpen } from './enrolmentCheck.ts'
import { readEnrolmentCourse } from './enrolmentCourse.ts'
import { rowKey } from './enrolmentDuplicates.ts'
import { readFee } from './enrolmentFee.ts'
import { participantsIn } from './enrolmentFees.ts'
import { mayChangeInvoice, saveInvoice } from './enrolmentInvoice.ts'
import { enrolmentKind } from './enrolmentKind.ts'
import { fillFromRegister, type SentRow } from './enrolmentPeople.ts'
import { keepDraft, type Registration, registrationOf } from './enrolmentRegister.ts'
import { readWaitingParts } from './seating.ts'

type Endpoint = (typeof enrolmentContract)['POST /training/v2/submit']
type Given = Parsed<Endpoint>

/** Saves, hands in, corrects, pays, accepts or cancels a registration of the caller's own. */
export async function submitEnrolment(ctx: Ctx, given: Given): Promise<Output<Endpoint>> {
  const by = await memberBy(ctx)
  return inTransaction(ctx, async tx => {
    const { of, done } = await act(tx, given, by)
    return { ...resultOf((await registrationOf(tx, of))!, done), rest: (await readWaitingPart(tx, of))?.shown ?? null }
  })
}

async function act(ctx: Ctx, given: Given, by: EnrolmentActor) {
  const of = given.id === undefined ? await openOrBegin(ctx, given, by) : await lockOwn(ctx, given.id)
  const isRepeat = given.action === 'submit' && (await isSameInParts(ctx, of, given, by))
  return { of, done: isRepeat ? of : await acts[given.action](ctx, of, given, by) }
}

const acts: Record<
  Given['action'],
  (ctx: Ctx, of: Application, sent: Written, by: EnrolmentActor) => Promise<Application>
> = {
  save,
  submit: handInEnrolment,
  pay,
  accept,
  cancel,
}

/** Resolves the caller; the organisation's name and code come from the account, whatever was sent. */
export async function memberBy(ctx: Ctx): Promise<EnrolmentActor> {
  const [own] = await ctx.db
    .select({ account, organisation })
    .from(account)
    .leftJoin(organisation, eq(organisation.id, account.organisationId))
    .where(eq(account.id, signedInActor(ctx).accountId))
  const { kind, organisationId, personId } = own!.account
  const by = { organisationId, personId, actorName: nameOfActor(signedInActor(ctx)) }
  if (kind === 'person') return { ...by, fixed: { applicantType: 'person' } }
  const orgName = own!.organisation?.name ?? own!.account.displayName
  const creditCode = own!.organisation?.creditCode ?? own!.account.creditCode
  return { ...by, fixed: { applicantType: 'organisation', orgName, ...(creditCode && { creditCode }) } }
}

/** Locks one of the caller's own applications; throws not found for those of others. */
async function lockOwn(ctx: Ctx, id: number): Promise<Application> {
  const { accountId } = signedInActor(ctx)
  const [found] = await ctx.db
    .select({ of: application })
    .from(registration)
    .innerJoin(application, eq(application.id, registration.applicationId))
    .where(and(eq(registration.id, id), eq(application.accountId, accountId)))
    .for('update', { of: application })
  if (found) return found.of
  const [imported] = await ctx.db.select().from(registration).where(eq(registration.id, id))
  const { organisationId } = await memberBy(ctx)
  if (imported?.applicationId === null && organisationId && imported.organisationId === organisationId)
    throw conflict('这份报名由协会登记，更正、取消请与协会联系')
  throw notFound('报名不存在，或不是您提交的')
}

/** The open one for that course, or a new one. Of two that begin at once the second goes on with the first one's. */
async function openOrBegin(
  ctx: Ctx,
  { trainingId, participants, action }: Given,
  by: EnrolmentActor,
): Promise<Application> {
  if (trainingId === undefined) throw invalid('请选择培训班', { trainingId: '请选择培训班' })
  const found = await lockOpen(ctx, trainingId)
  if (!found) {
    if (action !== 'save' && action !== 'submit') throw notFound('您没有在办的报名')
    return begin(ctx, trainingId, by)
  }
  if (found.number !== null && participants) await refuseSecond(ctx, found, participants, by)
  return found
}

async function lockOpen(ctx: Ctx, courseId: number): Promise<Application | undefined> {
  const [found] = await ctx.db.select().from(application).where(isOpenFor(ctx, courseId)).for('update')
  return found
}

export const isOpenFor = (ctx: Ctx, courseId: number) =>
  and(
    eq(application.accountId, signedInActor(ctx).accountId),
    eq(application.kind, enrolmentKind.kind),
    eq(application.subjectId, courseId),
    inArray(application.state, openStates()),
    isNull(application.besideId),
  )

async function begin(ctx: Ctx, courseId: number, { organisationId, personId }: EnrolmentActor): Promise<Application> {
  const { course } = await readEnrolmentCourse(ctx, courseId)
  refuseUnlessOpen(ctx, course)
  const about = { accountId: signedInActor(ctx).accountId, organisationId, personId, subjectId: courseId }
  const begun = { kind: enrolmentKind.kind, title: course.title, createdAt: ctx.now, stateSince: ctx.now }
  await ctx.db
    .insert(application)
    .values({ ...about, ...begun })
    .onConflictDoNothing()
  const open = await lockOpen(ctx, courseId)
  if (!open) throw conflict('刚才在另一处办理了这份报名，请刷新后再试')
  return open
}

/** A second click brings the same people; whoever brings others is told where they belong. */
async function refuseSecond(ctx: Ctx, of: Application, rows: SentRow[], by: EnrolmentActor): Promise<void> {
  const before = await peopleOf(ctx, [of])
  if (await areSame(ctx, before, rows, by)) return
  if (await areSame(ctx, await peopleOf(ctx, [of, ...(await readWaitingParts(ctx, of))]), rows, by)) return
  throw conflict(`已有在办的报名 ${of.number}，增减人员请在那份报名中更正`)
}

/** A second click on what came in in two parts, those with a place and those who wait. */
async function isSameInParts(
  ctx: Ctx,
  of: Application,
  { id, participants }: Given,
  by: EnrolmentActor,
): Promise<boolean> {
  if (id !== undefined || of.number === null || !participants) return false
  const besides = await readWaitingParts(ctx, of)
  return besides.length > 0 && areSame(ctx, await peopleOf(ctx, [of, ...besides]), participants, by)
}

async function peopleOf(ctx: Ctx, all: readonly Application[]): Promise<FormRow[]> {
  const people: FormRow[] = []
  for (const of of all) people.push(...participantsIn(await valuesOf(ctx, of)))
  return people
}

async function areSame(ctx: Ctx, before: FormRow[], rows: SentRow[], by: EnrolmentActor): Promise<boolean> {
  const wanted = await fillFromRegister(ctx, rows, by, before)
  const [one, other] = [before, wanted].map(list => list.map(row => rowKey(ctx, row)).toSorted())
  return one!.join() === other!.join()
}

/** Keeps what is filled in; of what is paid for or confirmed, the invoice. */
async function save(ctx: Ctx, of: Application, sent: Written, by: EnrolmentActor): Promise<Application> {
  const kept = await registrationOf(ctx, of)
  if (kept && mayChangeInvoice(of, kept, await readFee(ctx, kept))) return saveInvoice(ctx, of, kept, sent)
  const { version, answers } = sent
  const form = await formOf(ctx, of, sent, by)
  const saved = await saveDraft(ctx, enrolmentKind, { id: of.id, version, answers, form })
  if (saved.state === 'draft') await linkDraft(ctx, saved, await keepDraft(ctx, saved, await valuesOf(ctx, saved)))
  return saved
}

/** Links the application to its registration, by which all calls find it. */
const linkDraft = ({ db }: Ctx, { id }: Application, kept: Registration) =>
  db.update(application).set({ resultId: kept.id }).where(eq(application.id, id))

export const enrollingHandlers = {
  'POST /training/v2/check': async (ctx, asked) => {
    const by = await memberBy(ctx)
    await dryRun(ctx, tx => act(tx, { ...asked, action: 'submit' }, by))
    return {}
  },
  'POST /training/v2/submit': submitEnrolment,
} satisfies Partial<Handlers<typeof enrolmentContract>>
