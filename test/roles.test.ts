import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import type { Endpoint, Key } from '../src/lib/contract.ts'
import { forbidden } from '../src/lib/error.ts'
import { type Permission, permissions, roles } from '../src/modules/accounts/permissions.ts'
import { demoAccountList } from '../src/modules/accounts/server/demo.ts'
import { startApp } from './app.ts'
import { signInAs, staffToken } from './make.ts'

let site: Awaited<ReturnType<typeof startApp>>
const tokens = new Map<string, string>()
beforeAll(async () => {
  site = await startApp({ demo: true })
  for (const { userName, kind } of demoAccountList)
    tokens.set(userName, kind === 'staff' ? await staffToken(site, userName) : await signInAs(site, userName))
})
afterAll(() => site.close())

const endpoints = (Object.entries(contract) as [Key, Endpoint][]).filter(([, { who }]) => who !== 'anyone')
const staff = demoAccountList.filter(({ kind }) => kind === 'staff')
const members = demoAccountList.filter(({ kind }) => kind !== 'staff')

/** Of a call with nothing in it: `closed` to who may not call at all; who may is told what is missing. */
async function answerTo(key: Key, userName?: string): Promise<'open' | 'closed' | 'signIn'> {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  const url = `/api${path.replace(/\{\w+\}/g, '1')}`
  const headers = { token: userName ? tokens.get(userName)! : 'anonymous' }
  const response = await site.app.inject({ method, url, headers, ...(method === 'POST' && { payload: {} }) })
  if (response.headers['content-disposition']) return 'open'
  const { code, msg } = response.json()
  if (code === 401) return 'signIn'
  // A rule of the business may refuse, too, and says which.
  if (code === 403 && msg === forbidden().message) return 'closed'
  expect([200, 400, 403, 404, 409, 429], msg).toContain(code)
  return 'open'
}

/** What would end the very session that asks. */
const ENDS = ['POST /logout', 'POST /member/session/end', 'POST /member/privacy/delete']

describe.each(endpoints)('%s', (key, { who }) => {
  test('is closed to whoever is not signed in', async () => {
    expect(await answerTo(key)).toBe('signIn')
  })

  test.runIf(who === 'member')('is for members, and not for staff', async () => {
    for (const { userName } of staff) expect(await answerTo(key, userName), userName).toBe('closed')
    if (ENDS.includes(key)) return
    for (const { userName } of members) expect(await answerTo(key, userName), userName).toBe('open')
  })

  test.runIf(who !== 'member')('is for the staff whose work it is, and for nobody else', async () => {
    for (const { userName } of members) expect(await answerTo(key, userName), userName).toBe('closed')
    for (const { userName, roles: held = [] } of staff) {
      const may = held.some(role => roles[role]!.may.includes(who as Permission))
      expect(await answerTo(key, userName), userName).toBe(may ? 'open' : 'closed')
    }
  })
})

test('every permission that an endpoint asks for is one that some role has', () => {
  const asked = new Set(endpoints.map(([, { who }]) => who).filter(who => who !== 'member'))
  for (const permission of asked) expect(Object.keys(permissions)).toContain(permission)
})
