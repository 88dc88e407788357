import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { message } from '#modules/messages/server/tables.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import {
  applicationOf,
  decideEnrolment,
  enrol,
  openCourse,
  showEnrolment,
  somePeople,
} from '#test/support/enrolling.ts'
import { signUpComplete } from '#test/support/make.ts'
import { course } from '../server/tables.ts'
import { offerAllPlaces, offerPlaces } from './server/waitingList.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })

const reviewer = setUpStaff('reviewer')

let next = 0
const people = (count: number) => {
  next += count
  return somePeople(next - count, count)
}

const calendar = (days = 0): Ctx => site.ctx(new Date(Date.now() + days * 86_400_000))

/** A company that asks for that many places, and where it stands. */
async function company(courseId: number, count: number) {
  const own = await signUpComplete(site)
  const { code, data, msg } = await enrol(site, own.token, courseId, people(count))
  if (code !== 200) throw new Error(msg)
  const id: number = data.id
  const show = async () => (await showEnrolment(site, own.token, id)).reg
  const act = async (action: string, more: object = {}) =>
    own.api.post('/training/v2/submit', { id, action, version: (await show()).version, ...more })
  return { ...own, id, status: data.status as string, show, act }
}

const enrolled = async (id: number) => (await site.get('/app/training/detail', { id })).data.enrolled

describe('a course without places left', () => {
  test('lets whoever comes wait, and says how many are before them; a place that is free is the first one’s', async () => {
    const courseId = await openCourse(site, { quota: 1, offerDays: 2 })
    const holder = await company(courseId, 1)
    const [first, second] = [await company(courseId, 1), await company(courseId, 1)]
    expect([holder.status, first.status, second.status]).toEqual(['submitted', 'waiting', 'waiting'])
    expect(await first.show()).toMatchObject({
      ahead: 0,
      statusName: '候补中',
      deadline: addDays(dayOf(new Date()), 19),
    })
    expect(await second.show()).toMatchObject({ ahead: 1, canCancel: true, canEdit: true })

    expect((await holder.act('cancel')).data).toMatchObject({ status: 'cancelled' })
    const offered = await first.show()
    expect(offered).toMatchObject({ status: 'offered', canAccept: true, deadline: addDays(dayOf(new Date()), 2) })
    expect(await second.show()).toMatchObject({ status: 'waiting', ahead: 0 })
    expect(await enrolled(courseId)).toBe(1)
    const told = await site.services.db
      .select()
      .from(message)
      .where(eq(message.accountId, first.accountId))
      .orderBy(message.id)
    expect(told.at(-1)!.title).toContain('有了名额')
    expect(told.at(-1)!.route).toBe(`/admin/user/training/registrations/${first.id}`)

    const { version } = offered
    const answers = await Promise.all([1, 2].map(() => first.act('accept', { version })))
    expect(answers.map(({ data }) => data.status)).toEqual(['submitted', 'submitted'])
    expect((await decideEnrolment(site, reviewer, first.id)).data.status).toBe('unpaid')
    expect(await second.show()).toMatchObject({ status: 'waiting' })
  })

  test('keeps an offer for its days; then it is the next one’s', async () => {
    const courseId = await openCourse(site, { quota: 1, offerDays: 2 })
    const holder = await company(courseId, 1)
    const [first, second] = [await company(courseId, 1), await company(courseId, 1)]
    await holder.act('cancel')
    await applyDeadlines(calendar(2))
    expect((await first.show()).status).toBe('offered')
    await applyDeadlines(calendar(3))
    expect([(await first.show()).status, (await second.show()).status]).toEqual(['expired', 'offered'])
    const late = await first.act('accept')
    expect([late.code, late.msg]).toEqual([409, expect.stringContaining('系统')])
    // A registrant whose offer lapsed may enrol again, at the end of the queue.
    const again = await enrol(site, first.token, courseId, people(1))
    expect(again.data.status).toBe('waiting')
  })

  test('frees the places of who does not pay, is refused or mends nothing', async () => {
    for (const end of ['unpaid', 'rejected', 'returned'] as const) {
      const courseId = await openCourse(site, { quota: 1, payDays: 3 })
      const holder = await company(courseId, 1)
      const first = await company(courseId, 1)
      if (end === 'rejected')
        await decideEnrolment(site, reviewer, holder.id, { action: 'reject', opinion: '不符合条件' })
      else {
        const action = end === 'unpaid' ? 'pass' : 'return'
        await decideEnrolment(site, reviewer, holder.id, { action, opinion: '请补正' })
        expect(await holder.show()).toMatchObject({ status: end, deadline: addDays(dayOf(new Date()), 3) })
        await applyDeadlines(calendar(4))
      }
      expect((await holder.show()).status).toBe(end === 'rejected' ? 'rejected' : 'expired')
      expect((await first.show()).status).toBe('offered')
    }
  })

  test('passes over who needs more than are free, who keeps the turn', async () => {
    const courseId = await openCourse(site, { quota: 4 })
    const [one, other] = [await company(courseId, 1), await company(courseId, 3)]
    const [three, single] = [await company(courseId, 3), await company(courseId, 1)]
    expect(await single.show()).toMatchObject({ status: 'waiting', ahead: 3 })
    await one.act('cancel')
    expect([(await three.show()).status, (await single.show()).status]).toEqual(['waiting', 'offered'])
    expect(await three.show()).toMatchObject({ ahead: 0 })
    await other.act('cancel')
    expect((await three.show()).status).toBe('offered')
    expect(await enrolled(courseId)).toBe(4)
  })

  test('who waits may come with fewer, and has the places then that are free', async () => {
    const courseId = await openCourse(site, { quota: 3 })
    await company(courseId, 2)
    const two = await company(courseId, 2)
    expect(two.status).toBe('waiting')
    const fewer = await two.act('submit', { participants: people(1) })
    expect(fewer.data.status).toBe('offered')
    expect(await enrolled(courseId)).toBe(3)
  })

  test('whoever gives up a part of what they hold makes room, too', async () => {
    const courseId = await openCourse(site, { quota: 2 })
    const both = await company(courseId, 2)
    const single = await company(courseId, 1)
    await both.act('submit', { participants: people(1) })
    expect((await single.show()).status).toBe('offered')
  })

  test('does not take who came later before who waits, while those fit', async () => {
    const courseId = await openCourse(site, { quota: 1 })
    await company(courseId, 1)
    const first = await company(courseId, 1)
    // A place that nobody has been told of yet.
    await site.services.db.update(course).set({ quota: 2 }).where(eq(course.id, courseId))
    const late = await company(courseId, 1)
    expect([(await first.show()).status, late.status]).toEqual(['offered', 'waiting'])
  })

  test('with a higher quota has places for as many as wait, in order; the daily job does what was missed', async () => {
    const courseId = await openCourse(site, { quota: 1 })
    await company(courseId, 1)
    const waiting = [await company(courseId, 1), await company(courseId, 1), await company(courseId, 1)]
    const { db } = site.services
    await db.update(course).set({ quota: 3 }).where(eq(course.id, courseId))
    await offerAllPlaces(calendar())
    const states = async () => Promise.all(waiting.map(async ({ show }) => (await show()).status))
    expect(await states()).toEqual(['offered', 'offered', 'waiting'])
    await db.update(course).set({ quota: 4 }).where(eq(course.id, courseId))
    await db.transaction(tx => offerPlaces({ ...calendar(), db: tx }, courseId))
    expect(await states()).toEqual(['offered', 'offered', 'offered'])
    expect(await enrolled(courseId)).toBe(4)
  })

  test('ends its waiting list, and offers nothing any more, when it begins', async () => {
    const courseId = await openCourse(site, { quota: 1, startsOn: addDays(dayOf(new Date()), 6) })
    const holder = await company(courseId, 1)
    const first = await company(courseId, 1)
    await applyDeadlines(calendar(5))
    expect((await first.show()).status).toBe('waiting')
    await applyDeadlines(calendar(6))
    expect((await first.show()).status).toBe('expired')
    const id = await applicationOf(site, holder.id)
    expect((await reviewer.get('/staff/review/detail', { id })).data.status).toBe('submitted')
  })

  test('keeps an offer never beyond the day before it begins', async () => {
    const tomorrow = addDays(dayOf(new Date()), 1)
    const courseId = await openCourse(site, { quota: 1, offerDays: 5, startsOn: addDays(tomorrow, 1) })
    const holder = await company(courseId, 1)
    const first = await company(courseId, 1)
    await holder.act('cancel')
    expect(await first.show()).toMatchObject({ status: 'offered', deadline: tomorrow })
  })
})
