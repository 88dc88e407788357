import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import {
  type Applicant,
  applicant,
  awardDesks,
  entryBeforeExperts,
  type Judge,
  judge,
  openCall,
  openRound,
  scoreEntry,
} from '../support/awarding.ts'
import { setUpSite, site } from './site.ts'

export { site }
export let desks: Awaited<ReturnType<typeof awardDesks>>
export let called: Awaited<ReturnType<typeof openCall>>
export let companies: Applicant[]
export let entries: Awaited<ReturnType<typeof entryBeforeExperts>>[]
export let panel: Judge[]
export let id: number
export const first = () => entries[0]!.entryId

/** Before the tests of a file, and after them. */
export function setUpScoring() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  beforeAll(async () => {
    desks = await awardDesks(site)
    panel = [await judge(site), await judge(site), await judge(site)]
    companies = [await applicant(site), await applicant(site)]
  }, 120_000)
  /** Each test has a round of its own, with two entries and three experts. */
  beforeEach(async () => {
    called = await openCall(site)
    entries = []
    for (const by of companies) entries.push(await entryBeforeExperts(site, { by, called, reviewer: desks.reviewer }))
    const entryIds = entries.map(({ entryId }) => entryId)
    id = (await openRound(desks.awards, { callId: called.call.id, entryIds, judges: panel })).id
  })
  afterEach(() => vi.useRealTimers())
}

export const rules = () => called.call.rules
export const score = (by: Judge, total: number, comment = '', entryId = first()) =>
  scoreEntry(by, id, entryId, { rules: rules(), total, comment })
export const shown = async () => (await desks.awards.get('/staff/award/round/detail', { id })).data
