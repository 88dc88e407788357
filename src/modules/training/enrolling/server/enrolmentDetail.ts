import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { invoiceStateNames } from '#modules/ledger/ledgerWords.ts'
import type { Receivable } from '#modules/ledger/receivables/server/receivables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { nameOfAction, nameOfState, type State } from '#modules/review/workflow.ts'
import { readPayAccount } from '#modules/settings/server/settings.ts'
import { courseDetail, isPublished, readCourses } from '#modules/training/courses/server/courses.ts'
import { type EnrolmentStatus, enrolmentStatusNames, isConfirmed } from '#modules/training/enrolmentStatus.ts'
import { resultNames } from '#modules/training/participantWords.ts'
import { course, examResult, participant } from '#modules/training/server/tables.ts'
import type { enrolmentContract } from '../contract.ts'
import { enrolmentFields } from '../enrolmentForm.ts'
import {
  type Course,
  type EnrolmentCourse,
  enrolmentSettings,
  isBeforeStart,
  readEnrolmentCourse,
} from './enrolmentCourse.ts'
import { invoiceStateFor, readFee } from './enrolmentFee.ts'
import { participantsIn } from './enrolmentFees.ts'
import { enrolmentKind, payRemark } from './enrolmentKind.ts'
import { maskRegistered } from './enrolmentPeople.ts'
import type { Registration } from './enrolmentRegister.ts'
import { hasTickets, nextOf, openFieldsOf, rightsOf } from './enrolmentRights.ts'
import { countPeople, readOtherRegistrations } from './otherRegistrations.ts'
import { type Payer, quoteFor } from './quotes.ts'
import { peopleAhead } from './waitingList.ts'

type Detail = Output<(typeof enrolmentContract)['GET /app/training/getApply']>

/** An empty form for a course that is published; `form`: what is known already. */
export async function blankEnrolment(
  ctx: Ctx,
  courseId: number,
  { form, isMember, organisationId, personId }: { form: FormValues } & Omit<Payer, 'id'>,
): Promise<Detail> {
  const training = await showTraining(ctx, courseId)
  const of = await readEnrolmentCourse(ctx, courseId)
  const fields = enrolmentFields(enrolmentSettings(of))
  return {
    training,
    reg: null,
    fields,
    openFields: fields.map(({ name }) => name),
    form,
    fee: await quoteFor(ctx, of.course, { isMember, organisationId, personId }),
    pay: null,
    invoice: null,
    results: [],
    timeline: [],
  }
}

async function showTraining(ctx: Ctx, courseId: number, { always = false } = {}): Promise<Detail['training']> {
  const which = eq(course.id, courseId)
  const [found] = await readCourses(ctx, always ? which : and(which, isPublished(ctx))!)
  if (!found) throw notFound('培训班不存在或尚未公布')
  return courseDetail(ctx, found)
}

/** A registration as whoever signed up sees it. `isMember`: what a draft, whose price is not settled, would pay. */
export async function enrolmentDetail(ctx: Ctx, kept: Registration, isMember = kept.isMember): Promise<Detail> {
  const of = await readEnrolmentCourse(ctx, kept.courseId)
  const app = await applicationOf(ctx, kept)
  const schema = app
    ? await enrolmentKind.schema(ctx, app)
    : { path: [], fields: enrolmentFields(enrolmentSettings(of)), slots: [] }
  const form = app ? await valuesOf(ctx, app) : await importedForm(ctx, kept)
  const events = app ? await readEvents(ctx, app) : []
  const owed = await readFee(ctx, kept)
  const member = kept.number ? kept.isMember : isMember
  return {
    training: await showTraining(ctx, kept.courseId, { always: true }),
    reg: await regOf(ctx, of, { kept, app, form, events, owed }),
    fields: schema.fields,
    openFields: openFieldsOf(ctx, of.course, kept, app, schema, owed),
    form: maskRegistered(form),
    fee: await quoteFor(ctx, of.course, { ...kept, personId: app?.personId ?? null, isMember: member }),
    pay: await payOf(ctx, kept, owed),
    invoice: showInvoice(kept, owed, form),
    results: await readResults(ctx, of.course, kept),
    timeline: timelineOf(events),
  }
}

async function applicationOf({ db }: Ctx, { applicationId }: Registration): Promise<Application | null> {
  if (applicationId === null) return null
  const [found] = await db.select().from(application).where(eq(application.id, applicationId))
  return found!
}

type Seen = {
  kept: Registration
  app: Application | null
  form: FormValues
  events: Event[]
  owed: Receivable | undefined
}

async function regOf(ctx: Ctx, on: EnrolmentCourse, { kept, app, form, events, owed }: Seen) {
  const { course: of } = on
  const ahead = await peopleAhead(ctx, kept)
  const deadline = app?.dueOn ?? null
  const tickets = hasTickets(ctx, of, kept)
  return {
    id: kept.id,
    regNo: kept.number,
    status: kept.status,
    statusName: enrolmentStatusNames[kept.status],
    version: app?.version ?? kept.version,
    personsCount: app?.state === 'draft' ? participantsIn(form).length : await countPeople(ctx, kept),
    totalFee: kept.totalFee,
    submitTime: app?.submittedAt ? iso(app.submittedAt) : null,
    updateTime: iso(app?.updatedAt ?? kept.updatedAt),
    ahead,
    deadline,
    next: nextOf(kept.status, on, { ahead, deadline, hasTickets: tickets }),
    ...rightsOf(ctx, of, app),
    hasTickets: tickets,
    refund: refundOf(ctx, of, kept, owed),
    besides: await readOtherRegistrations(ctx, kept, app),
    auditReason: app ? reasonsOf(app, events) : [],
  }
}

/** Visitors have no account for it: they turn to the association. */
function refundOf(ctx: Ctx, of: Course, kept: Registration, owed: Receivable | undefined) {
  if (kept.channel === 'public' || owed?.state !== 'confirmed' || kept.status === 'refunded') return null
  const ends = kept.status === 'confirmed' && isBeforeStart(of, ctx.now)
  return { receivableId: owed.id, ends }
}

/** Opinion of the association for the current state, followed by its remarks on single fields. */
function reasonsOf({ state, remarks }: Application, events: Event[]) {
  const last = events.at(-1)
  const isSaid = last?.by === 'staff' && last.to === state && last.action !== 'pass' && last.opinion !== ''
  return [...(isSaid ? [{ label: '协会意见', text: last.opinion }] : []), ...remarks]
}

async function payOf(ctx: Ctx, kept: Registration, owed: Receivable | undefined): Promise<Detail['pay']> {
  if (
    kept.totalFee === 0 ||
    !['unpaid', 'paid', 'confirmed', 'checkedIn', 'finished', 'refunded'].includes(kept.status)
  )
    return null
  const slipId = owed?.slipId
  const infos = await fileInfos(ctx, slipId ? [slipId] : [])
  return {
    amount: kept.totalFee,
    remark: payRemark(kept),
    account: await readPayAccount(ctx),
    paidOn: owed?.paidOn ?? null,
    payer: owed?.payer ?? '',
    slip: (slipId && infos.get(slipId)) || null,
  }
}

function showInvoice(kept: Registration, owed: Receivable | undefined, form: FormValues): Detail['invoice'] {
  const state = invoiceStateFor(owed, kept, form)
  if (state === 'none') return null
  return {
    state,
    stateName: invoiceStateNames[state],
    number: owed?.invoiceNumber ?? '',
    issuedOn: owed?.invoiceIssuedOn ?? null,
    reason: owed?.invoiceRefusal ?? '',
    hasFile: Boolean(owed?.invoiceFileId),
  }
}

const readEvents = ({ db }: Ctx, { id }: Application) =>
  db.select().from(applicationEvent).where(eq(applicationEvent.applicationId, id)).orderBy(asc(applicationEvent.id))
type Event = typeof applicationEvent.$inferSelect

const timelineOf = (events: Event[]): Detail['timeline'] =>
  events.map(({ at, action, to, opinion }) => ({
    at: iso(at),
    actionName: nameOfAction(action),
    toName: nameOf(to),
    opinion,
  }))

/** The states of the review as a registration calls them. */
const statusOf: Partial<Record<State, EnrolmentStatus>> = {
  submitted: 'submitted',
  waiting: 'waiting',
  offered: 'offered',
  returned: 'returned',
  unpaid: 'unpaid',
  paying: 'paid',
  approved: 'confirmed',
  withdrawn: 'cancelled',
  rejected: 'rejected',
  expired: 'expired',
}
const nameOf = (state: State) => (statusOf[state] ? enrolmentStatusNames[statusOf[state]] : nameOfState(state))

/** Imported registrations have no form: builds one from the stored rows. */
async function importedForm({ db }: Ctx, kept: Registration): Promise<FormValues> {
  const people = await db
    .select()
    .from(participant)
    .where(and(eq(participant.registrationId, kept.id), eq(participant.isActive, true)))
    .orderBy(asc(participant.place), asc(participant.id))
  return {
    orgName: kept.organisationName,
    contactName: kept.contactName,
    participants: people.map(({ name, levelCode, jobTitle, position }) => ({ name, levelCode, jobTitle, position })),
  }
}

type Results = Output<(typeof enrolmentContract)['GET /app/training/getApply']>['results']

/** Results per participant; scores only once announced, a certificate only once public or valid. */
async function readResults(ctx: Ctx, of: Course, kept: Registration): Promise<Results> {
  if (!isConfirmed(kept.status)) return []
  const rows = await ctx.db
    .select({ of: participant, certNo: certificate.number, certToken: certificate.token })
    .from(participant)
    .leftJoin(certificate, eq(certificate.id, participant.certificateId))
    .where(and(eq(participant.registrationId, kept.id), eq(participant.isActive, true)))
    .orderBy(asc(participant.place), asc(participant.id))
  const isAnnounced = of.resultsAt !== null && of.resultsAt <= ctx.now
  const scores = isAnnounced
    ? await readScores(
        ctx,
        rows.map(row => row.of.id),
      )
    : []
  return rows.map(({ of: one, certNo, certToken }) => {
    // The second try comes after the first.
    const score = scores.filter(({ participantId }) => participantId === one.id).at(-1)
    const result = isAnnounced ? one.result : 'none'
    return {
      name: one.name,
      ticketNo: one.ticketNumber,
      seat: one.seat,
      checkedInAt: one.checkedInAt && iso(one.checkedInAt),
      theory: score?.theory ?? null,
      practice: score?.practice ?? null,
      result,
      resultName: resultNames[result],
      certNo,
      verifyUrl: certToken && `${ctx.config.publicUrl}/admin/verify?token=${certToken}`,
      hours: one.creditedAt ? of.hours : 0,
    }
  })
}

const readScores = ({ db }: Ctx, ids: number[]) =>
  db
    .select()
    .from(examResult)
    // Scores recorded after the announcement stay hidden until the next one.
    .where(and(inArray(examResult.participantId, ids), isNotNull(examResult.announcedAt)))
    .orderBy(asc(examResult.round))
