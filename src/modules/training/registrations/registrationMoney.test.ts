import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { application } from '#modules/review/server/tables.ts'
import {
  act,
  cashier,
  confirmed,
  decide,
  detail,
  enrolled,
  inDays,
  openCourse,
  pay,
  rowOf,
  settle,
  setUpRegistrations,
  site,
  today,
  trainer,
} from '../../../../test/setups/training/registrations.ts'
import { textsTo } from '../../../../test/support/make.ts'
import { registration } from '../enrolling/server/tables.ts'

setUpRegistrations()

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

  test('that is given back ends the registration, and its place goes to who waits', async () => {
    const courseId = await openCourse({ quota: 1 })
    const of = await confirmed(courseId)
    const waiting = await enrolled(courseId)
    expect(await detail(waiting.id)).toMatchObject({ status: 'waiting', ahead: { people: 0 } })
    const { version } = await detail(of.id)
    const asked = { id: of.id, version, reason: '因故不能参加', refundedOn: today }
    expect((await act('refund', asked, trainer)).code).toBe(403)
    const early = await act('refund', { ...asked, refundedOn: inDays(1) }, cashier)
    expect(early).toMatchObject({ code: 400, data: { fields: { refundedOn: '不能晚于今天' } } })
    expect((await act('refund', asked, cashier)).data).toMatchObject({ status: 'refunded' })
    expect((await act('refund', asked, cashier)).code).toBe(409)
    expect(await detail(of.id)).toMatchObject({ fee: { refundedOn: today, refundNote: '因故不能参加' }, canDo: [] })
    expect((await rowOf(waiting.id)).status).toBe('offered')
    expect((await textsTo(site, of.phone))[0]).toContain('1,000.00')
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
    const row = await rowOf(of.id)
    const asked = { id: of.id, version: row.version, reason: '培训班取消', refundedOn: today }
    expect((await act('refund', asked, cashier)).data.status).toBe('refunded')
  })
})
