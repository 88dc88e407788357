import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { hashToken } from './server/sessions.ts'
import { account, session } from './server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp()
})
afterAll(() => site.close())

async function signIn(of: { idleMinutes?: number; endedBy?: 'association'; status?: 'disabled' } = {}) {
  const token = randomBytes(16).toString('hex')
  const { db } = site.services
  const userName = `u${token.slice(0, 8)}`
  const [row] = await db
    .insert(account)
    .values({ kind: 'person', userName, displayName: userName, passwordHash: '-', status: of.status })
    .returning()
  const seenAt = new Date(Date.now() - (of.idleMinutes ?? 0) * 60_000)
  await db.insert(session).values({ tokenHash: hashToken(token), accountId: row!.id, seenAt, endedBy: of.endedBy })
  return { token, userName }
}

const info = async (token?: string) => {
  const response = await site.app.inject({ url: '/api/member/info', headers: token === undefined ? {} : { token } })
  return { status: response.statusCode, ...response.json() }
}

test('a member who is signed in is greeted by name, until signing out', async () => {
  const { token, userName } = await signIn()
  expect(await info(token)).toMatchObject({ status: 200, code: 200, data: { userName } })
  await site.app.inject({ method: 'POST', url: '/api/logout', headers: { token } })
  expect(await info(token)).toMatchObject({ status: 401, code: 401, msg: '请先登录' })
})

test.each([undefined, '', 'anonymous', 'null', 'undefined', 'x'.repeat(5000)])(
  '%j in place of a token means nobody',
  async token => {
    expect(await info(token)).toMatchObject({ status: 401, code: 401 })
    const open = await site.app.inject({ url: '/api/catalog', headers: token === undefined ? {} : { token } })
    expect(open.json().code).toBe(200)
  },
)

test('half an hour without use ends a session', async () => {
  expect(await info((await signIn({ idleMinutes: 29 })).token)).toMatchObject({ code: 200 })
  expect(await info((await signIn({ idleMinutes: 31 })).token)).toMatchObject({ status: 401 })
})

test('a session that the association ended, or whose account it closed, answers 550 and says so', async () => {
  for (const of of [{ endedBy: 'association' }, { status: 'disabled' }] as const) {
    const answer = await info((await signIn(of)).token)
    expect(answer).toMatchObject({ status: 550, code: 550 })
    expect(answer.msg).toContain('协会')
  }
})
