import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { enrol, openCourse, showEnrolment, somePeople } from '#test/support/enrolling.ts'
import { signUpComplete } from '#test/support/make.ts'
import { dayOrNight } from '#test/support/night.ts'
import { participant, registration } from '../server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })

let next = 0
const people = (count: number) => {
  next += count
  return somePeople(next - count, count)
}
const companies = async (count: number) => {
  const all: Awaited<ReturnType<typeof signUpComplete>>[] = []
  for (let i = 0; i < count; i++) all.push(await signUpComplete(site))
  return all
}

/** Retries a call that was refused with 503 because too many are waiting. */
async function insist<Answer extends { code: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask()
  return answer.code === 503 ? insist(ask) : answer
}

const enrolled = async (id: number) => (await site.get('/app/training/detail', { id })).data.enrolled

test('of many at once for the last place one has it, and the others wait in order', async () => {
  const courseId = await openCourse(site, { quota: 1 })
  const count = dayOrNight(12, 50)
  const all = await companies(count)
  const answers = await Promise.all(all.map(({ token }) => insist(() => enrol(site, token, courseId, people(1)))))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
  expect(answers.filter(({ data }) => data.status === 'submitted')).toHaveLength(1)
  expect(await enrolled(courseId)).toBe(1)

  const rows = await site.services.db.select().from(registration).where(eq(registration.courseId, courseId))
  const waiting = rows
    .filter(({ status }) => status === 'waiting')
    .toSorted((a, b) => a.queuedAt!.getTime() - b.queuedAt!.getTime() || a.id - b.id)
  expect(waiting).toHaveLength(count - 1)
  expect(new Set(waiting.map(({ queuedAt }) => queuedAt!.getTime())).size).toBe(count - 1)
  const aheadOf = new Map<number, number>()
  for (const [i, { data }] of answers.entries())
    if (data.status === 'waiting') aheadOf.set(data.id, (await showEnrolment(site, all[i]!.token, data.id)).reg.ahead)
  expect(waiting.map(({ id }) => aheadOf.get(id))).toEqual(Array.from({ length: count - 1 }, (_, i) => i))
}, 120_000)

test('of groups at once no more come in than there are places, and none in parts', async () => {
  const courseId = await openCourse(site, { quota: 10 })
  const all = await companies(12)
  const sizes = all.map((_, i) => 1 + (i % 3))
  const sent = sizes.map(size => people(size))
  const answers = await Promise.all(all.map(({ token }, i) => insist(() => enrol(site, token, courseId, sent[i]!))))
  const taken = sizes.filter((_, i) => answers[i]!.data.status === 'submitted').reduce((sum, size) => sum + size, 0)
  expect(await enrolled(courseId)).toBe(taken)
  expect(taken).toBeLessThanOrEqual(10)
  expect(taken).toBeGreaterThan(7)
}, 60_000)

test('the same person signed up by two at once is signed up by one', async () => {
  for (let round = 0; round < dayOrNight(1, 3); round++) {
    const courseId = await openCourse(site)
    const rows = people(1)
    const both = await companies(2)
    const answers = await Promise.all(both.map(({ token }) => insist(() => enrol(site, token, courseId, rows))))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400])
    const refused = answers.find(({ code }) => code === 400)!
    expect(Object.keys(refused.data.fields)).toEqual(['participants.0.idNumber'])
    expect(await enrolled(courseId)).toBe(1)
  }
})

test('two clicks at once are one registration, and both hear the same', async () => {
  const courseId = await openCourse(site)
  const [own] = await companies(1)
  const rows = people(2)
  const [one, two] = await Promise.all([1, 2].map(() => insist(() => enrol(site, own!.token, courseId, rows))))
  expect([one!.code, two!.data]).toEqual([200, one!.data])
  const { db } = site.services
  // Subjects of other kinds of application may have the same number.
  const isIts = and(eq(application.kind, 'enrolment'), eq(application.subjectId, courseId))
  expect(await db.$count(application, isIts)).toBe(1)
  expect(await db.$count(participant, eq(participant.courseId, courseId))).toBe(2)
})

test('cancelled by all at once while others come, every place is somebody’s and nobody has two', async () => {
  const courseId = await openCourse(site, { quota: 5 })
  const [holders, late] = [await companies(5), await companies(8)]
  const held: { id: number; version: number }[] = []
  for (const { token } of holders) {
    const { id, version } = (await enrol(site, token, courseId, people(1))).data
    held.push({ id, version })
  }
  const sent = late.map(() => people(1))
  const cancel = (i: number) => holders[i]!.api.post('/training/v2/submit', { action: 'cancel', ...held[i]! })
  const answers = await Promise.all([
    ...holders.map((_, i) => insist(() => cancel(i))),
    ...late.map(({ token }, i) => insist(() => enrol(site, token, courseId, sent[i]!))),
  ])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
  const rows = await site.services.db.select().from(registration).where(eq(registration.courseId, courseId))
  const having = rows.filter(({ status }) => status === 'submitted' || status === 'offered')
  expect([having.length, await enrolled(courseId)]).toEqual([5, 5])
  expect(rows.filter(({ status }) => status === 'waiting')).toHaveLength(3)
}, 60_000)
