import { and, asc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { anonymous, type Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { record } from '#modules/audit/server/record.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { employmentsOf, moveEmployment } from '#modules/members/server/employment.ts'
import { splitMasked } from '#modules/members/server/organisationFile.ts'
import { lockPerson, type Person } from '#modules/members/server/persons.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { lossesIfPersonLeft } from '#modules/qualifications/shortfalls/server/losses.ts'
import { submit } from '#modules/review/applying/server/submissions.ts'
import {
  type Application,
  type Aside,
  defineKind,
  type Entered,
  fixedSchema,
} from '#modules/review/server/applicationKinds.ts'
import { openParts, ownApplication, valuesOf } from '#modules/review/server/applications.ts'
import { advanceApplication, lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { peopleContract } from '../peopleContract.ts'
import { takeoverFields } from '../peopleForm.ts'
import { ownEmployer } from './ownPeople.ts'
import { findKnown, readPerson } from './peopleActs.ts'
import { notifyEmployer, notifyPerson } from './peopleMessages.ts'

const PROOF = 'proof'

/** 人员转入 of somebody who is with another organisation: that one lets the person go, or staff decide by the proof. */
const takeoverKind = defineKind({
  kind: 'personTakeover',
  name: '人员转入',
  prefix: 'ZR',
  duty: 'people',
  publishes: false,
  messages: 'personnel',
  schema: fixedSchema({
    path: ['review'],
    fields: takeoverFields,
    slots: [
      {
        code: PROOF,
        name: '劳动合同或社保证明',
        required: true,
        max: 5,
        hint: '能证明此人现为本单位人员，扫描件或照片',
      },
    ],
  }),
  route: (_, id) => `/admin/user/persons/takeover/${id}`,
  title: values => String(values.name ?? ''),
  aside: async (ctx, application) => [await currentEmploymentFacts(ctx, application)],
  entered: {
    submitted: async (ctx, { application }) => {
      const { of } = await readSubject(ctx, application)
      if (of.organisationId !== null && application.revision === 1)
        await notifyEmployer(ctx, 'asked', of.organisationId, of)
      return undefined
    },
    approved: takeOver,
  },
})

async function readSubject({ db }: Pick<Ctx, 'db'>, { subjectId }: Application) {
  const [found] = await db
    .select({ of: person, employer: organisation })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .where(eq(person.id, subjectId ?? 0))
  if (!found) throw conflict('此人的登记已不存在，不能转入')
  return found
}

/** Facts for the reviewer about the person's current employment. */
async function currentEmploymentFacts(ctx: Ctx, application: Application): Promise<Aside> {
  const { of, employer } = await readSubject(ctx, application)
  const [now] = await employmentsOf(ctx, of.id)
  const lacks = employer ? await lossesIfPersonLeft(ctx, employer.id, of.id) : []
  return {
    title: '此人现在的登记',
    facts: [
      { label: '工作单位', text: employer?.name ?? '没有' },
      ...(employer && now ? [{ label: '到岗日期', text: now.fromDay }] : []),
      ...lacks.map(text => ({ label: '条件', text, isBad: true })),
    ],
    link: { name: '打开人员档案', route: `/staff/persons/${of.id}` },
  }
}

async function takeOver(ctx: Ctx, { application, values }: Entered) {
  const { of, employer: former } = await readSubject(ctx, application)
  const day = String(values.fromDay ?? dayOf(ctx.now))
  const [employer] = await ctx.db.select().from(organisation).where(eq(organisation.id, application.organisationId!))
  await moveEmployment(ctx, of.id, employer!.id, { way: 'takeover', day })
  if (former && former.id !== employer!.id) await notifyEmployer(ctx, 'gone', former.id, of, day)
  await notifyPerson(ctx, 'joined', of, { employer: employer!.name, day })
  return { resultId: of.id, say: `${of.name} 已列入本单位人员。` }
}

type Endpoints = typeof peopleContract
type TakeOver = Endpoints['POST /person/takeover']
type Employer = Awaited<ReturnType<typeof ownEmployer>>

/** Rate limit, so that nobody finds out by trying who is in the register. */
const spendGuess = sharedRateLimit('personTakeover', { max: 30, per: 3_600_000, by: 'account' })

export async function takeOverPerson(ctx: Ctx, given: Parsed<TakeOver>): Promise<Output<TakeOver>> {
  if (given.applyId !== undefined) return correctTakeover(ctx, given, given.applyId)
  const values = readPerson(ctx, takeoverFields, given.form)
  // Outside the transaction: what is refused counts, too.
  await spendGuess(ctx)
  return inTransaction(ctx, async tx => {
    const employer = await ownEmployer(tx)
    const known = await findNamed(tx, values, employer)
    const waiting = await waitingOf(tx, known.id, employer.id)
    if (waiting) return resultOf(waiting)
    // The lock waits for concurrent releases and takeovers of the person.
    const of = await lockPerson(tx, known.id)
    if (of.organisationId === null) return takeOverAtOnce(tx, of, employer, String(values.fromDay))
    if (given.fileIds.length === 0) return { ...NOTHING, status: 'needsProof', statusName: '需提交证明' }
    const sent = { form: values, materials: { [PROOF]: given.fileIds } }
    return resultOf(await submit(tx, takeoverKind, sent, { organisationId: employer.id, subjectId: of.id }))
  })
}

const NOTHING = { personId: null, applyId: null, number: null }

/**
 * Finds a person by name and number. A wrong name and an unknown number are refused alike, so that neither is revealed.
 */
async function findNamed(ctx: Ctx, { name, idNumber }: FormValues, employer: Employer): Promise<Person> {
  const known = await findKnown(ctx, String(idNumber))
  if (!known || known.name !== name) {
    const message = '没有姓名与证件号码都相符的人：请核对；确未登记过的，请用“新增人员”'
    throw invalid(message, { idNumber: message })
  }
  if (known.organisationId === employer.id) throw conflict('此人已是本单位的人员')
  return known
}

async function waitingOf({ db }: Ctx, personId: number, organisationId?: number): Promise<Application | undefined> {
  const [found] = await db
    .select()
    .from(application)
    .where(
      and(
        eq(application.kind, takeoverKind.kind),
        eq(application.subjectId, personId),
        eq(application.state, 'submitted'),
        organisationId === undefined ? undefined : eq(application.organisationId, organisationId),
      ),
    )
    .orderBy(asc(application.id))
    .limit(1)
  return found
}

/** Takes over a person who has no employer. */
export async function takeOverAtOnce(ctx: Ctx, of: Person, employer: Employer, day: string): Promise<Output<TakeOver>> {
  await moveEmployment(ctx, of.id, employer.id, { way: 'takeover', day })
  await record(ctx, {
    action: 'person.join',
    objectType: 'person',
    objectId: of.id,
    objectName: of.name,
    detail: { employer: employer.name },
  })
  await notifyPerson(ctx, 'joined', of, { employer: employer.name, day })
  return { ...NOTHING, status: 'joined', statusName: '已转入', personId: of.id }
}

const resultOf = (of: Application): Output<TakeOver> => ({
  status: of.state,
  statusName: nameOfState(of.state),
  applyId: of.id,
  number: of.number,
  personId: of.state === 'approved' ? of.subjectId : null,
})

/** Updates a returned application: start date, remark and proof may be corrected, the person may not change. */
async function correctTakeover(ctx: Ctx, { version, form, fileIds, answers }: Parsed<TakeOver>, id: number) {
  return inTransaction(ctx, async tx => {
    const own = await ownApplication(tx, id, takeoverKind)
    const before = await valuesOf(tx, await lockApplication(tx, own.id))
    const { fromDay = before.fromDay, remark = before.remark } = form
    const values = readPerson(tx, takeoverFields, { ...before, fromDay, remark })
    const sent = { id, version, form: values, materials: { [PROOF]: fileIds }, answers }
    const of = await submit(tx, takeoverKind, sent)
    const { organisationId } = await lockPerson(tx, of.subjectId!)
    return resultOf(organisationId === null && of.state === 'submitted' ? await approveWaiting(tx, of) : of)
  })
}

/** The application that waits for this person to be let go, locked: before the person, as whoever decides on it does. */
export async function lockWaiting(ctx: Ctx, personId: number): Promise<Application | undefined> {
  const waiting = await waitingOf(ctx, personId)
  const locked = waiting && (await lockApplication(ctx, waiting.id))
  return locked?.state === 'submitted' ? locked : undefined
}

/** Approves the waiting application automatically: the person has left the previous employer. */
export const approveWaiting = (ctx: Ctx, waiting: Application): Promise<Application> =>
  advanceApplication({ ...ctx, actor: anonymous, address: '' }, waiting, {
    action: 'pass',
    by: 'calendar',
    actorName: '系统',
    opinion: '原单位已登记离开',
  })

export const takeoversHandlers = {
  'POST /person/takeover': takeOverPerson,
  'GET /person/takeover/detail': async (ctx, { id }) => {
    const of = await ownApplication(ctx, id, takeoverKind)
    const schema = await takeoverKind.schema(ctx, of)
    const { fields: open, slots } = openParts(of, schema)
    const infos = await fileInfos(ctx, of.materials[PROOF] ?? [])
    return {
      applyId: of.id,
      number: of.number,
      status: of.state,
      statusName: nameOfState(of.state),
      version: of.version,
      fields: [...schema.fields],
      ...splitMasked(schema.fields, await valuesOf(ctx, of)),
      openFields: open.filter(name => name === 'fromDay' || name === 'remark'),
      canMend: open.length > 0 || slots.length > 0,
      deadline: of.dueOn,
      proof: [...infos.values()],
      remarks: of.remarks,
    }
  },
} satisfies Partial<Handlers<Endpoints>>
