import { and, eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { course } from '#modules/training/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { aPerson, confirmedEnrolment, memberCompany, openCourse } from '#test/support/enrolling.ts'
import { asStaff, newPhone, textsTo } from '#test/support/make.ts'

setUpSite({ demo: true })

const today = () => dayOf(new Date())

/** A course with one person enrolled who left a number of their own. */
async function enrolledCourse(startsOn: string) {
  // Has all that publication requires.
  const [{ id: _, createdAt: __, ...complete }] = (await site.services.db
    .select()
    .from(course)
    .where(and(isNotNull(course.publishedAt), eq(course.mode, 'onsite')))
    .limit(1)) as [typeof course.$inferSelect]
  const courseId = await openCourse(site, {
    ...complete,
    feeMember: 0,
    feeOther: 0,
    quota: 10,
    sessions: [],
    checkInOn: null,
    cancelledAt: null,
    resultsAt: null,
    applyFrom: startOf(addDays(today(), -5)),
    applyUntil: startOf(addDays(today(), 1)),
    startsOn,
    endsOn: startsOn,
    provinceCode: '120000',
  })
  const company = await memberCompany(site)
  const mobile = newPhone()
  await confirmedEnrolment(site, company.token, courseId, [aPerson(Number(mobile.slice(5)), { mobile })])
  const trainer = await asStaff(site, 'trainer')
  const move = async (form: object, more: object = {}) => {
    const { version } = (await trainer.get('/staff/training/course/detail', { id: courseId })).data
    return { id: courseId, version, form, ...more }
  }
  return { courseId, mobile, trainer, move }
}

describe('a published course whose place changes', () => {
  test('says whom it tells before it is saved, then tells registrants and people, each place said once', async () => {
    const { mobile, trainer, move } = await enrolledCourse(addDays(today(), 20))
    const moved = await move({ city: '天津', address: '天津市津南区示范路 1 号' })
    const call = 'POST /staff/training/course/save'
    const { data } = await trainer.post('/staff/reach', { call, inputs: [moved] })
    expect(data).toMatchObject({ people: 2, inbox: 1, none: 0 })
    expect(await textsTo(site, mobile)).toEqual([])
    expect(await trainer.post('/staff/training/course/save', moved)).toMatchObject({ code: 200 })
    expect(await textsTo(site, mobile)).toEqual([expect.stringContaining('地点改为 天津市津南区示范路 1 号')])
  })

  test('tells nobody where only a slip of the pen is corrected', async () => {
    const { mobile, trainer, move } = await enrolledCourse(addDays(today(), 20))
    const before = await site.services.db.$count(outbox)
    const corrected = await move({ address: '示例会议中心二楼' }, { tell: false })
    expect(await trainer.post('/staff/training/course/save', corrected)).toMatchObject({ code: 200 })
    expect(await textsTo(site, mobile)).toEqual([])
    expect(await site.services.db.$count(outbox)).toBe(before)
  })

  test.each([
    [20, true],
    [2, false],
  ])('%d days before its beginning: its texts wait for the morning: %s', async (days, waits) => {
    const { courseId, trainer, move } = await enrolledCourse(addDays(today(), 20))
    await site.services.db
      .update(course)
      .set({ startsOn: addDays(today(), days), endsOn: addDays(today(), days) })
      .where(eq(course.id, courseId))
    await site.services.db.delete(outbox)
    expect(await trainer.post('/staff/training/course/save', await move({ address: '新的会场' }))).toMatchObject({
      code: 200,
    })
    const rows = (await site.services.db.select().from(outbox)).filter(({ channel }) => channel === 'sms')
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ byDay }) => byDay))).toEqual(new Set([waits]))
  })
})
