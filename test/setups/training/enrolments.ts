import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { participant, registration } from '#modules/training/server/tables.ts'
import { somePeople } from '../../support/enrolling.ts'
import { asStaff } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export let reviewer: Awaited<ReturnType<typeof asStaff>>
export let cashier: Awaited<ReturnType<typeof asStaff>>

export function setUpEnrolments() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })
  beforeAll(async () => {
    reviewer = await asStaff(site, 'reviewer')
    cashier = await asStaff(site, 'cashier')
  })
}

let next = 0
/** Whom nobody else in these tests has. */
export const people = (count: number) => {
  next += count
  return somePeople(next - count, count)
}
export const peopleIn = (id: number) =>
  site.services.db.select().from(participant).where(eq(participant.registrationId, id)).orderBy(participant.place)

export const kept = async (id: number) =>
  (await site.services.db.select().from(registration).where(eq(registration.id, id)))[0]!
