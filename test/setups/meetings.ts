import { beforeEach } from 'vitest'
import { applied, secretary } from '../support/applying.ts'
import { asStaff, staffWith } from '../support/make.ts'
import { attendance, bodyIdOf } from '../support/meeting.ts'
import { setUpSite, site } from './site.ts'

export type Staff = Awaited<ReturnType<typeof asStaff>>
type Meeting = { id: number; version: number }

export let reviewer: Staff
/** Staff member who records decisions of meetings. */
export let clerk: Staff

/** The demo association, where meetings decide on applications to join. */
export function setUpMeetings() {
  setUpSite({ demo: true })
  beforeEach(async () => {
    reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
    clerk = await secretary(site)
  })
}

export const TITLE = '票数试验会议'

export const detail = async (id: number, by = clerk) => (await by.get('/staff/meeting/detail', { id })).data

/** Votes on one item. */
export const counted = (itemId: number, yes: number, no: number, abstained: number, recused = 0) => ({
  itemId,
  yes,
  no,
  abstained,
  recused,
})

export const attended = (present: number, entitled = 45) => ({ ...attendance, present, entitled, onLeave: 0 })

export const record = ({ id, version }: Meeting, given: object, by = clerk) =>
  by.post('/staff/meeting/record', { id, version, opinion: '理事会通过', ...given })

/** A meeting that has met on these. */
export async function metOn(applicationIds: number[], code = 'council'): Promise<Meeting> {
  const bodyId = await bodyIdOf(site, code)
  const made = (await clerk.post('/staff/meeting/save', { title: TITLE, bodyId, meetsOn: '2026-12-08' })).data
  const items = applicationIds.map(applicationId => ({ applicationId }))
  const filled = (await clerk.post('/staff/meeting/items', { ...made, items })).data
  return (await clerk.post('/staff/meeting/move', { ...filled, to: 'held' })).data
}

/** A meeting that has met, on so many applications; `ids` are those of its items. */
export async function met(
  count: number,
  code = 'council',
): Promise<Meeting & { ids: number[]; applicationIds: number[] }> {
  const applicationIds: number[] = []
  for (let i = 0; i < count; i++) applicationIds.push((await applied(site, reviewer)).id)
  const of = await metOn(applicationIds, code)
  const { agenda } = await detail(of.id)
  return { ...of, ids: agenda.map(({ itemId }: { itemId: number }) => itemId), applicationIds }
}
