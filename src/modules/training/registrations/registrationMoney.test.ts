import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { application } from '#modules/review/server/tables.ts'
import { site, today } from '#test/setups/site.ts'
import {
  act,
  cashier,
  confirmed,
  decide,
  detail,
  enrolled,
  openCourse,
  pay,
  rowOf,
  settle,
  setUpRegistrations,
  trainer,
} from '#test/setups/training/registrations.ts'
import { asStaff, staffWith, textsTo } from '#test/support/make.ts'
import { registration } from '../server/tables.ts'

setUpRegistrations()

let other: typeof cashier
beforeAll(async () => {
  other = await asStaff(site, await staffWith(site, ['cashier']))
})

/** Refund: requested by one user, approved by another, and paid by the bank. */
async function giveBack(id: number, { amount, reason }: { amount: number; reason: string }) {
  const { receivableId } = (await detail(id, cashier)).fee
  const to = { payee: '北京示例锅炉清洗有限公司', account: '6222000011112222' }
  const asked = await cashier.post('/staff/refund/ask', { id: receivableId, amount, reason, ...to })
  expect(asked).toMatchObject({ code: 200, data: { state: 'asked' } })
  const refund = async () => (await cashier.get('/staff/refund/detail', { id: asked.data.id })).data
  const { approvalId } = await refund()
  expect(await cashier.post('/staff/approval/agree', { id: approvalId })).toMatchObject({ code: 403 })
  expect(await other.post('/staff/approval/agree', { id: approvalId })).toMatchObject({ code: 200 })
  const { version } = await refund()
  const slip = { paidOn: today, slipNumber: `T${asked.data.id}` }
  expect(await cashier.post('/staff/refund/pay', { id: asked.data.id, version, ...slip })).toMatchObject({ code: 200 })
}

describe('the money', () => {
  test('is confirmed by finance alone: with it the participants are persons of the register', async () => {
    const of = await enrolled(await openCourse())
    await decide(of.id, 'pass')
    const { course } = await detail(of.id)
    expect((await trainer.get('/staff/training/course/detail', { id: course.id })).data).toMatchObject({ unpaid: 1 })
    await pay(of)
    expect((await detail(of.id)).canDo).toEqual([])
    expect((await settle(of.id, 'pass', {}, trainer)).code).toBe(403)
    const seen = await detail(of.id, cashier)
    expect(seen).toMatchObject({ canDo: ['confirm', 'giveBack'], fee: { paidOn: today, slip: { name: '凭证.png' } } })
    expect((await settle(of.id, 'return')).code).toBe(400)
    expect((await settle(of.id, 'return', { opinion: '金额不符' })).data.status).toBe('unpaid')
    await pay(of)
    expect((await settle(of.id, 'pass')).data).toMatchObject({ status: 'confirmed', statusName: '报名成功' })
    expect((await detail(of.id)).people[0].personId).toEqual(expect.any(Number))
  })

  test('of several is confirmed at once', async () => {
    const courseId = await openCourse()
    const two = [await enrolled(courseId), await enrolled(courseId)]
    for (const of of two) {
      await decide(of.id, 'pass')
      await pay(of)
    }
    const items = await Promise.all(
      two.map(async ({ id }) => ({ id, version: (await detail(id)).application.version })),
    )
    expect((await act('paymentMany', { items }, trainer)).code).toBe(403)
    const { data } = await act('paymentMany', { items }, cashier)
    expect(data.map(({ done }: { done: boolean }) => done)).toEqual([true, true])
  })

  test('that is given back, by two persons, ends the registration, and its place goes to who waits', async () => {
    const courseId = await openCourse({ quota: 1 })
    const of = await confirmed(courseId)
    const waiting = await enrolled(courseId)
    expect(await detail(waiting.id)).toMatchObject({ status: 'waiting', ahead: { people: 0 } })
    expect((await detail(of.id)).fee.receivableId, 'of no business of a trainer').toBeNull()
    const { receivableId } = (await detail(of.id, cashier)).fee
    const owed = (await cashier.get('/staff/receivable/detail', { id: receivableId })).data
    expect(owed).toMatchObject({ refundable: 1000, afterRefund: expect.stringContaining('报名随之终止') })
    await giveBack(of.id, { amount: 400, reason: '误收' })
    expect(await detail(of.id)).toMatchObject({ status: 'confirmed', fee: { refundedOn: null } })
    expect((await textsTo(site, of.phone))[0]).toContain('400 元')
    await giveBack(of.id, { amount: 600, reason: '因故不能参加' })
    expect(await detail(of.id)).toMatchObject({
      status: 'refunded',
      fee: { refundedOn: today, refundNote: '因故不能参加' },
      canDo: [],
      history: [{ name: '培训费全额退还', reason: '因故不能参加' }],
    })
    expect((await detail(of.id, cashier)).fee.receivableId).toBe(receivableId)
    expect((await rowOf(waiting.id)).status).toBe('offered')
    const { number } = await rowOf(of.id)
    const [row] = (await cashier.get('/staff/receivable/list', { key: number! })).data.list
    expect(row).toMatchObject({ state: 'refunded', received: 1000, refunded: 1000, net: 0 })
    const { list } = (await cashier.get('/staff/refund/list', { key: number! })).data
    expect(list.map((one: { amount: number }) => one.amount)).toEqual([600, 400])
  })

  test('that is given back to who has come leaves the place', async () => {
    const of = await confirmed(await openCourse())
    await site.services.db.update(registration).set({ status: 'checkedIn' }).where(eq(registration.id, of.id))
    await giveBack(of.id, { amount: 1000, reason: '会长办公会决定免收' })
    expect(await detail(of.id)).toMatchObject({ status: 'checkedIn', people: [{ isActive: true }] })
  })

  test('that may have come before its course was cancelled is listed to be given back', async () => {
    const courseId = await openCourse()
    const of = await enrolled(courseId)
    await decide(of.id, 'pass')
    await pay(of)
    const { version } = (await trainer.get('/staff/training/course/detail', { id: courseId })).data
    await trainer.post('/staff/training/course/cancel', { id: courseId, version, reason: '讲师生病' })
    const due = await trainer.get('/staff/training/registrations', { courseId, status: 'refundDue' })
    expect(due.data.list).toMatchObject([{ id: of.id, status: 'cancelled', refundDue: true }])
    const [{ state }] = (await site.services.db
      .select({ state: application.state })
      .from(application)
      .innerJoin(registration, eq(registration.applicationId, application.id))
      .where(eq(registration.id, of.id))) as [{ state: string }]
    expect(state).toBe('withdrawn')
    await giveBack(of.id, { amount: 1000, reason: '培训班取消' })
    expect(await detail(of.id)).toMatchObject({ status: 'refunded', fee: { refundDue: false } })
  })
})
