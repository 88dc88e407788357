import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  castSecretly as castOnPhone,
  closeEarly,
  detailOf,
  motion,
  newVoters,
  openedBallot,
  openWith,
  phoneOf,
  pick,
} from '#test/support/balloting.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { castSecretly, keptVote } from './pages/secretCasting.ts'

setUpSite({ demo: true })

/** The browser of one phone: its memory, and a network that fails when it is told to. */
let memory: Map<string, string>
let failing: string[]
const sent: { path: string; headers: Record<string, string>; credentials?: string }[] = []

beforeEach(() => {
  memory = new Map()
  failing = []
  sent.length = 0
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => memory.set(key, value),
    removeItem: (key: string) => memory.delete(key),
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, headers: init.headers as Record<string, string>, credentials: init.credentials })
    const fault = failing.shift()
    if (fault === 'before') throw new TypeError('network')
    const response = await site.app.inject({
      method: 'POST',
      url: path,
      payload: init.body as string,
      headers: init.headers as Record<string, string>,
    })
    if (fault === 'after') throw new TypeError('network')
    return new Response(response.payload)
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a phone that loses the network at any step goes on with the same vote, and forgets it once it is cast', async () => {
  const staff = await asStaff(site, await staffWith(site, ['secretary']))
  const voters = newVoters(2)
  voters[0]!.weight = 2
  const of = await openedBallot(site, staff, voters, { secrecy: 'secret', questions: [motion] })
  const phone = await phoneOf(site, voters[0]!.mobile)
  const paper = { ...(await phone.paper()), voterName: voters[0]!.name }
  const steps: string[] = []
  let isAway = true
  const askRights = async (rights: object[]) => {
    const answer = await phone.post('/ballot/right', { pass: phone.pass, rights })
    // The right was given, and the answer did not arrive.
    if (isAway) throw Object.assign(new Error('network'), { code: 0 })
    return answer.data
  }
  const cast = () => castSecretly(paper, [pick('yes')], askRights, step => steps.push(step))
  await expect(cast()).rejects.toThrow('network')
  isAway = false
  // The first envelope is taken in, but its receipt is lost; then the network is gone.
  failing = ['after', 'before']
  await expect(cast()).rejects.toThrow('网络中断')
  expect(keptVote(paper).pending?.envelopes).toHaveLength(2)
  await expect(cast()).rejects.toThrow('网络中断')
  const receipts = await cast()
  expect(new Set(receipts).size).toBe(2)
  expect(await cast()).toEqual(receipts)
  expect([...memory.values()].join()).not.toContain('yes')
  expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(['/api/ballot/cast']))
  for (const { headers, credentials } of sent) {
    expect(credentials).toBe('omit')
    expect(headers).toEqual({ 'content-type': 'application/json' })
  }
  await castOnPhone(site, voters[1]!.mobile, [pick('no')])
  await closeEarly(staff, of.id)
  expect(await detailOf(staff, of.id)).toMatchObject({ received: 3, roll: { online: 2, onlineUnits: 3 } })
  expect((await openWith(staff, of.id, of.shares.slice(1))).votes).toHaveLength(3)
})
