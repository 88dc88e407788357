import { afterEach, describe, expect, test, vi } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { site } from '#test/setups/site.ts'
import { people, setUpEnrolments } from '#test/setups/training/enrolments.ts'
import { enrol, openCourse, showEnrolment } from '#test/support/enrolling.ts'
import { signUpComplete } from '#test/support/make.ts'

setUpEnrolments()

describe.each(['America/New_York', 'UTC'])('on a server in %s', zone => {
  const before = process.env.TZ
  afterEach(() => {
    process.env.TZ = before
    vi.useRealTimers()
  })

  test('the deadline is midnight in Shanghai, for signing up and for amending', async () => {
    process.env.TZ = zone
    const midnight = startOf(addDays(dayOf(new Date()), 1))
    const at = (ms: number) => vi.setSystemTime(new Date(midnight.getTime() + ms))
    const courseId = await openCourse(site, { applyUntil: new Date(midnight.getTime() - 1) })
    vi.useFakeTimers({ toFake: ['Date'] })
    at(-60_000)
    const [early, late] = [await signUpComplete(site), await signUpComplete(site)]
    at(-1000)
    const done = await enrol(site, early.token, courseId, people(1))
    expect(done.data).toMatchObject({ status: 'submitted' })
    at(0)
    const refused = await enrol(site, late.token, courseId, people(1))
    expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('23:59 截止')])
    const { id, version } = done.data
    const amend = { id, version, action: 'submit', participants: people(1) }
    expect((await early.api.post('/training/v2/submit', amend)).code).toBe(409)
    expect((await showEnrolment(site, early.token, id)).reg).toMatchObject({ canEdit: false, canCancel: true })
  })
})
