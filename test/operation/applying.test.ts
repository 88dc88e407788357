import { createHash, randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { creditCodeCheck } from '../../src/lib/creditCode.ts'
import { type Site, until } from '../support/site.ts'
import { lookInto, start } from './sites.ts'

const ROUNDS = 8
const APPLICANTS = 4

/** A company with an account and a session of its own, as if it had signed up. */
async function makeApplicant(database: Client, n: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const first17 = `91110105MA8${String(n).padStart(6, '0')}`
  const creditCode = first17 + creditCodeCheck(first17)
  const name = `北京第${n}水处理有限公司`
  const { rows } = await database.query(
    `insert into organisation (name, credit_code, province_code, city, address, legal_person)
     values ($1, $2, '110000', '北京', '演示路 ${n} 号', '张明') returning id`,
    [name, creditCode],
  )
  const account = await database.query(
    `insert into account (kind, user_name, display_name, password_hash, organisation_id, credit_code)
     values ('organisation', $1, $2, '-', $3, $4) returning id`,
    [`applicant${n}`, name, rows[0].id, creditCode],
  )
  await database.query('insert into session (token_hash, account_id) values ($1, $2)', [
    createHash('sha256').update(token).digest('hex'),
    account.rows[0].id,
  ])
  return token
}

type Acknowledged = { applyId: number; status: string; number: string | null }

/** Fills in, hands in, takes back, begins anew, until the server is gone; tells every answer that it got. */
async function applyOverAndOver({ url }: Site, token: string, heard: (answer: Acknowledged) => void): Promise<never> {
  const send = async (path: string, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { token, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what came over HTTP, whatever its type.
    return (await response.json()) as { code: number; data: any; msg: string }
  }
  for (;;) {
    const { data: blank } = await send('/member/getApply1')
    const form = { ...blank.form, ...complete }
    const id = blank.applyId ?? undefined
    const saved = await send('/member/apply1Submit', { id, form, action: 'save' })
    if (saved.code === 200) heard(saved.data)
    const sent = await send('/member/apply1Submit', { id: saved.data.applyId, form, action: 'submit' })
    if (sent.code !== 200) throw new Error(`${sent.msg} ${JSON.stringify(sent.data)}`)
    heard(sent.data)
    const { applyId, version } = sent.data
    const back = await send('/member/application/withdraw', { id: applyId, version })
    if (back.code === 200) heard({ applyId, status: 'withdrawn', number: sent.data.number })
  }
}

const complete = {
  levelCode: '10',
  nature: 'private',
  categories: ['cleaning'],
  mainBusiness: '锅炉清洗',
  intro: '从事锅炉清洗多年。',
  representativeName: '李晓明',
  representativePosition: '总经理',
  representativeMobile: '13900000901',

  liaisonName: '王芳',
  liaisonPosition: '主任',
  liaisonMobile: '13900000902',
  liaisonEmail: 'liaison@example.com',
  agreeCharter: true,
  agreeTruth: true,
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
    // Others each time: nobody writes more than sixty times a minute.
    const tokens: string[] = []
    for (let n = 0; n < APPLICANTS; n++) tokens.push(await makeApplicant(database, round * APPLICANTS + n))
    const applying = tokens.map(token =>
      applyOverAndOver(site, token, answer => acknowledged.push(answer)).catch((error: Error) => error),
    )
    // Each round at another moment of the work.
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
