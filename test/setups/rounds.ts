import { eq } from 'drizzle-orm'
import { afterEach, beforeAll } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { awardRound } from '#modules/awards/rounds/server/tables.ts'
import {
  type Applicant,
  applicant,
  awardDesks,
  entryBeforeExperts,
  type Judge,
  judge,
  openCall,
} from '../support/awarding.ts'
import { setUpSite, site } from './site.ts'

export { site }
export let desks: Awaited<ReturnType<typeof awardDesks>>
export let called: Awaited<ReturnType<typeof openCall>>
export let companies: Applicant[]
let entries: Awaited<ReturnType<typeof entryBeforeExperts>>[]
export let panel: Judge[]
export const today = dayOf(new Date())
export const ids = () => entries.map(({ entryId }) => entryId)

/** Before the tests of a file, and after them. */
export function setUpRounds() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  beforeAll(async () => {
    desks = await awardDesks(site)
    called = await openCall(site)
    companies = [await applicant(site), await applicant(site), await applicant(site)]
    entries = []
    for (const by of companies) entries.push(await entryBeforeExperts(site, { by, called, reviewer: desks.reviewer }))
    panel = [await judge(site), await judge(site), await judge(site)]
  }, 120_000)
  /** Each test has the entries for itself. */
  afterEach(() =>
    site.services.db
      .update(awardRound)
      .set({ state: 'closed', closedAt: new Date() })
      .where(eq(awardRound.callId, called.call.id)),
  )
}

export const shown = async (id: number) => (await desks.awards.get('/staff/award/round/detail', { id })).data
export const plan = async (by = desks.awards, entryIds = ids()) => {
  const given = { callId: called.call.id, name: '筹备', kind: 'online', dueOn: addDays(today, 5), entryIds }
  const { data, msg } = await by.post('/staff/award/round/save', given)
  if (!data?.id) throw new Error(msg)
  return data as { id: number; version: number }
}
export const choose = async (id: number, judges: readonly Judge[], more = {}) =>
  desks.awards.post('/staff/award/round/panel', {
    id,
    version: (await shown(id)).version,
    ...more,
    experts: judges.map(({ expertId }, i) => ({ expertId, role: i === 0 ? 'leader' : 'member' })),
  })
