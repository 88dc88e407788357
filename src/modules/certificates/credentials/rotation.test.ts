import { eq } from 'drizzle-orm'
import { decodeProtectedHeader } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newAddress, staffWith } from '#test/support/make.ts'
import { certificate } from '../server/tables.ts'
import { credentialFor } from './server/credential.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof asStaff>>
type Key = { kid: string; state: string; reason: string; overTime: string | null; endedTime: string | null }
let first: Staff
let second: Staff

beforeAll(async () => {
  first = await asStaff(site, await staffWith(site, ['admin']))
  second = await asStaff(site, await staffWith(site, ['admin']))
})

const list = async (): Promise<Key[]> => (await first.get('/staff/credential/key/list')).data.list
const states = async () => (await list()).map(({ state }) => state)
const published = async (): Promise<{ kid: string; revoked: string | null }[]> =>
  (await site.get('/cert/credential/keys')).data.keys
const credential = async () => {
  const [of] = await site.services.db
    .select()
    .from(certificate)
    .where(eq(certificate.register, 'qualification'))
    .limit(1)
  return credentialFor(site.ctx(), of!)
}
async function verdictOf(jwt: string): Promise<string> {
  const form = new FormData()
  form.append('file', new File([jwt], '凭证.jwt'))
  const asked = { method: 'POST', url: '/api/cert/verify/file', payload: form, remoteAddress: newAddress() } as const
  return (await site.app.inject(asked)).json().data.verdict
}

test('an administrator changes the key: the new one signs, the old one stays published until it is retired', async () => {
  const [signing] = await list()
  const old = await credential()
  const { data } = await first.post('/staff/credential/key/rotate', { seen: signing!.kid })
  expect(await states()).toEqual(['signing', 'verifying'])
  expect(decodeProtectedHeader(await credential()).kid).toBe(`did:web:site.test#${data.kid}`)
  expect((await published()).map(({ kid }) => kid)).toEqual([data.kid, signing!.kid])
  expect(await verdictOf(old)).toBe('own')
  expect(await first.post('/staff/credential/key/rotate', { seen: signing!.kid })).toMatchObject({ code: 409 })
  expect(await first.post('/staff/credential/key/retire', { kid: data.kid })).toMatchObject({ code: 409 })
  expect(await first.post('/staff/credential/key/retire', { kid: signing!.kid })).toMatchObject({ code: 200 })
  expect(await states()).toEqual(['signing', 'retired'])
  expect((await published()).map(({ kid }) => kid)).toEqual([data.kid])
  expect((await list())[1]).toMatchObject({ endedTime: expect.any(String), overTime: expect.any(String) })
  const late = { kid: signing!.kid, reason: '备份曾经遗失' }
  expect(await first.post('/staff/credential/key/revoke', late)).toMatchObject({ code: 200 })
  expect(await verdictOf(old)).toBe('keyRevoked')
  expect(await first.post('/staff/credential/key/revoke', late)).toMatchObject({ code: 409 })
})

test('where the association wants a second person, one alone changes nothing', async () => {
  expect(await first.post('/staff/approval/rules', { rules: ['credentialKey'] })).toMatchObject({ code: 200 })
  const before = await list()
  expect(await first.post('/staff/credential/key/rotate', { seen: before[0]!.kid })).toMatchObject({ code: 202 })
  expect(await list()).toEqual(before)
  const { data } = await second.get('/staff/approval/list', { state: 'forMe' })
  expect(data.list[0]).toMatchObject({ ruleName: '更换、作废凭证密钥', changes: [{ before: before[0]!.kid }] })
  expect(await second.post('/staff/approval/agree', { id: data.list[0].id })).toMatchObject({ code: 200 })
  expect((await list())[0]!.kid).not.toBe(before[0]!.kid)
})

test('a key that may have got out is revoked: nothing counts that it signed, and another one signs at once', async () => {
  const jwt = await credential()
  const [{ kid }] = (await list()) as [Key]
  expect(await first.post('/staff/credential/key/revoke', { kid, reason: '服务器曾被入侵' })).toMatchObject({
    code: 202,
  })
  const { data } = await second.get('/staff/approval/list', { state: 'forMe' })
  await second.post('/staff/approval/agree', { id: data.list[0].id })
  const [now, then] = (await list()) as [Key, Key]
  expect([now.state, then.state, then.kid, then.reason]).toEqual(['signing', 'revoked', kid, '服务器曾被入侵'])
  expect((await published()).find(one => one.kid === kid)!.revoked).toBe(then.overTime)
  expect(await verdictOf(jwt)).toBe('keyRevoked')
  expect(await verdictOf(await credential())).toBe('own')
})
