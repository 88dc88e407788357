import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { residentIdCheck } from '#lib/residentId.ts'
import { registration } from '#modules/training/server/tables.ts'
import { asStaff, newPhone, putFile, signUpComplete, staffSession, staffWith } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export let cookie: { cookie: string }
type Api = ReturnType<typeof site.as>
export let trainer: Api
export let cashier: Api

export function setUpRegistrations() {
  setUpSite({ env: { WRITES_PER_MINUTE: '5000' } })
  beforeAll(async () => {
    cookie = await staffSession(site, await staffWith(site, ['trainer']))
    trainer = site.as(cookie)
    cashier = await asStaff(site, await staffWith(site, ['trainer', 'cashier']))
  })
}

export const today = dayOf(new Date())
export const inDays = (days: number) => addDays(today, days)
let made = 0

export async function openCourse(changes: object = {}): Promise<number> {
  const form = {
    title: `报名审核班 ${++made}`,
    kind: 'continuing',
    mode: 'online',
    quota: 20,
    feeMember: 800,
    feeOther: 1000,
    applyFrom: `${inDays(-3)}T09:00`,
    applyDeadline: inDays(10),
    startsOn: inDays(20),
    endsOn: inDays(22),
    contactName: '江晚舟',
    contactPhone: '010-55500135',
    syllabus: '<p>标准宣贯</p>',
    ...changes,
  }
  const { data } = await trainer.post('/staff/training/course/save', { form })
  await trainer.post('/staff/training/course/publish', { id: data.id, version: data.version })
  return data.id
}

function idNumber() {
  const first17 = `11010519900307${String(100 + (++made % 900)).padStart(3, '0')}`
  return first17 + residentIdCheck(first17)
}
export const someone = (name = '张晓明') => ({ name, idNumber: idNumber(), mobile: '13900001235' })
type Someone = ReturnType<typeof someone>

/** A company that has signed up, handed in. */
export async function enrolled(trainingId: number, participants: Someone[] = [someone()]) {
  const signed = await signUpComplete(site)
  const contactMobile = newPhone()
  const sent = {
    trainingId,
    participants,
    invoice: { invoiceKind: 'none' },
    org: {
      applicantType: 'organisation',
      orgName: signed.orgName,
      creditCode: signed.creditCode,
      provinceCode: '110000',
      contactName: '周以宁',
      contactMobile,
      agree: true,
    },
  }
  const { code, msg, data } = await signed.api.post('/training/v2/submit', { ...sent, action: 'submit' })
  if (code !== 200) throw new Error(`${msg} ${JSON.stringify(data)}`)
  return { ...signed, sent, contactMobile, id: data.id as number }
}
type Enrolled = Awaited<ReturnType<typeof enrolled>>

export const detail = async (id: number, by = trainer) => (await by.get('/staff/training/registration', { id })).data
export const act = (name: string, more: object, by = trainer) => by.post(`/staff/training/registration/${name}`, more)
export async function decide(id: number, action: string, more: object = {}, by = trainer) {
  const { application } = await detail(id)
  return act('decide', { id, version: application.version, action, ...more }, by)
}
export const rowOf = async (id: number) =>
  (await site.services.db.select().from(registration).where(eq(registration.id, id)))[0]!

export async function pay({ id, api, token }: Enrolled) {
  const slipId = await putFile(site, token, '凭证.png')
  const { reg } = (await api.get('/training/v2/detail', { id })).data
  const pay = { paidOn: today, payer: '北京示例锅炉清洗有限公司', slipId }
  const { code, msg } = await api.post('/training/v2/submit', { id, version: reg.version, pay, action: 'pay' })
  if (code !== 200) throw new Error(msg)
}
export const settle = async (id: number, action: string, more: object = {}, by = cashier) => {
  const { application } = await detail(id)
  return act('payment', { id, version: application.version, action, ...more }, by)
}
export async function confirmed(courseId: number, people?: Someone[]) {
  const of = await enrolled(courseId, people)
  await decide(of.id, 'pass')
  await pay(of)
  await settle(of.id, 'pass')
  return of
}
