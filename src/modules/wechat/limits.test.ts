import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { boundTo, linkIn, setUpWechat, site, standIn } from '#test/setups/wechat/service.ts'
import { advanceTime, codeSentTo, signUp } from '#test/support/make.ts'
import type { Follower } from '../../../stand-ins/wechat/follower.ts'
import { bindWechat } from './server/bindings.ts'
import { wechatTicket } from './server/tables.ts'

setUpWechat()

let wang: Follower
let li: Follower
beforeAll(async () => {
  const { followers } = await standIn.played()
  ;[wang, li] = followers as [Follower, Follower]
})

test('a browser asks a hundred and fifty times how its code stands, and no more', async () => {
  const { data } = await site.post('/wechat/signIn/start', {})
  const poll = () => site.post('/wechat/signIn/poll', { secret: data.secret })
  await site.services.db.update(wechatTicket).set({ asked: 149 })
  expect(await poll()).toMatchObject({ code: 200 })
  expect(await poll()).toMatchObject({ code: 404 })
})

test('a code to the phone begins one binding', async () => {
  const { api, phone } = await signUp(site, { accountType: 'person' })
  await advanceTime(site, 1)
  await api.post('/member/getCode', { scene: 'wechat' })
  const code = await codeSentTo(site, phone)
  expect(await api.post('/member/wechat/bind', { code })).toMatchObject({ code: 200 })
  expect(await api.post('/member/wechat/bind', { code })).toMatchObject({ code: 409 })
})

describe('nobody signs in by a WeChat to an account that', () => {
  test.each([
    ['is frozen', () => ({ status: 'frozen' as const }), () => wang],
    ['belongs to another one now', (other: number) => ({ ownerId: other }), () => li],
  ])('%s', async (_, change, whose) => {
    const { accountId } = await boundTo(whose())
    const other = await signUp(site, { accountType: 'person' })
    const { data: begun } = await site.post('/wechat/signIn/start', {})
    const link = linkIn(await standIn.scan(whose()))
    await site.post('/wechat/phone/answer', { link, accept: true, number: begun.number })
    await site.services.db.update(account).set(change(other.accountId)).where(eq(account.id, accountId))
    expect(await site.post('/wechat/signIn/poll', { secret: begun.secret })).toMatchObject({ code: 404 })
    await site.post('/wechat/signIn/start', {})
    expect((await standIn.scan(whose())).reply).toContain('还没有绑定账号')
  })
})

test('an account has three WeChats at most, and a WeChat ten accounts', async () => {
  const own = await signUp(site, { accountType: 'person' })
  const to = (accountId: number, openid: string) =>
    site.services.db.transaction(db => bindWechat({ ...site.ctx(), db }, accountId, openid))
  for (const openid of ['o1', 'o2', 'o3']) await to(own.accountId, openid)
  await expect(to(own.accountId, 'o1')).rejects.toThrow('这个微信已经绑定了本账号')
  await expect(to(own.accountId, 'o4')).rejects.toThrow('一个账号最多绑定 3 个微信')
  for (let count = 0; count < 10; count++) await to((await signUp(site, { accountType: 'person' })).accountId, 'o9')
  const last = await signUp(site, { accountType: 'person' })
  await expect(to(last.accountId, 'o9')).rejects.toThrow('一个微信最多绑定 10 个账号')
})
