import { hash } from '@node-rs/argon2'
import { and, eq, inArray } from 'drizzle-orm'
import { addDays, dayOf, daysBetween } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx, Services } from '#lib/server/api/context.ts'
import { actingAs, DEMO_PASSWORD } from '#modules/accounts/server/demo.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { apply1Submit, apply2Submit, getApply1, getApply2 } from '#modules/qualifications/applying/server/applying.ts'
import { addApply } from '#modules/qualifications/applying/server/begin.ts'
import { qualificationKind } from '#modules/qualifications/catalogue/server/tables.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { permissionAt, type State } from '#modules/review/workflow.ts'
import { type DemoCase, demoCases } from './applicationCases.ts'
import { keepMaterial, keepStampedForm } from './applicationFiles.ts'
import { demoForm } from './applicationForms.ts'
import { arrange, conclude, correct } from './siteReviews.ts'

type Loading = Services & { now: Date }
export type Running = { of: DemoCase; id: number; as: (userName: string) => Promise<Ctx> }

/** In days: from one step of an application to the next. */
const PACE = 4

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
    if (state !== 'draft') daysAgo -= PACE
    await step(state, { of, id, as })
  }
}

/** Annual reports are handed in early in the year. */
function sinceFebruary(today: string): number {
  const days = daysBetween(`${today.slice(0, 4)}-02-20`, today)
  return days > PACE ? days : days + 365
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

/** What whose turn it is does. */
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
