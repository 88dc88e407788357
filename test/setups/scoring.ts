import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import * as awarding from '../support/awarding.ts'
import { setUpSite, site } from './site.ts'

export let desks: Awaited<ReturnType<typeof awarding.awardDesks>>
export let called: Awaited<ReturnType<typeof awarding.openCall>>
export let companies: awarding.Applicant[]
export let entries: Awaited<ReturnType<typeof awarding.entryBeforeExperts>>[]
export let panel: awarding.Judge[]
export let id: number
export const first = () => entries[0]!.entryId

export function setUpScoring() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  beforeAll(async () => {
    desks = await awarding.awardDesks(site)
    panel = [await awarding.judge(site), await awarding.judge(site), await awarding.judge(site)]
    companies = [await awarding.applicant(site), await awarding.applicant(site)]
  }, 120_000)
  /** Each test has its own round with two entries and three experts. */
  beforeEach(async () => {
    called = await awarding.openCall(site)
    entries = []
    for (const by of companies)
      entries.push(await awarding.entryBeforeExperts(site, { by, called, reviewer: desks.reviewer }))
    const entryIds = entries.map(({ entryId }) => entryId)
    id = (await awarding.openRound(desks.awards, { callId: called.call.id, entryIds, judges: panel })).id
  })
  afterEach(() => vi.useRealTimers())
}

export const rules = () => called.call.rules
export const score = (by: awarding.Judge, total: number, comment = '', entryId = first()) =>
  awarding.scoreEntry(by, id, entryId, { rules: rules(), total, comment })
export const shown = async () => (await desks.awards.get('/staff/award/round/detail', { id })).data
