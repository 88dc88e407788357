import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#lib/server/process/config.ts'
import { address, boundTo, setUpWechat, site, standIn, wechatAccount } from '#test/setups/wechat/service.ts'
import { decryptMessage, element, sign } from '../../../stand-ins/wechat/envelope.ts'
import { type Follower, noticeOf } from '../../../stand-ins/wechat/follower.ts'
import { readFlat } from './server/callback.ts'
import { makeCode } from './server/client.ts'
import { getCredential } from './server/credentials.ts'
import { openMessage, sealMessage, signatureOf } from './server/crypt.ts'
import { wechatCredential } from './server/tables.ts'

setUpWechat()

let wang: Follower
beforeAll(async () => {
  wang = (await standIn.played()).followers[0]!
})

const SECOND = 1000
const now = () => Math.floor(Date.now() / SECOND)
const event = (more: object = {}) => ({ FromUserName: wang.openid, MsgType: 'event', Event: 'VIEW', ...more })
const send = async ({ query, body }: { query: string; body: string }) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/callbacks/wechat?${query}`,
    payload: body,
    headers: { 'content-type': 'text/xml' },
  })
  return [answer.statusCode, answer.body]
}

describe('the seal of messages', () => {
  // The sample that Tencent publishes with its library.
  const sample = { appId: 'wx5823bf96d3bd56c7', token: 'QDG6eK', aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C' }
  const encrypted = 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ=='

  test('opens and signs as the published sample does', () => {
    expect(signatureOf(sample.token, '1409659589', '263014780', encrypted)).toBe(
      '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
    )
    expect(openMessage(sample, encrypted)).toBe('1616140317555161061')
  })

  test('goes both ways with another hand than ours', () => {
    for (const text of ['', '好', '行协'.repeat(500)]) {
      expect(decryptMessage(sample, sealMessage(sample, text))).toBe(text)
      expect(openMessage(sample, sealMessage(sample, text))).toBe(text)
    }
  })

  test('does not open for another app, cut off, or with one byte changed', () => {
    const sealed = sealMessage(sample, 'text')
    expect(() => openMessage({ ...sample, appId: 'wx0' }, sealed)).toThrow('another app')
    expect(() => openMessage(sample, sealed.slice(0, 20))).toThrow()
    for (let at = 0; at < 48; at++) {
      const bytes = Buffer.from(sealed, 'base64')
      bytes[at]! ^= 1
      let opened: string | undefined
      try {
        opened = openMessage(sample, bytes.toString('base64'))
      } catch {}
      // Decryption alone lets a changed random prefix or text pass, so the signature is checked first.
      expect(opened === undefined || opened !== 'text' || at < 16).toBe(true)
    }
  })

  test('holds flat XML: what stands deeper, and entities of its own, are not unfolded', () => {
    expect(readFlat('<xml><A><![CDATA[<b>]]></A><B>1&amp;2</B><C><D>x</D></C></xml>')).toEqual({
      A: '<b>',
      B: '1&2',
      C: '',
    })
    expect(readFlat('<!DOCTYPE x [<!ENTITY e "boom">]><xml><A>&e;</A></xml>').A).toBe('&e;')
  })
})

describe('what WeChat tells', () => {
  test('is that the address is ours: signed, and of this moment', async () => {
    const ask = async (token: string, timestamp: number) => {
      const query = { timestamp: String(timestamp), nonce: 'n1', echostr: '42' }
      const signature = sign([token, query.timestamp, query.nonce])
      const { statusCode, body } = await site.app.inject({ url: '/callbacks/wechat', query: { ...query, signature } })
      return [statusCode, body]
    }
    const { token } = wechatAccount()
    expect(await ask(token, now())).toEqual([200, '42'])
    expect(await ask('other', now())).toEqual([403, ''])
    expect(await ask(token, now() - 310)).toEqual([403, ''])
  })

  test('is taken once; forged, old, in the clear, altered, or for another app it is refused', async () => {
    const account = wechatAccount()
    const good = noticeOf(account, event())
    expect(await send(good)).toEqual([200, 'success'])
    expect(await send(good)).toEqual([403, ''])
    const twice = noticeOf(account, event())
    const both = await Promise.all([send(twice), send(twice)])
    expect(both.map(([status]) => status).sort()).toEqual([200, 403])

    const other = { ...account, token: 'guessed' }
    const sealedFor = { ...account, appId: 'wxother' }
    for (const altered of [{ signedBy: other }, { timestamp: now() - 310 }, { timestamp: now() + 310 }, { sealedFor }])
      expect(await send(noticeOf(account, event(), altered))).toEqual([403, ''])
    const { query, body, encrypted } = noticeOf(account, event())
    const changed = `${encrypted[0] === 'A' ? 'B' : 'A'}${encrypted.slice(1)}`
    expect(await send({ query, body: body.replace(encrypted, changed) })).toEqual([403, ''])
    expect(await send({ query, body: '<xml><FromUserName>x</FromUserName></xml>' })).toEqual([403, ''])
    // A message with the signature of another one.
    const [one, two] = [noticeOf(account, event()), noticeOf(account, event())]
    expect(await send({ query: one.query, body: two.body })).toEqual([403, ''])
    // Signed anew by who knows the token and not the key.
    const params = new URLSearchParams(query)
    params.set('msg_signature', sign([account.token, params.get('timestamp')!, params.get('nonce')!, changed]))
    expect((await send({ query: params.toString(), body: body.replace(encrypted, changed) }))[0]).toBe(403)
  })

  test('is answered sealed for who has told it', async () => {
    const account = wechatAccount()
    const scanned = noticeOf(account, event({ Event: 'SCAN', EventKey: 'unheard of' }))
    const [status, body] = await send(scanned)
    expect(status).toBe(200)
    const message = decryptMessage(account, element(String(body), 'Encrypt'))
    expect(element(message, 'ToUserName')).toBe(wang.openid)
    expect(element(message, 'Content')).toContain('二维码已过期')
  })

  test('that somebody follows no more marks the binding, whatever comes late', async () => {
    const { api } = await boundTo(wang)
    const isFollowing = async () => (await api.get('/member/wechat/list')).data.bindings[0].isFollowing
    const account = wechatAccount()
    const at = now()
    await send(noticeOf(account, event({ Event: 'unsubscribe', CreateTime: at + 60 })))
    expect(await isFollowing()).toBe(false)
    await send(noticeOf(account, event({ Event: 'subscribe', CreateTime: at + 30 })))
    expect(await isFollowing()).toBe(false)
    await send(noticeOf(account, event({ Event: 'subscribe', CreateTime: at + 90 })))
    expect(await isFollowing()).toBe(true)
  })
})

describe('what WeChat lends', () => {
  beforeEach(() => site.services.db.delete(wechatCredential))

  test('is asked for by one of many that need it at once', async () => {
    const before = (await standIn.played()).tokensAsked
    const tokens = await Promise.all([1, 2, 3, 4].map(() => getCredential(site.ctx(), 'access_token')))
    expect(new Set(tokens).size).toBe(1)
    expect((await standIn.played()).tokensAsked).toBe(before + 1)
  })

  test('is asked for anew where it is not taken any more, and once', async () => {
    await makeCode(site.ctx(), 'one', 60)
    const before = (await standIn.played()).tokensAsked
    await standIn.mishap({ path: 'qrcode/create', errcode: 42001 })
    expect(await makeCode(site.ctx(), 'two', 60)).toMatch(/^http:\/\/weixin\.qq\.com\/q\//)
    expect((await standIn.played()).tokensAsked).toBe(before + 1)
    for (const errcode of [40001, 40001]) await standIn.mishap({ path: 'qrcode/create', errcode })
    await expect(makeCode(site.ctx(), 'three', 60)).rejects.toThrow('40001')
  })

  test('is not waited for: a connection that is cut, and an answer that is no answer, are told', async () => {
    await standIn.mishap({ path: 'stable_token', cut: true })
    await expect(getCredential(site.ctx(), 'access_token')).rejects.toThrow()
    await standIn.mishap({ path: 'stable_token', errcode: 45009 })
    await expect(getCredential(site.ctx(), 'access_token')).rejects.toThrow('45009')
    expect(await getCredential(site.ctx(), 'access_token')).toBeTruthy()
  })
})

test('a page of ours is signed for its card as WeChat checks it; a page of another site is not', async () => {
  const ask = (url: string) => site.get('/wechat/share', { url })
  const url = `${address}/admin/news/list-info/3467?pa=26`
  const { data } = await ask(`${url}#part`)
  const ticket = await getCredential(site.ctx(), 'jsapi_ticket')
  const signed = `jsapi_ticket=${ticket}&noncestr=${data.nonceStr}&timestamp=${data.timestamp}&url=${url}`
  expect(data).toMatchObject({
    appId: wechatAccount().appId,
    signature: createHash('sha1').update(signed).digest('hex'),
  })
  expect((await ask(`${address}/admin/home`)).data.signature).not.toBe(data.signature)
  for (const other of ['http://127.0.0.1/', `${address}.evil.test/`, 'javascript:alert(1)', 'home'])
    expect(await ask(other)).toMatchObject({ code: 400 })
})

test('settings go to WeChat alone, or to this machine, and all together', () => {
  const whole = { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 's', WECHAT_TOKEN: 'abc', WECHAT_AES_KEY: 'a'.repeat(43) }
  expect(readConfig(whole).wechat).toMatchObject({
    api: 'https://api.weixin.qq.com',
    open: 'https://open.weixin.qq.com',
  })
  expect(readConfig({}).wechat).toBeUndefined()
  expect(() => readConfig({ ...whole, WECHAT_API: 'https://api.weixin.qq.com.evil.test' })).toThrow('WECHAT_API')
  expect(() => readConfig({ WECHAT_APP_ID: 'wx1' })).toThrow('WECHAT_APP_SECRET、WECHAT_TOKEN、WECHAT_AES_KEY')
})
