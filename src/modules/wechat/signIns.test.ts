import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#modules/accounts/server/sessions.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { address, beginBinding, boundTo, linkIn, setUpWechat, site, standIn } from '#test/setups/wechat/service.ts'
import { advanceTime, codeSentTo, signUp, textsTo } from '#test/support/make.ts'
import type { Follower } from '../../../stand-ins/wechat/follower.ts'
import { wechatBinding, wechatTicket } from './server/tables.ts'

setUpWechat()

let [wang, li, zhang]: [Follower, Follower, Follower] = [] as never
beforeAll(async () => {
  const { followers } = await standIn.played()
  ;[wang, li, zhang] = followers as [Follower, Follower, Follower]
})

/** Starts a sign-in and scans its code; returns functions for the next steps. */
async function scanned(by: Follower) {
  const { data: begun } = await site.post('/wechat/signIn/start', {})
  const link = linkIn(await standIn.scan(by))
  const poll = () => site.post('/wechat/signIn/poll', { secret: begun.secret })
  const answer = (more: object) =>
    site.post('/wechat/phone/answer', { link, accept: true, number: begun.number, ...more })
  return { begun, link, poll, answer }
}

describe('a WeChat', () => {
  test('is bound by a code that is typed: without one that is said, and nothing is guessed', async () => {
    const { api, phone } = await signUp(site, { accountType: 'person' })
    await advanceTime(site, 1)
    await api.post('/member/getCode', { scene: 'wechat' })
    for (let i = 0; i < 6; i++)
      expect((await api.post('/member/wechat/bind', { code: ' ' })).data.fields).toEqual({ code: '请填写短信验证码' })
    expect((await api.post('/member/wechat/bind', { code: await codeSentTo(site, phone) })).code).toBe(200)
  })

  test('is bound by a code to the phone and a scan, is shown masked, and signs in once on the browser that asked', async () => {
    const { api, phone, userName, begun, accountId } = await boundTo(wang)
    expect((await api.post('/member/wechat/poll', { secret: begun.secret })).data).toEqual({ state: 'confirmed' })
    const { data } = await api.get('/member/wechat/list')
    expect(data).toMatchObject({
      isOffered: true,
      bindings: [{ name: `微信用户 ${wang.openid.slice(-4)}`, isFollowing: true }],
    })
    expect(JSON.stringify(data)).not.toContain(wang.openid)
    expect((await textsTo(site, phone))[0]).toContain('已绑定微信')

    const { poll, answer, link } = await scanned(wang)
    expect((await poll()).data).toEqual({ state: 'scanned', session: null })
    expect((await site.post('/wechat/phone/show', { link })).data).toMatchObject({
      purpose: 'signIn',
      device: '未知设备',
      address: '127.0.0.1',
      accounts: [{ id: accountId, userName }],
    })
    expect((await answer({})).data).toEqual({ state: 'confirmed' })
    const both = await Promise.all([poll(), poll()])
    const given = both.flatMap(({ data }) => data?.session ?? [])
    expect(given).toHaveLength(1)
    expect(given[0].member).toEqual({ userName })
    expect((await site.as(given[0].token).get('/member/account')).data.userName).toBe(userName)
    expect((await poll()).data).toEqual({ state: 'used', session: null })
    // After a sign-in without password, dangerous actions require confirmation.
    const rows = await site.services.db.select().from(session).where(eq(session.accountId, accountId))
    expect(rows.at(-1)!.confirmedAt).toBeNull()
    const [{ id }] = data.bindings
    expect(await site.as(given[0].token).post('/member/wechat/unbind', { id })).toMatchObject({ code: 428 })
    expect(await api.post('/member/wechat/unbind', { id })).toMatchObject({ code: 200 })
    expect((await api.get('/member/wechat/list')).data.bindings).toEqual([])
  })

  test('that belongs to several accounts is asked which; to none, is told how it comes to one', async () => {
    const [one, other] = [await boundTo(li), await boundTo(li)]
    const { answer, poll, link } = await scanned(li)
    expect((await site.post('/wechat/phone/show', { link })).data.accounts).toHaveLength(2)
    expect(await answer({})).toMatchObject({ code: 400, data: { fields: { accountId: '请选择要登录的账号' } } })
    expect(await answer({ accountId: one.accountId + 1_000 })).toMatchObject({ code: 400 })
    expect(await answer({ accountId: other.accountId })).toMatchObject({ code: 200 })
    expect((await poll()).data.session.member).toEqual({ userName: other.userName })

    const { data: begun } = await site.post('/wechat/signIn/start', {})
    const { reply } = await standIn.scan(zhang)
    expect(reply).toContain('还没有绑定账号')
    expect((await site.post('/wechat/signIn/poll', { secret: begun.secret })).data).toEqual({
      state: 'unbound',
      session: null,
    })
  })

  test('is bound by nobody without the code to the phone, and unbound by one as well', async () => {
    const { api, phone } = await signUp(site, { accountType: 'person' })
    expect(await api.post('/member/wechat/bind', { code: '000000' })).toMatchObject({ code: 400 })
    expect(await site.post('/member/getCode', { scene: 'wechat', phone })).toMatchObject({ code: 401 })
    expect(await site.post('/member/wechat/bind', { code: '000000' })).toMatchObject({ status: 401 })
    const bound = await boundTo(zhang)
    const [{ id }] = (await bound.api.get('/member/wechat/list')).data.bindings
    expect(await api.post('/member/wechat/unbind', { id })).toMatchObject({ code: 404 })
  })
})

describe('a code that was sent to somebody else', () => {
  test('gives nothing without the number that only the browser shows; a wrong one ends it', async () => {
    await boundTo(wang)
    const { begun, answer, poll } = await scanned(wang)
    expect(await answer({ number: '' })).toMatchObject({ code: 400 })
    const wrong = begun.number === '10' ? '11' : '10'
    expect(await answer({ number: wrong })).toMatchObject({ code: 409 })
    expect(await answer({})).toMatchObject({ code: 404 })
    expect((await poll()).data).toEqual({ state: 'refused', session: null })
  })

  test('is refused on the phone, and what the phone was given opens no session', async () => {
    const { link, poll, answer, begun } = await scanned(wang)
    expect(await site.post('/wechat/signIn/poll', { secret: link })).toMatchObject({ code: 404 })
    expect(await site.post('/wechat/phone/show', { link: begun.secret })).toMatchObject({ code: 404 })
    // The code was scanned already: nobody takes it over.
    expect(linkIn(await standIn.scan(li))).toBe('')
    expect((await answer({ accept: false })).data).toEqual({ state: 'refused' })
    expect((await poll()).data.session).toBeNull()
  })

  test('of another browser, or of another member who binds, answers neither', async () => {
    const own = await signUp(site, { accountType: 'person' })
    const other = await signUp(site, { accountType: 'person' })
    const { data } = await beginBinding(own)
    expect(await other.api.post('/member/wechat/poll', { secret: data.secret })).toMatchObject({ code: 404 })
    expect(await site.post('/wechat/signIn/poll', { secret: data.secret })).toMatchObject({ code: 404 })
  })

  test('is over after two minutes, be it scanned, confirmed or not', async () => {
    const { poll, answer, link } = await scanned(wang)
    await answer({ number: undefined })
    await site.services.db.update(wechatTicket).set({ expiresAt: new Date() })
    expect(await answer({})).toMatchObject({ code: 404 })
    expect(await poll()).toMatchObject({ code: 404 })
    expect(await site.post('/wechat/phone/show', { link })).toMatchObject({ code: 404 })
    expect((await standIn.scan(wang)).reply).toContain('已过期')
  })
})

test('staff neither bind a WeChat nor sign in by one that belonged to them before', async () => {
  const { accountId, api } = await boundTo(zhang)
  const { poll, answer } = await scanned(zhang)
  await answer({ accountId })
  await site.services.db.update(account).set({ kind: 'staff' }).where(eq(account.id, accountId))
  expect(await poll()).toMatchObject({ code: 404 })
  expect((await api.get('/member/wechat/list')).status).toBe(401)
  const [own] = await site.services.db.select().from(account).where(eq(account.id, accountId))
  await expect(openSession(site.ctx(), own!, 'wechat')).rejects.toThrow('工作人员须用密码和动态验证码登录')
})

describe('inside WeChat', () => {
  const begin = async () => (await site.post('/wechat/inside/start', {})).data as { url: string; secret: string }
  /** Follows the OAuth redirect like WeChat's browser. */
  const authorised = async ({ url }: { url: string }, by: Follower) => {
    const answer = await fetch(`${url.split('#')[0]}&who=${by.openid}`, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location')!)
    expect(back.origin + back.pathname).toBe(`${address}/admin/login/wechat`)
    return Object.fromEntries(back.searchParams) as { code: string; state: string }
  }
  const finish = (more: object) => site.post('/wechat/inside/finish', more)

  test('one tap signs in: by the browser that began, once, and to the account that is chosen', async () => {
    const { accountId, userName } = await boundTo(wang)
    const begun = await begin()
    const given = await authorised(begun, wang)
    const other = await begin()
    expect(await finish({ ...given, secret: other.secret })).toMatchObject({ code: 404 })
    expect(await finish({ ...given, state: 'guessed', secret: begun.secret })).toMatchObject({ code: 404 })
    const { data } = await finish({ ...given, secret: begun.secret })
    expect(data.session).toBeNull()
    expect(data.accounts).toContainEqual({ id: accountId, name: expect.any(String), userName })
    const choice = { state: given.state, secret: begun.secret, accountId }
    const both = await Promise.all([finish(choice), finish(choice)])
    expect(both.flatMap(one => one.data?.session?.member ?? [])).toEqual([{ userName }])
    // WeChat takes its code once, too.
    const again = await begin()
    const state = new URL(again.url).searchParams.get('state')
    expect(await finish({ secret: again.secret, state, code: given.code })).toMatchObject({ code: 409 })
  })

  test('a WeChat of one account needs no choice; of none, it is told how it comes to one', async () => {
    const { followers } = await standIn.played()
    const stranger = followers.at(-1)!
    await site.services.db.delete(wechatBinding)
    const begun = await begin()
    expect((await finish({ ...(await authorised(begun, stranger)), secret: begun.secret })).msg).toContain(
      '还没有绑定账号',
    )
    const { userName } = await boundTo(stranger)
    const next = await begin()
    const { data } = await finish({ ...(await authorised(next, stranger)), secret: next.secret })
    expect(data).toMatchObject({ accounts: [], session: { member: { userName } } })
  })
})

test('a code to the phone unbinds, without the password', async () => {
  const { api, phone } = await boundTo(li)
  const [{ id }] = (await api.get('/member/wechat/list')).data.bindings
  await advanceTime(site, 11)
  expect(await api.post('/member/wechat/unbind', { id })).toMatchObject({ code: 428 })
  await api.post('/member/getCode', { scene: 'wechat' })
  const code = await codeSentTo(site, phone)
  expect(await api.post('/member/wechat/unbind', { id, code })).toMatchObject({ code: 200 })
  expect((await textsTo(site, phone))[0]).toContain('已解绑微信')
})
