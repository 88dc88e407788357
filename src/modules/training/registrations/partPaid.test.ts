import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { payment, receivable as receivables } from '#modules/ledger/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import { site } from '#test/setups/site.ts'
import { cashier, kept, people, reviewer, setUpEnrolments } from '#test/setups/training/enrolments.ts'
import {
  confirmPayment,
  decideEnrolment,
  enrol,
  memberCompany,
  openCourse,
  payEnrolment,
  showEnrolment,
} from '#test/support/enrolling.ts'
import { asStaff, signUpComplete, staffWith } from '#test/support/make.ts'
import { course } from '../server/tables.ts'

setUpEnrolments()

let trainer: typeof cashier
beforeAll(async () => {
  trainer = await asStaff(site, await staffWith(site, ['trainer']))
})

type Own = Awaited<ReturnType<typeof signUpComplete>>
const PAID_ON = dayOf(new Date())

/** People signed up who have to pay. */
async function owing(own: Own, courseId: number, count: number): Promise<number> {
  const { data } = await enrol(site, own.token, courseId, people(count))
  await decideEnrolment(site, reviewer, data.id)
  expect((await kept(data.id)).status).toBe('unpaid')
  return data.id
}

const receivableId = (id: number) => id * 100 + 4
const receivable = async (id: number) => (await cashier.get('/staff/receivable/detail', { id: receivableId(id) })).data
const shareOf = (id: number, amount: number) => ({ payable: 'enrolment', payableId: id, amount })
/** So much cash for it; answers the payment's id. */
async function pay(id: number, amount: number): Promise<number> {
  const shares = [shareOf(id, amount)]
  const given = { way: 'cash', paidOn: PAID_ON, payer: '某公司', amount, shares }
  const { code, data } = await cashier.post('/staff/received/record', given)
  expect(code).toBe(200)
  return data.id
}
const received = async (id: number) => (await cashier.get('/staff/received/detail', { id })).data
const lastTold = async (own: Own) => (await own.api.get('/member/message/list')).data.list[0].content

async function changePrice(id: number, fees: { feeMember: number; feeOther: number }) {
  const { version } = (await trainer.get('/staff/training/course/detail', { id })).data
  const asked = { contactName: '江晚舟', contactPhone: '010-55500135', address: '演示路 28 号', provinceCode: '320000' }
  const form = { ...asked, syllabus: '<p>水质分析</p>', ...fees }
  expect(await trainer.post('/staff/training/course/save', { id, version, form })).toMatchObject({ code: 200 })
}

describe('what a place costs', () => {
  test('is what was said when it was taken, whatever the course costs afterwards', async () => {
    const [own, later] = [await signUpComplete(site), await signUpComplete(site)]
    const courseId = await openCourse(site)
    const id = await owing(own, courseId, 1)
    await pay(id, 50)
    await changePrice(courseId, { feeMember: 300, feeOther: 500 })
    expect(await receivable(id)).toMatchObject({ amount: 200, received: 50, open: 150 })
    await pay(id, 150)
    expect(await kept(id)).toMatchObject({ status: 'confirmed', totalFee: 200 })
    await changePrice(courseId, { feeMember: 10, feeOther: 20 })
    expect(await receivable(id)).toMatchObject({ amount: 200, received: 200, open: 0, refunded: 0 })
    const next = await owing(later, courseId, 1)
    expect(await receivable(next)).toMatchObject({ amount: 20, open: 20 })
  })

  test('does not follow the membership of who has paid a part of it', async () => {
    const own = await signUpComplete(site)
    const id = await owing(own, await openCourse(site), 1)
    await pay(id, 100)
    const { db } = site.services
    const [of] = await db.select().from(account).where(eq(account.id, own.accountId))
    const { organisationId } = of!
    await db
      .insert(member)
      .values({ number: 'PART-1', kind: 'organisation', levelCode: 10, joinedOn: '2020-01-01', organisationId })
    expect(await receivable(id)).toMatchObject({ amount: 200, open: 100 })
    await pay(id, 100)
    expect(await kept(id)).toMatchObject({ status: 'confirmed', isMember: false, totalFee: 200 })
  })

  test('stays when one of them is taken out after it was paid: what is too much goes back by a refund', async () => {
    const own = await memberCompany(site)
    const id = await owing(own, await openCourse(site), 2)
    await pay(id, 200)
    const { people: both, version } = (await trainer.get('/staff/training/registration', { id })).data
    const removed = { id: both[0].id, version, reason: '不能来' }
    expect(await trainer.post('/staff/training/registration/removeParticipant', removed)).toMatchObject({ code: 200 })
    expect(await receivable(id)).toMatchObject({ amount: 200, received: 200, state: 'paid', refundable: 200 })
  })
})

describe('of a registration that was paid in part', () => {
  test('and is amended to cost less, the money waits as a credit, which pays for it when it is passed again', async () => {
    const own = await memberCompany(site)
    const id = await owing(own, await openCourse(site), 2)
    const paid = await pay(id, 150)
    const { reg } = await showEnrolment(site, own.token, id)
    const fewer = await enrol(site, own.token, reg.trainingId, people(1), { id, version: reg.version })
    expect(fewer).toMatchObject({ code: 200, data: { status: 'submitted' } })
    expect(await received(paid)).toMatchObject({ credit: 150, state: 'credit', entries: [] })
    expect(await lastTold(own)).toContain('已收到的 150 元转为余款')
    await decideEnrolment(site, reviewer, id)
    expect(await receivable(id)).toMatchObject({ amount: 100, received: 0, open: 100 })
    const given = await cashier.post('/staff/received/allocate', { id: paid, shares: [shareOf(id, 100)] })
    expect(given).toMatchObject({ code: 200, data: { credit: 50, settled: 1 } })
    expect(await kept(id)).toMatchObject({ status: 'confirmed', totalFee: 100 })
  })

  test.each([
    ['is withdrawn', 'cancelled', withdraw],
    ['is not paid in time', 'expired', letExpire],
    ['is of a course that is cancelled', 'cancelled', cancelCourse],
  ] as const)('and %s, the money is a credit of who paid, who is told', async (_, status, end) => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site)
    const id = await owing(own, courseId, 1)
    const paid = await pay(id, 80)
    await end(own, id, courseId)
    expect((await kept(id)).status).toBe(status)
    expect(await received(paid)).toMatchObject({ credit: 80, state: 'credit', entries: [] })
    expect(await lastTold(own)).toContain('已收到的 80 元转为余款')
    const [row] = await site.services.db.select().from(payment).where(eq(payment.id, paid))
    expect(row!.organisationId).toBe((await kept(id)).organisationId)
  })

  test('and by a slip for the rest, all of it is given back by a refund when its course is cancelled', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site)
    const id = await owing(own, courseId, 1)
    const paid = await pay(id, 80)
    await payEnrolment(site, own.token, id)
    await cancelCourse(own, id, courseId)
    expect(await kept(id)).toMatchObject({ status: 'cancelled' })
    const [owed] = await site.services.db.select().from(receivables).where(eq(receivables.payableId, id))
    expect(owed).toMatchObject({ kind: 'enrolment', state: 'confirmed', isRefundDue: true })
    expect(await received(paid)).toMatchObject({ credit: 0, entries: [{ share: 80 }] })
    expect(await receivable(id)).toMatchObject({ received: 200, refundable: 200, payments: [{}, {}] })
  })

  test('and by a slip for the rest, as much as was missing has come by it', async () => {
    const own = await signUpComplete(site)
    const id = await owing(own, await openCourse(site), 1)
    await pay(id, 80)
    await payEnrolment(site, own.token, id)
    await confirmPayment(site, cashier, id)
    const { payments } = await receivable(id)
    expect(payments).toMatchObject([
      { amount: 80, wayName: '现金' },
      { amount: 120, wayName: '凭证确认' },
    ])
    expect(sumAmounts(payments.map(({ amount }: { amount: number }) => amount))).toBe(200)
  })
})

async function withdraw(own: Own, id: number) {
  const { version } = (await showEnrolment(site, own.token, id)).reg
  expect(await own.api.post('/training/v2/submit', { id, action: 'cancel', version })).toMatchObject({ code: 200 })
}

async function letExpire(_: Own, id: number) {
  const [of] = await site.services.db
    .select({ startsOn: course.startsOn })
    .from(course)
    .where(eq(course.id, (await kept(id)).courseId))
  await applyDeadlines(site.ctx(startOf(addDays(of!.startsOn!, 1))))
}

async function cancelCourse(_: Own, __: number, courseId: number) {
  const { version } = (await trainer.get('/staff/training/course/detail', { id: courseId })).data
  const asked = { id: courseId, version, reason: '讲师生病' }
  expect(await trainer.post('/staff/training/course/cancel', asked)).toMatchObject({ code: 200 })
}
