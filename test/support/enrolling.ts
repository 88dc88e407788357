import { eq } from 'drizzle-orm'
import { course, registration } from '#modules/training/server/tables.ts'
import { addDays, dayOf, startOf } from '../../src/lib/dates.ts'
import { residentIdCheck } from '../../src/lib/residentId.ts'
import { account } from '../../src/modules/accounts/server/tables.ts'
import { member } from '../../src/modules/membership/server/tables.ts'
import type { Site } from './app.ts'
import { asStaff, codeFor, newAddress, newPhone, putFile, signUpComplete } from './make.ts'

type Changes = Partial<typeof course.$inferInsert>
type Row = Record<string, unknown>
type Staff = Awaited<ReturnType<typeof asStaff>>

const today = () => dayOf(new Date())

/** A published course that one may apply to until in four days, of ten places; answers its id. */
export async function openCourse(site: Site, changes: Changes = {}): Promise<number> {
  const [row] = await site.services.db
    .insert(course)
    .values({
      title: '锅炉水质检测员取证班',
      kind: 'certification',
      mode: 'onsite',
      city: '苏州',
      quota: 10,
      applyFrom: startOf(addDays(today(), -5)),
      applyUntil: new Date(startOf(addDays(today(), 5)).getTime() - 1),
      startsOn: addDays(today(), 20),
      endsOn: addDays(today(), 22),
      feeMember: 100,
      feeOther: 200,
      publishedAt: startOf(addDays(today(), -5)),
      ...changes,
    })
    .returning({ id: course.id })
  return row!.id
}

/** The `i`-th of up to a million people, each with an identity number of their own, as a row of the form. */
export function aPerson(i: number, more: Row = {}): Row {
  const born = addDays('1970-01-01', i % 10_000).replaceAll('-', '')
  const first17 = `110105${born}${String(Math.floor(i / 10_000) * 2 + 1).padStart(3, '0')}`
  const letters = [...String(i)].map(digit => '零一二三四五六七八九'[Number(digit)]).join('')
  return {
    name: `程${letters}`,
    idType: 'resident',
    idNumber: first17 + residentIdCheck(first17),
    mobile: `139001${String(i).padStart(5, '0').slice(-5)}`,
    consent: true,
    ...more,
  }
}

/** `count` people from the `from`-th on. */
export const somePeople = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, i) => aPerson(from + i))

/** Applicant part of an enrolment; `contactMobile` comes last, since a visitor's is the verified one. */
export const orgPart = (more: Row = {}): Row => ({
  applicantType: 'organisation',
  provinceCode: '110000',
  contactName: '王芳',
  contactMobile: '13900000902',
  agree: true,
  ...more,
})

let members = 0
/** A company that is a member. */
export async function memberCompany(site: Site) {
  const own = await signUpComplete(site)
  const [of] = await site.services.db.select().from(account).where(eq(account.id, own.accountId))
  const { organisationId } = of!
  await site.services.db.insert(member).values({
    number: `CBWA-D-T-${++members}`,
    kind: 'organisation',
    levelCode: 10,
    joinedOn: '2020-01-01',
    organisationId,
  })
  return own
}

/** Signs people up by the call of a member; `more`: `id`, `action`, `version`, parts of the form. */
export const enrol = (site: Site, token: string, courseId: number, people: Row[], more: Row = {}) =>
  site.as(token).post('/training/v2/submit', {
    trainingId: courseId,
    org: orgPart(),
    participants: people,
    invoice: { invoiceKind: 'none' },
    action: 'submit',
    ...more,
  })

/** The detail of a registration, as its member reads it. */
export const showEnrolment = async (site: Site, token: string, id: number) =>
  (await site.as(token).get('/training/v2/detail', { id })).data

/** Visitor without an account, with a verified phone. */
export async function trainee(site: Site, phone = newPhone()) {
  const smsCode = await codeFor(site, { scene: 'training', phone })
  const proved = await site.from(newAddress()).post('/app/training/phone', { contactMobile: phone, smsCode })
  if (proved.code !== 200) throw new Error(proved.msg)
  const ticket: string = proved.data.ticket
  return { phone, ticket, api: site.as({ ticket }, newAddress()) }
}

/** Signs people up without an account: for themselves, unless `org` says for whom. */
export async function enrolVisitor(site: Site, courseId: number, people: Row[], more: Row = {}, phone = newPhone()) {
  const by = await trainee(site, phone)
  const { org = {}, ...rest } = more as { org?: Row }
  const answer = await by.api.post('/app/training/submit', {
    trainingId: courseId,
    participants: people,
    invoice: { invoiceKind: 'none' },
    org: orgPart({ applicantType: 'person', contactMobile: phone, ...org }),
    ...rest,
  })
  return { ...by, answer, back: answer.code === 200 ? site.as({ ticket: answer.data.ticket }, newAddress()) : by.api }
}

/** The application of a registration, as the review knows it. */
export async function applicationOf(site: Site, registrationId: number): Promise<number> {
  const [row] = await site.services.db.select().from(registration).where(eq(registration.id, registrationId))
  return row!.applicationId!
}

/** Reviews a registration; passes it by default. */
export async function decideEnrolment(site: Site, reviewer: Staff, registrationId: number, given: Row = {}) {
  const id = await applicationOf(site, registrationId)
  const { data } = await reviewer.get('/staff/review/detail', { id })
  return reviewer.post('/staff/review/decide', { id, version: data.version, action: 'pass', opinion: '', ...given })
}

/** The slip of the transfer, by the call of a member. */
export async function payEnrolment(site: Site, token: string, id: number, more: Row = {}) {
  const slipId = await putFile(site, token, '凭证.png')
  const { reg } = await showEnrolment(site, token, id)
  const pay = { paidOn: today(), payer: '北京第一锅炉公司', slipId }
  return site.as(token).post('/training/v2/submit', { id, action: 'pay', version: reg.version, pay, ...more })
}

/** People signed up and paid for by a member, confirmed by reviewer and cashier of the demo; answers the registration's id. */
export async function confirmedEnrolment(site: Site, token: string, courseId: number, people: Row[]): Promise<number> {
  const done = await enrol(site, token, courseId, people)
  if (done.code !== 200) throw new Error(`${done.msg} ${JSON.stringify(done.data)}`)
  const { id } = done.data
  await decideEnrolment(site, await asStaff(site, 'reviewer'), id)
  const { reg } = await showEnrolment(site, token, id)
  if (reg.status === 'unpaid') {
    await payEnrolment(site, token, id)
    await confirmPayment(site, await asStaff(site, 'cashier'), id)
  }
  return id
}

/** The cashier has found the money. */
export async function confirmPayment(site: Site, cashier: Staff, registrationId: number) {
  const id = await applicationOf(site, registrationId)
  const { data } = await cashier.get('/staff/review/detail', { id })
  const answer = await cashier.post('/staff/fee/confirm', { id, version: data.version, action: 'pass', opinion: '' })
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer
}
