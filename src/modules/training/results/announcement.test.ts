import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { studyHours } from '#modules/personnel/server/tables.ts'
import { site } from '#test/setups/site.ts'
import { aTrainer, head, rowOf, type Staff, save, setUpResults } from '#test/setups/training/results.ts'
import { aPerson, confirmedEnrolment, decideEnrolment, enrolVisitor, openCourse } from '#test/support/enrolling.ts'
import { attend, endedCourse, takePart } from '#test/support/examining.ts'
import { asStaff, signUpComplete, staffWith, textsTo } from '#test/support/make.ts'
import { auditEvent } from '../../audit/server/tables.ts'
import { course, participant, registration } from '../server/tables.ts'

setUpResults()

const announce = (by: Staff, id: number, more = {}) => by.post('/staff/training/results/announce', { id, ...more })

describe('the announcement', () => {
  test('names who lacks a result, and marks them absent where that is wanted', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site)
    const ids = await takePart(site, id, 12)
    await save(trainer, id, [{ participantId: ids[0]!, theory: '80' }])
    const lacking = await announce(trainer, id)
    expect(lacking.code).toBe(400)
    const [row] = await site.services.db.select().from(participant).where(eq(participant.id, ids[1]!))
    expect(lacking.msg).toContain('还有 11 人的成绩没有录全')
    expect(lacking.msg).toContain(row!.name)
    expect((await announce(trainer, id, { restAbsent: true })).data).toMatchObject({ announced: 12, passed: 1 })
    expect((await head(trainer, id)).figures).toMatchObject({ passed: 1, absent: 11, fresh: 0 })
    expect((await announce(trainer, id)).msg).toBe('成绩都已公布，没有新的')
  })

  test('waits for the last day of the course', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site, { endsOn: addDays(dayOf(new Date()), 1) })
    await takePart(site, id, 1)
    expect((await announce(trainer, id, { restAbsent: true })).msg).toContain('结束后才能公布成绩')
  })

  test('tells a company in the member centre and a visitor by SMS, ends registrations and credits hours once', async () => {
    const trainer = await aTrainer()
    const company = await signUpComplete(site)
    const id = await openCourse(site, { hours: 16, feeMember: 0, feeOther: 0 })
    const own = await confirmedEnrolment(site, company.token, id, [aPerson(7101), aPerson(7102)])
    const visitor = await enrolVisitor(site, id, [aPerson(7103)])
    const theirs = visitor.answer.data.id
    await decideEnrolment(site, await asStaff(site, await staffWith(site, ['reviewer'])), theirs)
    const { db } = site.services
    const today = dayOf(new Date())
    const people = await db
      .select()
      .from(participant)
      .where(inArray(participant.registrationId, [own, theirs]))
    const [a, b, c] = people.sort((one, other) => one.name.localeCompare(other.name, 'zh')) as [
      ...(typeof people)[number][],
    ] as [(typeof people)[number], (typeof people)[number], (typeof people)[number]]
    await db
      .update(course)
      .set({ startsOn: addDays(today, -3), endsOn: addDays(today, -1), passPractice: 60 })
      .where(eq(course.id, id))
    await db
      .update(participant)
      .set({ checkedInAt: new Date(), seat: '一号考场 01' })
      .where(
        inArray(
          participant.id,
          people.map(one => one.id),
        ),
      )
    await db
      .update(registration)
      .set({ status: 'checkedIn' })
      .where(inArray(registration.id, [own, theirs]))
    // Two sessions; one participant attended neither.
    await attend(site, [a.id, c.id], '2026-01-01a')
    await attend(site, [a.id, c.id], '2026-01-01b')
    await save(trainer, id, [
      { participantId: a.id, theory: '90', practice: '77' },
      { participantId: b.id, theory: '20', practice: '77' },
      { participantId: c.id, theory: '60', practice: '77' },
    ])
    const before = await company.api.get('/training/v2/detail', { id: own })
    expect(before.data.results.map((row: { result: string }) => row.result)).toEqual(['none', 'none'])

    expect((await announce(trainer, id)).data).toEqual({ announced: 3, passed: 2, told: 2, credited: 2 })
    const [row] = await db.select().from(registration).where(eq(registration.id, own))
    expect(row!.status).toBe('finished')
    const { list } = (await company.api.get('/member/message/list', { type: 'training' })).data
    expect(list[0].title).toContain('成绩已公布')
    expect((await textsTo(site, visitor.phone))[0]).toMatch(/成绩已公布：.* (不)?合格/)
    const after = await company.api.get('/training/v2/detail', { id: own })
    const told = { theory: expect.any(Number), practice: 77, seat: '一号考场 01' }
    expect(after.data.results).toMatchObject([told, told])
    expect((await site.get('/app/training/detail', { id })).data.status).toBe('announced')
    const hours = await db.select().from(studyHours).where(eq(studyHours.courseId, id))
    expect(hours.map(({ personId, hours }) => [personId, hours]).sort()).toEqual(
      [a, c].map(one => [one.personId, 16]).sort(),
    )
    expect((await announce(trainer, id)).code).toBe(409)
    expect(await db.select().from(studyHours).where(eq(studyHours.courseId, id))).toHaveLength(2)
  })

  test('a make-up waits for an announcement of its own, and a correction says why', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site)
    const [a, b] = (await takePart(site, id, 2)) as [number, number]
    await save(trainer, id, [
      { participantId: a, theory: '50' },
      { participantId: b, theory: '70' },
    ])
    await announce(trainer, id)
    await save(trainer, id, [{ participantId: a, theory: '75' }], { round: 'makeup' })
    const { db } = site.services
    const announced = async () => (await db.select().from(participant).where(eq(participant.id, a)))[0]!.result
    expect(await announced()).toBe('failed')
    expect((await head(trainer, id)).figures.fresh).toBe(1)
    expect((await announce(trainer, id)).data).toMatchObject({ announced: 1, passed: 1 })
    expect(await announced()).toBe('makeupPassed')

    const { first } = await rowOf(trainer, id, b)
    const change = [{ participantId: b, theory: '58', seen: first.seen }]
    const silent = await save(trainer, id, change)
    expect(silent.data.fields.reason).toBe('有 1 人的成绩已公布，更正须说明原因')
    expect((await save(trainer, id, change, { reason: '阅卷复核，第三题误判' })).code).toBe(200)
    expect((await rowOf(trainer, id, b)).result).toBe('failed')
    const [line] = await db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'result.correct'))
      .orderBy(auditEvent.id)
    expect(line).toMatchObject({ detail: { reason: '阅卷复核，第三题误判' } })
    expect(Object.values(line!.before!)).toEqual(['70'])
    expect(Object.values(line!.after!)).toEqual(['58'])
    expect((await textsTo(site, '13900000903'))[0]).toContain('成绩已更正')
  })

  test('without an exam whoever was at four fifths of the sessions has passed', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site, { hasExam: false })
    const [a, b] = (await takePart(site, id, 2)) as [number, number]
    for (const session of ['2026-01-01a', '2026-01-01b', '2026-01-02a', '2026-01-02b', '2026-01-03a'])
      await attend(site, session < '2026-01-02' ? [a, b] : [a], session)
    expect((await save(trainer, id, [{ participantId: a, theory: '1' }])).code).toBe(409)
    expect((await announce(trainer, id)).data).toMatchObject({ announced: 2, passed: 1, credited: 1 })
    expect((await rowOf(trainer, id, b)).result).toBe('absent')
  })
})
