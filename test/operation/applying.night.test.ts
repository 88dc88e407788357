import { expect, test } from 'vitest'
import { type Site, until } from '../support/site.ts'
import { type Acknowledged, apply, asking, makeApplicant } from './callers/applicants.ts'
import { lookInto, start } from './sites.ts'

const ROUNDS = 8
const APPLICANTS = 4

/** Fills in, hands in, takes back, begins anew, until the server is gone; tells every answer that it got. */
async function applyOverAndOver(site: Site, token: string, heard: (answer: Acknowledged) => void): Promise<never> {
  const send = asking(site, token)
  for (;;) {
    const { applyId, version, number } = await apply(site, token, heard)
    const back = await send('/member/application/withdraw', { id: applyId, version })
    if (back.code === 200) heard({ applyId, version, status: 'withdrawn', number })
  }
}

/**
 * Half-done would be: a state without its step, a step without its message or its line in the audit log. Visitors are told
 * by SMS and have no messages.
 */
const HALF_DONE = `
  select a.id from application a
  left join lateral (select e."to" from application_event e where e.application_id = a.id order by e.id desc limit 1) last on true
  where a.account_id is not null and (coalesce(last."to", 'draft') <> a.state
     or (a.state <> 'draft' and a.number is null)
     or (select count(*) from application_event e where e.application_id = a.id) <>
        (select count(*) from message m
         where m.object_type = 'application' and m.object_id = a.id and m.account_id = a.account_id)
     or (select count(*) from application_event e where e.application_id = a.id) <>
        (select count(*) from audit_event u where u.object_type = 'application' and u.object_id = a.id))`

test(`killed amid applications ${ROUNDS} times, every one that was acknowledged is whole, and none is half-done`, async () => {
  let site = await start({ demo: true })
  const { dataDir } = site
  const acknowledged: Acknowledged[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = acknowledged.length
    const database = await lookInto(site)
    // New accounts each round: an account may write sixty times a minute.
    const tokens: string[] = []
    for (let n = 0; n < APPLICANTS; n++) tokens.push(await makeApplicant(database, round * APPLICANTS + n))
    const applying = tokens.map(token =>
      applyOverAndOver(site, token, answer => acknowledged.push(answer)).catch((error: Error) => error),
    )
    // Interrupt at a different moment each round.
    const early = Promise.race(applying).then(error => Promise.reject(error))
    await Promise.race([early, until(() => acknowledged.length >= before + 5 + (round % 7))])
    early.catch(() => {})
    await site.kill()
    for (const ended of await Promise.all(applying)) expect(ended.message).toMatch(/fetch failed|terminated|socket/)
    site = await start({ dataDir })
    const after = await lookInto(site)
    expect((await after.query(HALF_DONE)).rows).toEqual([])
    for (const { applyId, status, number } of acknowledged.slice(before)) {
      const { rows } = await after.query(
        `select number, exists (select 1 from application_event where application_id = $1 and "to" = $2) as happened
         from application where id = $1`,
        [applyId, status],
      )
      expect(rows).toMatchObject([status === 'draft' ? {} : { number, happened: true }])
    }
  }
  expect(acknowledged.filter(({ status }) => status === 'submitted').length).toBeGreaterThan(ROUNDS)
  await site.stop()
}, 600_000)
