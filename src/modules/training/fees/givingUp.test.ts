import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { longDay } from '#lib/dates.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { clerkOf } from '#test/setups/clerks.ts'
import { site } from '#test/setups/site.ts'
import {
  cashier,
  confirmed,
  decide,
  detail,
  enrolled,
  inDays,
  openCourse,
  rowOf,
  setUpRegistrations,
  someone,
  today,
  trainer,
} from '#test/setups/training/registrations.ts'
import { asStaff, staffWith } from '#test/support/make.ts'

setUpRegistrations()

type Enrolled = Awaited<ReturnType<typeof confirmed>>
let other: ReturnType<typeof site.as>
beforeAll(async () => {
  other = await asStaff(site, await staffWith(site, ['cashier']))
})

const STEPS = [
  { days: 3, percent: 20 },
  { days: 15, percent: 50 },
]
const bank = { payee: '北京示例锅炉清洗有限公司', bank: '示例银行', account: '622200000000' }
let keys = 0
const regOf = async ({ api, id }: Enrolled) => (await api.get('/training/v2/detail', { id })).data.reg
const optionsOf = async (of: Enrolled) => {
  const { receivableId } = (await regOf(of)).refund
  return (await of.api.get('/member/refund/options', { receivable: receivableId })).data
}
const request = async (of: Enrolled, sent: object) => {
  const { receivableId: receivable } = await optionsOf(of)
  const more = { reason: '临时出差', once: `giving-up-${++keys}`, ...bank, ...sent }
  return of.api.post('/member/refund/request', { receivable, ...more })
}
const refundOf = async (id: number) => (await cashier.get('/staff/refund/detail', { id })).data
async function payBack(id: number, amount: number) {
  const { version } = await refundOf(id)
  await cashier.post('/staff/refund/accept', { id, version, amount, amountReason: '按规定' })
  const { approvalId } = await refundOf(id)
  expect((await other.post('/staff/approval/agree', { id: approvalId })).code).toBe(200)
  const agreed = await refundOf(id)
  return cashier.post('/staff/refund/pay', { id, version: agreed.version, paidOn: today, slipNumber: `T${id}` })
}

test('the rule of a course stands on its page and at the enrolment, by the days of its steps', async () => {
  const form = (refundSteps: object[]) => ({
    form: { title: '规则班', kind: 'continuing', mode: 'online', refundSteps },
  })
  const faultOf = async (steps: object[]) =>
    (await trainer.post('/staff/training/course/save', form(steps))).data.fields.refundSteps
  expect(
    await faultOf([
      { days: 3, percent: 50 },
      { days: 3, percent: 20 },
    ]),
  ).toBe('天数不能重复')
  expect(
    await faultOf([
      { days: 3, percent: 50 },
      { days: 10, percent: 20 },
    ]),
  ).toContain('不能越高')
  expect(await faultOf([{ days: 1.5, percent: 50 }])).toContain('整数')
  const courseId = await openCourse({ refundRule: '教材费不退。', refundSteps: STEPS })
  const shown = (await site.get('/app/training/detail', { id: courseId })).data
  const refundSteps = [
    { until: inDays(5), percent: 50 },
    { until: inDays(17), percent: 20 },
  ]
  expect(shown).toMatchObject({ refundRule: '教材费不退。', refundSteps })
  const { training } = (await site.get('/app/training/getApply', { trainingId: courseId })).data
  expect(training).toMatchObject({ refundRule: '教材费不退。', refundSteps })
  const none = (await site.get('/app/training/detail', { id: await openCourse() })).data
  expect(none).toMatchObject({ refundRule: '', refundSteps: [] })
})

test('a company gives up one of two places before the start: the seat is free and its share by the rule is asked back', async () => {
  const courseId = await openCourse({ quota: 2, refundRule: '教材费不退。', refundSteps: STEPS })
  const of = await confirmed(courseId, [someone('张晓明'), someone('李晓华')])
  const waiting = await enrolled(courseId)
  expect((await rowOf(waiting.id)).status).toBe('waiting')
  expect((await regOf(of)).refund).toMatchObject({ ends: true })
  const options = await optionsOf(of)
  expect(options).toMatchObject({
    received: 2000,
    refundable: 2000,
    rule: { text: expect.stringContaining(`${longDay(inDays(5))}及以前退出的，退还所缴费用的 50%`), percent: 50 },
    ending: {
      text: expect.stringContaining('名额随即让出'),
      parts: [
        { name: '张晓明', amount: 1000 },
        { name: '李晓华', amount: 1000 },
      ],
    },
    payerAccount: '',
  })
  expect(options.rule.text).toContain('教材费不退。')
  expect(options.rule.reason).toContain('20 天后')
  const [one] = options.ending.parts
  expect(await request(of, { amount: 500, parts: [], account: '', bank: '' })).toMatchObject({
    code: 400,
    data: { fields: { parts: expect.anything(), account: '请填写收款账号' } },
  })
  expect(await request(of, { amount: 1000.01, parts: [one.id] })).toMatchObject({
    code: 400,
    data: { fields: { amount: '最多可退 1,000 元' } },
  })
  const once = 'two-clicks'
  const both = await Promise.all([1, 2].map(() => request(of, { amount: 500, parts: [one.id], once })))
  expect(both.map(({ code }) => code)).toEqual([200, 200])
  const { id } = both[0]!.data
  expect(both[1]!.data.id).toBe(id)
  expect(await refundOf(id)).toMatchObject({ amount: 500, ruleAmount: 500, ruleReason: expect.stringContaining('50%') })
  const seen = await detail(of.id)
  expect(seen).toMatchObject({ status: 'confirmed' })
  expect(seen.people.filter(({ isActive }: { isActive: boolean }) => isActive)).toHaveLength(1)
  expect((await rowOf(waiting.id)).status, 'the place is offered').toBe('offered')
  expect(seen.history[0]).toMatchObject({ name: '退出培训并申请退款', reason: '临时出差' })
  expect((await optionsOf(of)).ending.parts.map(({ name }: { name: string }) => name)).toEqual(['李晓华'])
  expect(await request(of, { amount: 500, parts: [one.id] })).toMatchObject({ code: 409 })
  expect((await payBack(id, 500)).code).toBe(200)
  expect((await rowOf(of.id)).status, 'the other one still comes').toBe('confirmed')
})

test('with the last one the enrolment ends; what the rule keeps stays received, and all of it back makes it refunded', async () => {
  const courseId = await openCourse({ refundSteps: STEPS })
  const half = await confirmed(courseId)
  const all = await confirmed(courseId)
  for (const [of, amount] of [
    [half, 500],
    [all, 1000],
  ] as const) {
    const { ending } = await optionsOf(of)
    const { data } = await request(of, { amount, parts: ending.parts.map(({ id }: { id: number }) => id) })
    expect((await rowOf(of.id)).status).toBe('cancelled')
    expect(await of.api.get('/member/refund/list')).toMatchObject({ data: { list: [{ id: data.id, amount }] } })
    expect((await payBack(data.id, amount)).code).toBe(200)
  }
  expect(await rowOf(half.id)).toMatchObject({ status: 'cancelled' })
  const due = await site.services.db.select().from(receivable).where(eq(receivable.isRefundDue, true))
  expect(due).toEqual([])
  expect((await rowOf(all.id)).status).toBe('refunded')
  const { receivableId } = (await regOf(half)).refund
  expect((await cashier.get('/staff/receivable/detail', { id: receivableId })).data).toMatchObject({
    state: 'paid',
    received: 1000,
    refunded: 500,
  })
  expect((await regOf(all)).refund).toBeNull()
  const free = (await site.get('/app/training/detail', { id: courseId })).data
  expect(free.enrolled).toBe(0)
})

test('whoever gets nothing back gives the place up without asking for anything; without a place nothing is refused', async () => {
  const of = await confirmed(await openCourse({ refundSteps: [{ days: 25, percent: 100 }] }))
  const { ending, rule } = await optionsOf(of)
  expect(rule).toMatchObject({ percent: 0, reason: expect.stringContaining('不再退费') })
  const parts = ending.parts.map(({ id }: { id: number }) => id)
  const sent = { amount: 0, parts, payee: '', bank: '', account: '' }
  expect(await request(of, sent)).toMatchObject({ code: 200, data: null })
  expect((await rowOf(of.id)).status).toBe('cancelled')
  expect((await of.api.get('/member/refund/list')).data.total).toBe(0)
  expect(await request(of, { amount: 0 })).toMatchObject({ code: 400, data: { fields: { amount: '应大于 0' } } })
})

test('a request that is withdrawn leaves the place given up; it may be asked for again, and staff decide', async () => {
  const of = await confirmed(await openCourse({ refundSteps: STEPS }))
  const [part] = (await optionsOf(of)).ending.parts
  const { data } = await request(of, { amount: 500, parts: [part.id] })
  const { version } = (await of.api.get('/member/refund/list')).data.list[0]
  expect((await of.api.post('/member/refund/withdraw', { id: data.id, version })).code).toBe(200)
  expect((await rowOf(of.id)).status).toBe('cancelled')
  expect(await optionsOf(of)).toMatchObject({
    ending: null,
    refundable: 1000,
    rule: { percent: null, reason: '报名已取消，退还多少由协会决定' },
  })
  expect((await request(of, { amount: 300 })).code).toBe(200)
})

test('of a company, clerks with its finance ask; those of its people do not', async () => {
  const of = await confirmed(await openCourse({ refundSteps: STEPS }))
  const { receivableId: receivable, ending } = await optionsOf(of)
  const parts = ending.parts.map(({ id }: { id: number }) => id)
  const sent = { receivable, amount: 500, reason: '临时出差', parts, once: 'clerk', ...bank }
  const [ofPeople, ofFinance] = [await clerkOf(of, ['people']), await clerkOf(of, ['finance'])]
  expect((await ofPeople.api.post('/member/refund/request', sent)).msg).toContain('“缴费与发票”')
  expect((await rowOf(of.id)).status).toBe('confirmed')
  expect((await ofFinance.api.post('/member/refund/request', sent)).code).toBe(200)
  expect((await of.api.get('/member/refund/list')).data.total).toBe(1)
})

test('a course that the association cancels gives everything back on request', async () => {
  const courseId = await openCourse({ refundSteps: STEPS })
  const of = await confirmed(courseId)
  const { version } = (await trainer.get('/staff/training/course/detail', { id: courseId })).data
  await trainer.post('/staff/training/course/cancel', { id: courseId, version, reason: '人数不足' })
  expect(await optionsOf(of)).toMatchObject({
    ending: null,
    rule: { percent: 100, reason: '已由协会取消，全额退还' },
  })
  const { data } = await request(of, { amount: 1000 })
  expect((await refundOf(data.id)).ruleAmount).toBe(1000)
})

test('giving up while staff take the same person off, or ask for the same refund, promises nothing twice', async () => {
  const courseId = await openCourse({ refundSteps: STEPS })
  const of = await confirmed(courseId, [someone('王一'), someone('王二')])
  const { ending, receivableId } = await optionsOf(of)
  const [one] = ending.parts
  const { version } = await detail(of.id)
  const [given, taken, asked] = await Promise.all([
    request(of, { amount: 1000, parts: [one.id] }),
    trainer.post('/staff/training/registration/removeParticipant', { id: one.id, version, reason: '来电退出' }),
    cashier.post('/staff/refund/ask', { id: receivableId, amount: 1500, reason: '来电退出', ...bank }),
  ])
  const promised = [given.code === 200 ? 1000 : 0, asked.code === 200 ? 1500 : 0]
  expect(promised[0]! + promised[1]!).toBeLessThanOrEqual(2000)
  expect([given.code, taken.code].filter(code => code === 200).length).toBe(1)
  const active = (await detail(of.id)).people.filter(({ isActive }: { isActive: boolean }) => isActive)
  expect(active.map(({ name }: { name: string }) => name)).toEqual(['王二'])
})

test('visitors and whoever has not paid have nothing to ask back', async () => {
  const of = await enrolled(await openCourse())
  await decide(of.id, 'pass')
  expect((await regOf(of)).refund).toBeNull()
  expect(await of.api.post('/training/v2/submit', { id: of.id, action: 'cancel' })).toMatchObject({ code: 200 })
  const paid = await confirmed(await openCourse())
  expect(await paid.api.post('/training/v2/submit', { id: paid.id, action: 'cancel' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('取消报名并申请退款'),
  })
})
