import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { type FieldErrors, type FormValues, pickFields } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import {
  type Begun,
  defineKind,
  type Effect,
  type Entered,
  type Slot,
} from '#modules/review/server/applicationKinds.ts'
import { newestApplication } from '#modules/review/server/applications.ts'
import { isClosed, nameOfState } from '#modules/review/workflow.ts'
import { appointmentStateNames } from '../appointmentFilters.ts'
import type { postsContract } from '../contract.ts'
import { readMonth, replacementFields } from '../postForms.ts'
import { checkAppointment, type NewAppointment, readSetting, replaceAppointment } from './appointing.ts'
import { appointmentsHeldBy, appointmentsOf } from './appointmentFile.ts'
import type { Entry } from './appointments.ts'
import { sentencesOf } from './consequences.ts'

type ReadCtx = Pick<Ctx, 'db' | 'now'>

const letter: Slot = {
  code: 'letter',
  name: '盖章的推荐函',
  required: true,
  max: 3,
  hint: '写明原代表、新代表、职务和更换原因，加盖单位公章',
}

const seatName = ({ of, body, post }: Entry) => `${body.name}${post.name}　${of.personName}`
const isHeld = ({ state }: Entry) => state === 'current'

/** The company of the caller, which has a seat. */
async function ownOrganisation({ db, ...ctx }: Ctx): Promise<number | null> {
  const [own] = await db
    .select({ id: account.organisationId })
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return own?.id ?? null
}

async function seatFields(ctx: ReadCtx, { subjectId }: Begun) {
  const seats = subjectId === null ? [] : await appointmentsOf(ctx, subjectId)
  return [
    {
      name: 'seat',
      label: '席位',
      section: '席位代表变更',
      kind: 'choice',
      required: true,
      hint: '职务、届次和单位不变，只更换担任的人',
      options: seats.map(entry => ({
        code: String(entry.of.id),
        name: seatName(entry),
        ...(!isHeld(entry) && { retired: true }),
      })),
    } as const,
    ...pickFields(replacementFields, 'personName', 'sex', 'bornMonth', 'mobile', 'position').map(field => ({
      ...field,
      section: '新的代表',
    })),
    { ...pickFields(replacementFields, 'reason')[0]!, section: '新的代表', hint: '例如原代表工作调动、退休' },
  ]
}

/** The seat that the application names, of the company that applies. */
async function seatOf(ctx: ReadCtx, organisationId: number, { seat }: FormValues): Promise<Entry | undefined> {
  return (await appointmentsOf(ctx, organisationId)).find(({ of }) => String(of.id) === String(seat))
}

/** The new representative as an appointment from today on. */
const appointee = (ctx: ReadCtx, { of }: Entry, values: FormValues): NewAppointment & { replacesId: number } => ({
  postId: of.postId,
  termId: of.termId,
  organisationId: of.organisationId,
  personName: String(values.personName ?? ''),
  sex: (values.sex ?? null) as NewAppointment['sex'],
  bornMonth: readMonth(String(values.bornMonth ?? '')) ?? null,
  mobile: values.mobile ? String(values.mobile) : null,
  position: String(values.position ?? ''),
  fromDay: dayOf(ctx.now),
  replacesId: of.id,
})

/** What a company can mend itself; the rules from which the charter allows exceptions are for the council. */
async function faults(ctx: Ctx, organisationId: number, values: FormValues): Promise<FieldErrors> {
  const wrong: FieldErrors = {}
  if (values.bornMonth && !readMonth(String(values.bornMonth))) wrong.bornMonth = '应为年月，例如 1968-05'
  const entry = await seatOf(ctx, organisationId, values)
  if (!entry) return values.seat ? { ...wrong, seat: '不是本单位的席位' } : wrong
  if (!isHeld(entry)) return { ...wrong, seat: `${entry.of.personName}已不在任` }
  if (values.personName === entry.of.personName) wrong.personName = '与现在的代表相同'
  if (!values.personName) return wrong
  const checked = await checkAppointment(ctx, appointee(ctx, entry, values), await readSetting(ctx))
  const named = (field: string) => (['personName', 'bornMonth'].includes(field) ? field : 'seat')
  for (const [field, text] of Object.entries(checked.errors)) wrong[named(field)] ??= text
  for (const { field, sentence, isExcusable } of checked.faults) if (!isExcusable) wrong[named(field)] ??= sentence
  return wrong
}

/** 席位代表变更: its `subjectId` is the company. An approval replaces the appointment from that day on. */
export const seatHandoverKind = defineKind({
  kind: 'seatHandover',
  name: '席位代表变更',
  prefix: 'DB',
  duty: 'all',
  publishes: true,
  messages: 'membership',
  schema: async (ctx, of) => ({ path: ['review', 'decision'], fields: await seatFields(ctx, of), slots: [letter] }),
  route: () => '/admin/user/membership',
  title: ({ personName }, before) => (personName ? `由${personName}担任代表` : before.title),
  applicant: {
    begin: async ctx => {
      const organisationId = await ownOrganisation(ctx)
      if (organisationId === null) throw conflict('席位代表变更由单位申请')
      if (!(await appointmentsOf(ctx, organisationId)).some(isHeld)) throw conflict('本单位现在没有席位')
      return { organisationId, subjectId: organisationId }
    },
    known: async (ctx, { subjectId }): Promise<FormValues> => {
      const held = (await appointmentsOf(ctx, subjectId!)).filter(isHeld)
      return held.length === 1 ? { seat: String(held[0]!.of.id) } : {}
    },
    again: true,
  },
  faults: (ctx, { application, values }) => faults(ctx, application.subjectId!, values),
  aside: async (ctx, { subjectId }, values) => {
    const entry = await seatOf(ctx, subjectId!, values)
    if (!entry) return []
    const setting = await readSetting(ctx)
    const checked = await checkAppointment(ctx, appointee(ctx, entry, values), setting)
    const broken = checked.faults.map(({ sentence }) => ({ label: '不符合', text: sentence, isBad: true }))
    const sentences = sentencesOf(entry.post, setting.bodies)
    return [
      {
        title: '席位',
        facts: [
          { label: '席位', text: seatName(entry) },
          { label: '任期', text: `${entry.of.fromDay} 至 ${entry.until ?? '未定'}` },
        ],
        link: { name: '任职记录', route: `/staff/appointments/${entry.of.id}` },
      },
      {
        title: '任职规则',
        isConditions: true,
        facts: broken.length > 0 ? broken : sentences.map(text => ({ label: '符合', text })),
      },
    ]
  },
  entered: { approved: handOver },
})

async function handOver(ctx: Ctx, { application, values }: Entered): Promise<Effect> {
  const entry = await seatOf(ctx, application.subjectId!, values)
  if (!entry || !isHeld(entry)) throw conflict('原代表已不在任，不能由这份申请更换')
  const { postId: _, termId: __, replacesId, ...given } = appointee(ctx, entry, values)
  const decision = `席位代表变更申请 ${application.number} 经审议同意`
  const made = await replaceAppointment(
    ctx,
    { id: replacesId },
    { ...given, decision, decidedOn: dayOf(ctx.now), reason: String(values.reason) },
    decision,
  )
  return { resultId: made.id, say: `自 ${made.fromDay} 起由${made.personName}任${entry.body.name}${entry.post.name}。` }
}

export const seatHandlers = {
  'GET /member/seats': async ctx => {
    const organisationId = await ownOrganisation(ctx)
    const entries =
      organisationId === null
        ? await appointmentsHeldBy(ctx, signedInActor(ctx).accountId)
        : await appointmentsOf(ctx, organisationId)
    const newest =
      organisationId !== null && entries.length > 0 ? await newestApplication(ctx, seatHandoverKind) : undefined
    return {
      seats: entries.map(({ of, body, post, termNumber, until, state, letter }) => ({
        id: of.id,
        personName: of.personName,
        bodyName: body.name,
        postName: post.name,
        termNumber: termNumber ?? '',
        fromDay: of.fromDay,
        until,
        state,
        stateName: appointmentStateNames[state],
        letterNumber: letter?.status === 'valid' ? letter.number : '',
      })),
      mayHandOver: organisationId !== null && entries.some(isHeld),
      application: newest && !isClosed(newest.state) ? { id: newest.id, statusName: nameOfState(newest.state) } : null,
    }
  },
} satisfies Partial<Handlers<typeof postsContract>>
