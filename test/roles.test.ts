import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import { forbidden } from '../src/lib/error.ts'
import { type Permission, permissions, roleTemplates, withImplied } from '../src/modules/accounts/permissions.ts'
import { demoAccountList } from '../src/modules/accounts/server/demo.ts'
import { account } from '../src/modules/accounts/server/tables.ts'
import { setUpSite, site } from './setups/site.ts'
import { callsByType } from './support/callsByType.ts'
import { asStaff, signInAs, staffSession, staffWith } from './support/make.ts'
import { runsAll } from './support/night.ts'

type Headers = Record<string, string>
const members = new Map<string, Headers>()
const staff = new Map<string, Headers>()

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '10000', DOCUMENTS_PER_MINUTE: '10000' } })

beforeAll(async () => {
  for (const { userName, kind } of demoAccountList)
    if (kind !== 'staff') members.set(userName, { token: await signInAs(site, userName) })
  for (const role of Object.keys(roleTemplates))
    staff.set(role, await staffSession(site, await staffWith(site, [role])))
})

const endpoints = callsByType(contract).filter(([, { who }]) => who !== 'anyone')

/**
 * Answer to a call without input other than the type of record: `closed` if the caller may not call at all; an authorised caller gets an error about
 * missing input.
 */
async function answerTo(call: string, own: Headers = { token: 'anonymous' }): Promise<'open' | 'closed' | 'signIn'> {
  const [method, path, type] = call.split(' ') as ['GET' | 'POST', string, string?]
  const url = `/api${path.replace(/\{\w+\}/g, '1')}${type && method === 'GET' ? `?type=${type}` : ''}`
  const headers = { ...own, 'sec-fetch-site': 'same-origin' }
  const response = await site.app.inject({ method, url, headers, ...(method === 'POST' && { payload: { type } }) })
  if (response.headers['content-disposition']) return 'open'
  const { code, msg } = response.json()
  if (code === 401) return 'signIn'
  // A rule of the business may refuse, too, and says which.
  if (code === 403 && msg === forbidden().message) return 'closed'
  expect([200, 400, 403, 404, 409, 415, 429], msg).toContain(code)
  return 'open'
}

/** Calls that would end the session that makes them. */
const ENDS = ['POST /logout', 'POST /member/session/end', 'POST /member/privacy/delete', 'POST /staff/logout']

describe.each(endpoints.map(([key, { who }], place) => [key, who, place] as const))('%s', (key, who, place) => {
  /** All of them at night; by day one, for each endpoint the next. */
  const someOf = (callers: [string, Headers][]) =>
    runsAll ? callers : callers.slice(place % (callers.length || 1)).slice(0, 1)

  test('is closed to whoever is not signed in', async () => {
    expect(await answerTo(key)).toBe('signIn')
  })

  test.runIf(who === 'member')('is for members, and not for staff', async () => {
    for (const [role, headers] of someOf([...staff])) expect(await answerTo(key, headers), role).toBe('signIn')
    if (ENDS.includes(key)) return
    for (const [name, headers] of someOf([...members])) expect(await answerTo(key, headers), name).toBe('open')
  })

  test.runIf(who === 'signedIn')('is for whoever is signed in', async () => {
    for (const [name, headers] of [...staff, ...members]) expect(await answerTo(key, headers), name).toBe('open')
  })

  test.runIf(who.startsWith('staff'))('is for the staff whose work it is, and for nobody else', async () => {
    for (const [name, headers] of someOf([...members])) expect(await answerTo(key, headers), name).toBe('signIn')
    if (ENDS.includes(key)) return
    const may = ([role]: [string, Headers]) =>
      who === 'staff' || withImplied(roleTemplates[role]!.may).includes(who as Permission)
    const { open = [], closed = [] } = Object.groupBy(staff, one => (may(one) ? 'open' : 'closed'))
    for (const [role, headers] of someOf(open)) expect(await answerTo(key, headers), role).toBe('open')
    for (const [role, headers] of someOf(closed)) expect(await answerTo(key, headers), role).toBe('closed')
  })
})

test('every permission that an endpoint asks for is one that some role has', () => {
  const asked = new Set(endpoints.map(([, { who }]) => who).filter(who => who.startsWith('staff:')))
  for (const permission of asked) expect(Object.keys(permissions)).toContain(permission)
})

test('who loses a role is refused at the very next call', async () => {
  const userName = await staffWith(site, ['reviewer'])
  const demoted = await asStaff(site, userName)
  expect((await demoted.get('/staff/review/list')).code).toBe(200)
  await site.services.db
    .update(account)
    .set({ roles: ['writer'] })
    .where(eq(account.userName, userName))
  expect(await demoted.get('/staff/review/list')).toMatchObject({ code: 403, data: null })
  expect((await demoted.get('/staff/me')).data.permissions).toEqual(['staff:content'])
})

test('a token of a member is no cookie of staff, and a cookie of staff is no token', async () => {
  const { cookie } = await staffSession(site, 'admin')
  const asToken = { token: cookie.replace('staff=', '') }
  expect(await answerTo('GET /member/info', asToken)).toBe('signIn')
  expect(await answerTo('GET /staff/me', asToken)).toBe('signIn')
  const asCookie = { cookie: `staff=${members.get('qingyuan')!.token}` }
  expect(await answerTo('GET /staff/me', asCookie)).toBe('signIn')
})

test('of a type of record that there is not nothing is said, and of one whose name an object inherits', async () => {
  const admin = staff.get('admin')!
  for (const type of ['nonsense', 'memberLevel', 'constructor', '__proto__']) {
    const sent = {
      method: 'POST',
      url: '/api/staff/record/remove',
      headers: { ...admin, 'sec-fetch-site': 'same-origin' },
    } as const
    const response = await site.app.inject({
      ...sent,
      payload: JSON.stringify({ type, id: 1, version: 'x' }),
      headers: { ...sent.headers, 'content-type': 'application/json' },
    })
    expect(response.json(), type).toMatchObject({ code: 400, data: { fields: { type: '没有这类记录' } } })
  }
})
