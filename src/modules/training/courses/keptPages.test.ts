import { once } from 'node:events'
import { eq } from 'drizzle-orm'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { enrol, openCourse, somePeople } from '#test/support/enrolling.ts'
import { signUpComplete } from '#test/support/make.ts'
import { participant } from '../server/tables.ts'

setUpSite()

const pool = () => (site.services.db as unknown as { $client: Pool }).$client

/** Returns whether the change notification that all processes receive was sent. */
async function isHeard(act: () => Promise<unknown>): Promise<boolean> {
  const listener = await pool().connect()
  const heard: string[] = []
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.query('listen content')
  await act()
  // Notifications come in the order of the commits: after this one there is none left of what was done before.
  const last = once(listener, 'notification').then(async function wait(): Promise<void> {
    if (!heard.includes('last')) await once(listener, 'notification').then(wait)
  })
  await pool().query(`select pg_notify('content', 'last')`)
  await last
  await listener.query('unlisten content')
  listener.removeAllListeners('notification')
  listener.release()
  return heard[0] !== 'last'
}

test('a place that is taken or free again is heard of; what is typed, scored or ticked off leaves kept pages alone', async () => {
  const { token } = await signUpComplete(site)
  const courseId = await openCourse(site)
  const people = somePeople(910_000, 2)
  expect(await isHeard(() => enrol(site, token, courseId, people, { action: 'save' }))).toBe(false)
  expect(await isHeard(() => enrol(site, token, courseId, people, { action: 'save' }))).toBe(false)
  let done = { data: { id: 0, version: 0 } }
  expect(
    await isHeard(async () => {
      done = await enrol(site, token, courseId, people)
    }),
  ).toBe(true)
  const { id, version } = done.data
  const score = () =>
    site.services.db
      .update(participant)
      .set({ result: 'passed', seat: '一号考场 01' })
      .where(eq(participant.courseId, courseId))
  expect(await isHeard(score)).toBe(false)
  const cancel = () => site.as(token).post('/training/v2/submit', { id, version, action: 'cancel' })
  expect(await isHeard(cancel)).toBe(true)
})
