import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { participant } from '#modules/training/server/tables.ts'
import { seatPeople, startClass } from '../../support/classroom.ts'
import { asStaff, staffSession, staffWith } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export function setUpRunningCourses() {
  setUpSite()
}

export const trainer = async () => asStaff(site, await staffWith(site, ['trainer']))
export const people = (count: number, more: object = {}) => Array.from({ length: count }, () => more)
export const personOf = async (id: number) =>
  (await site.services.db.select().from(participant).where(eq(participant.id, id)))[0]!
export const linesOf = (action: string, objectId: number) =>
  site.services.db.$count(auditEvent, and(eq(auditEvent.action, action), eq(auditEvent.objectId, objectId)))

/** Makes tickets as the screen does: it confirms the number of people from the preview. */
export async function makeTickets(by: Awaited<ReturnType<typeof asStaff>>, courseId: number) {
  const { data } = await by.get('/staff/training/tickets/preview', { courseId })
  return by.post('/staff/training/tickets/make', { courseId, expected: data.people })
}

export async function download(path: string, query: Record<string, string | number>) {
  const headers = await staffSession(site, await staffWith(site, ['trainer']))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await site.app.inject({ url: `/api${path}?${search}`, headers })
  return { type: response.headers['content-type'], bytes: response.rawPayload }
}

/** A class whose tickets are made; answers the tokens, in the order of the numbers. */
export async function ticketed(count: number, changes: Parameters<typeof startClass>[1] = {}, more: object = {}) {
  const { id } = await startClass(site, changes)
  const order = await seatPeople(site, id, people(count), more)
  const staff = await trainer()
  expect((await makeTickets(staff, id)).msg).toBe('ok')
  const rows = await Promise.all(order.people.map(personOf))
  return { id, order, staff, rows, tokens: rows.map(({ token }) => token!) }
}
