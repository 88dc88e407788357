import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '#api/contract.ts'
import type { Endpoint } from '#lib/contract.ts'
import { sealPending } from '#modules/audit/server/sealing.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import * as awarding from '#test/support/awarding.ts'
import { staffSession } from '#test/support/make.ts'

let panel: awarding.Judge[]
let ids: Record<string, number>
/** Values that occur nowhere else in the demo data: a comment, and points. */
const SECRETS = ['独此一句评语', '17.7', '13.3', '31.000', '"31"']

/** The secrets that a text tells. Times of day and addresses are left out: they may hold the digits of a score. */
function secretsIn(text: string, secrets = SECRETS): string[] {
  const left = text.replace(/\d{2}:\d{2}:\d{2}\.\d+|\d+\.\d+\.\d+\.\d+/g, '')
  return secrets.filter(secret => left.includes(secret))
}

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000', DOCUMENTS_PER_MINUTE: '10000' } })

beforeAll(async () => {
  const desks = await awarding.awardDesks(site)
  const called = await awarding.openCall(site)
  const by = await awarding.applicant(site)
  const one = await awarding.entryBeforeExperts(site, { by, called, reviewer: desks.reviewer })
  panel = [await awarding.judge(site), await awarding.judge(site), await awarding.judge(site)]
  const round = await awarding.openRound(desks.awards, {
    callId: called.call.id,
    entryIds: [one.entryId],
    judges: panel,
  })
  const [first] = panel
  await first!.api.post('/award/scoring/declare', { id: round.id })
  const [a, b] = called.call.rules.criteria
  const codes = called.call.rules.criteria.slice(2).map(({ code }) => [code, 0])
  const points = { [a!.code]: 17.7, [b!.code]: 13.3, ...Object.fromEntries(codes) }
  const given = { id: round.id, entryId: one.entryId, points, comment: '独此一句评语' }
  const saved = await first!.api.post('/award/scoring/save', given)
  const entries = [{ entryId: one.entryId, version: saved.data.version }]
  const handed = await first!.api.post('/award/scoring/submit', { id: round.id, entries })
  expect(handed.code).toBe(200)
  ids = { round: round.id, entry: one.entryId, application: one.id, call: called.call.id, expert: first!.expertId }
}, 120_000)

const reads = (Object.entries(contract) as [string, Endpoint][]).filter(([key]) => key.startsWith('GET '))

/** Calls every read endpoint with each id of this round and returns the answers as text. */
async function everythingTo(headers: Record<string, string>, keys: readonly string[]) {
  const told: string[] = []
  let answered = 0
  for (const key of keys) {
    for (const id of new Set(Object.values(ids))) {
      const query = new URLSearchParams({
        id: String(id),
        callId: String(ids.call),
        entryId: String(ids.entry),
        pageNum: '1',
        pageSize: '100',
      })
      const path = key.slice(4).replace(/\{\w+\}/g, String(id))
      const answer = await site.app.inject({ url: `/api${path}?${query}`, headers })
      answered++
      const text = answer.body
      // Numbers of other matters may look alike: points count where they are about this award.
      const found = /award|scoring|audit|message|outbox/.test(key) ? SECRETS : SECRETS.slice(0, 1)
      for (const secret of secretsIn(text, found)) told.push(`${key} ${id}: ${secret}`)
    }
  }
  return { told, answered }
}

test('of an open round nobody of the staff learns a score: by no call, list, file, message or line of the log', async () => {
  const cookie = await staffSession(site, 'admin')
  const headers = { ...cookie, 'sec-fetch-site': 'same-origin' }
  const staff = reads.filter(([, { who }]) => who !== 'anyone' && who !== 'member').map(([key]) => key)
  const { told, answered } = await everythingTo(headers, staff)
  expect(told).toEqual([])
  expect(answered).toBeGreaterThan(200)
  for (const path of ['result', 'result-export', 'record']) {
    const refused = await site.as(cookie).get(`/staff/award/round/${path}`, { id: ids.round! })
    expect(refused).toMatchObject({ code: 409, msg: '这轮评审还没有结束，结束以前谁也看不到评分' })
  }
  // Only the number of submitted scores is disclosed.
  const { data } = await site.as(cookie).get('/staff/award/round/detail', { id: ids.round! })
  expect(data.entries[0]).toMatchObject({ experts: 3, submitted: 1 })
}, 300_000)

test('… nor does another expert of the same panel, or the applicant', async () => {
  const member = reads.filter(([, { who }]) => who === 'member' || who === 'signedIn').map(([key]) => key)
  const { told } = await everythingTo({ token: panel[1]!.token }, member)
  expect(told).toEqual([])
  await panel[1]!.api.post('/award/scoring/declare', { id: ids.round! })
  const seen = await everythingTo(
    { token: panel[1]!.token },
    member.filter(key => key.includes('scoring')),
  )
  expect(seen.told).toEqual([])
  const { data } = await panel[1]!.api.get('/award/scoring/round', { id: ids.round! })
  expect(data).toMatchObject({ assigned: 1, submitted: 0 })
  // … while its expert reads it on every device.
  const own = await panel[0]!.api.get('/award/scoring/entry', { id: ids.round!, entryId: ids.entry! })
  expect(own.data.score).toMatchObject({ total: 31, comment: '独此一句评语' })
}, 300_000)

test('the log has who handed in what, and no points, also in its sealed lines', async () => {
  await sealPending({ ...site.services, now: new Date() } as never)
  const lines = await site.services.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, 'awardRound.submit'))
    .orderBy(auditEvent.id)
  expect(lines[0]!.detail).toMatchObject({ expert: panel[0]!.name })
  const all = JSON.stringify(await site.services.db.select().from(auditEvent))
  expect(secretsIn(all, SECRETS.slice(0, 3))).toEqual([])
})
