import { eq } from 'drizzle-orm'
import { afterEach, beforeAll } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { awardRound } from '#modules/awards/rounds/server/tables.ts'
import * as awarding from '../support/awarding.ts'
import { setUpSite, site, today } from './site.ts'

export let desks: Awaited<ReturnType<typeof awarding.awardDesks>>
export let called: Awaited<ReturnType<typeof awarding.openCall>>
export let companies: awarding.Applicant[]
let entries: Awaited<ReturnType<typeof awarding.entryBeforeExperts>>[]
export let panel: awarding.Judge[]
export const ids = () => entries.map(({ entryId }) => entryId)

export function setUpRounds() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  beforeAll(async () => {
    desks = await awarding.awardDesks(site)
    called = await awarding.openCall(site)
    companies = [await awarding.applicant(site), await awarding.applicant(site), await awarding.applicant(site)]
    entries = []
    for (const by of companies)
      entries.push(await awarding.entryBeforeExperts(site, { by, called, reviewer: desks.reviewer }))
    panel = [await awarding.judge(site), await awarding.judge(site), await awarding.judge(site)]
  }, 120_000)
  /** Give each test the entries for itself. */
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
export const choose = async (id: number, judges: readonly awarding.Judge[], more = {}) =>
  desks.awards.post('/staff/award/round/panel', {
    id,
    version: (await shown(id)).version,
    ...more,
    experts: judges.map(({ expertId }, i) => ({ expertId, role: i === 0 ? 'leader' : 'member' })),
  })
