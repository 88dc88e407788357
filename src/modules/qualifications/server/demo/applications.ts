import { hash } from '@node-rs/argon2'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { addDays, dayOf, daysBetween } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx, Services } from '#lib/server/api/context.ts'
import { actingAs, DEMO_PASSWORD } from '#modules/accounts/server/demo.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { conflictsOf } from '#modules/experts/server/conflicts.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { apply1Submit, apply2Submit, getApply1, getApply2 } from '#modules/qualifications/applying/server/applying.ts'
import { addApply } from '#modules/qualifications/applying/server/beginApplication.ts'
import { qualificationKind } from '#modules/qualifications/server/tables.ts'
import { rectify, showRectification } from '#modules/qualifications/site/server/rectifying.ts'
import { arrangeSite, declare } from '#modules/qualifications/site/server/siteArranging.ts'
import { applicantOf, judgedOf } from '#modules/qualifications/site/server/siteDetail.ts'
import { recordSite } from '#modules/qualifications/site/server/siteRecording.ts'
import { findSite } from '#modules/qualifications/site/server/siteReviews.ts'
import { siteFinding } from '#modules/qualifications/site/server/tables.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { permissionAt, type State } from '#modules/review/workflow.ts'
import { type DemoCase, demoCases } from './applicationCases.ts'
import { keepMaterial, keepStampedForm } from './applicationFiles.ts'
import { demoForm } from './applicationForms.ts'

type Loading = Services & { now: Date }
export type Running = { of: DemoCase; id: number; as: (userName: string) => Promise<Ctx> }

const STEP_DAYS = 4

/** Applications in every state, each brought there by the calls of those whose turn it was. */
export async function demoApplications(loading: Loading) {
  await openAccounts(loading)
  for (const of of demoCases) await run(loading, of)
}

/** Some of the companies sign in, too. Each has a phone: codes go there. */
async function openAccounts({ db, encryption, now }: Loading) {
  const names = new Map(demoCases.map(({ organisation, userName }) => [organisation, userName]))
  const phones = new Map([...names.keys()].map((name, i) => [name, `${13_900_000_401 + i}`]))
  const passwordHash = await hash(DEMO_PASSWORD)
  const companies = await db
    .select()
    .from(organisation)
    .where(inArray(organisation.name, [...names.keys()]))
  await db
    .insert(account)
    .values(
      companies.map(({ id, name, creditCode }) => ({
        kind: 'organisation' as const,
        userName: names.get(name)!,
        displayName: name,
        passwordHash,
        phoneSealed: encryption.encrypt(phones.get(name)!),
        phoneHash: encryption.hash(phones.get(name)!),
        creditCode,
        organisationId: id,
        email: `${names.get(name)}@example.com`,
        createdAt: now,
      })),
    )
    .onConflictDoNothing()
}

async function run(loading: Loading, of: DemoCase) {
  let daysAgo = of.daysAgo ?? sinceFebruary(dayOf(loading.now))
  const as = (userName: string) => actingAs(loading, userName, daysAgo)
  const id = await begin(await as(of.userName), of)
  for (let state = await stateOf(loading, id); state !== of.until; state = await stateOf(loading, id)) {
    if (state !== 'draft') daysAgo -= STEP_DAYS
    await step(state, { of, id, as })
  }
}

/** Annual reports are handed in early in the year. */
function sinceFebruary(today: string): number {
  const days = daysBetween(`${today.slice(0, 4)}-02-20`, today)
  return days > STEP_DAYS ? days : days + 365
}

const stateOf = async (loading: Loading, id: number): Promise<State> => {
  const [found] = await loading.db.select({ state: application.state }).from(application).where(eq(application.id, id))
  return found!.state
}

async function begin(ctx: Ctx, { type, kind: code, level, ...of }: DemoCase): Promise<number> {
  const [kind] = await ctx.db.select().from(qualificationKind).where(eq(qualificationKind.code, code))
  const [held] = await ctx.db
    .select({ id: certificate.id })
    .from(certificate)
    .where(
      and(
        eq(certificate.organisationName, of.organisation),
        eq(certificate.kindCode, code),
        eq(certificate.status, 'valid'),
      ),
    )
  const { id } = await addApply(ctx, { applyType: type, childId: kind!.id, certId: held?.id })
  const { fields, form: known } = await getApply1(ctx, { id })
  const picked: FormValues = level ? { levelCode: level } : {}
  const form = demoForm(fields, { ...known, ...picked }, { type, kind: code, level, ...of }, dayOf(ctx.now))
  await apply1Submit(ctx, { id, form, action: 'save' })
  return id
}

/** Performs the next step as the user whose turn it is. */
async function step(state: State, running: Running): Promise<unknown> {
  const { of, id, as } = running
  const applicant = await as(of.userName)
  if (state === 'draft') {
    const { form } = await getApply1(applicant, { id })
    return apply1Submit(applicant, { id, form, action: 'submit' })
  }
  if (state === 'preparing') return handInMaterials(applicant, id)
  if (state === 'unpaid') return pay(applicant, running)
  if (state === 'awaitingSite') return arrange(running)
  if (state === 'onSite') return conclude(running)
  return state === 'rectifying' ? correct(running) : decide(state, running)
}

const desks: Record<string, string> = {
  'staff:review': 'reviewer',
  'staff:decide': 'admin',
  'staff:finance': 'cashier',
}

async function decide(state: State, { of, id, as }: Running) {
  const permission = permissionAt(state)!
  const ctx = await as(desks[permission]!)
  const { version } = await submittedApplication(ctx, id)
  const isReturned = of.until === 'returned'
  await decideAs(permission)(ctx, {
    id,
    version,
    action: isReturned ? 'return' : 'pass',
    remarks: of.remarks ?? [],
    opinion: isReturned ? '资料基本齐全，请按批注补正后重新提交。' : '',
  })
}

async function handInMaterials(ctx: Ctx, id: number) {
  const { materials } = await getApply2(ctx, { id })
  const fileId = await keepMaterial(ctx, '申请材料')
  const stamped = await keepStampedForm(ctx, id)
  const files = materials
    .filter(({ required }) => required)
    .map(({ code }) => ({ code, fileId: code === 'stampedForm' ? stamped : fileId }))
  await apply2Submit(ctx, { id, files, action: 'submit' })
}

async function pay(ctx: Ctx, { of, id }: Running) {
  const pay = {
    paidOn: addDays(dayOf(ctx.now), -1),
    payer: of.organisation,
    receiptTitle: of.organisation,
    receiptEmail: 'finance@example.com',
    slipId: await keepMaterial(ctx, '汇款凭证'),
  }
  await apply2Submit(ctx, { id, pay, action: 'submit' })
}

/** A leader and a member who have nothing to do with the applicant. */
async function groupFor(ctx: Ctx, id: number) {
  const experts = await ctx.db.select().from(expert).where(eq(expert.isActive, true)).orderBy(asc(expert.id))
  const ids = experts.map(({ id }) => id)
  const conflicts = await conflictsOf(ctx, ids, judgedOf(await findSite(ctx, id)))
  // Rotates the list, so that not always the same experts are assigned.
  const from = id % experts.length
  const free = [...experts.slice(from), ...experts.slice(0, from)].filter(({ id }) => !conflicts.get(id)?.length)
  const leader = free.find(({ mayLead }) => mayLead)!
  const member = free.find(({ id }) => id !== leader.id)!
  return [
    { expertId: leader.id, role: 'leader' as const },
    { expertId: member.id, role: 'member' as const },
  ]
}

async function arrange({ id, as }: Running): Promise<void> {
  const ctx = await as('reviewer')
  const { address: place } = applicantOf(await findSite(ctx, id))
  const experts = await groupFor(ctx, id)
  await arrangeSite(ctx, {
    id,
    version: 0,
    plannedOn: addDays(dayOf(ctx.now), 4),
    days: 1,
    place,
    experts,
    observer: '',
    note: '请备好质量手册、设备台账和近四年业绩合同。',
  })
  for (const { expertId } of experts) await declare(ctx, { id, expertId, declared: true })
}

async function conclude({ of, id, as }: Running): Promise<void> {
  const ctx = await as('reviewer')
  const { review } = await findSite(ctx, id)
  const findings = await ctx.db.select().from(siteFinding).where(eq(siteFinding.reviewId, review!.id))
  const isWell = of.until !== 'rectifying' && of.until !== 'verifying'
  const today = dayOf(ctx.now)
  const nonconformities = [
    { clause: '设备与仪器', description: '一台电导率仪已过校准有效期，仍在使用', dueOn: addDays(today, 20) },
    { clause: '作业记录', description: '抽查的两份作业记录缺少复核人签字', dueOn: addDays(today, 28) },
  ]
  await recordSite(ctx, {
    id,
    version: review!.version,
    action: 'conclude',
    fileIds: [await keepMaterial(ctx, '现场评审记录')],
    findings: findings.map(({ place }) => ({ place, result: 'conforms' as const, remark: '' })),
    ...(isWell
      ? { conclusion: 'recommended', nonconformities: [], summary: '体系运行有效，人员与设备满足要求。' }
      : { conclusion: 'afterRectification', nonconformities, summary: '体系运行基本有效，两项须整改。' }),
  })
}

async function correct({ of, id, as }: Running): Promise<void> {
  const ctx = await as(of.userName)
  const { version, list } = await showRectification(ctx, { id })
  const fileIds = [await keepMaterial(ctx, '整改证据')]
  const items = list.map(one => ({ id: one.id, correction: '已整改，见所附证据；并对同类情况做了排查。', fileIds }))
  await rectify(ctx, { id, version, items, action: 'submit' })
}
