import { createServer, type Server } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { now, PHONE, put, row, rows, send, setUpOutbox } from '#test/setups/outbox.ts'
import { site } from '#test/setups/site.ts'
import { sign } from './aliyun.ts'
import { CODE_LIFETIME_MS } from './queue.ts'
import { outbox } from './tables.ts'

setUpOutbox()

const MINUTE = 60_000

const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE)

describe('Alibaba Cloud', () => {
  const keys = {
    keyId: 'LTAI-test',
    keySecret: 'secret',
    signName: '示例协会',
    template: 'SMS_2',
    codeTemplate: 'SMS_1',
  }
  type Received = { query: URLSearchParams; authorized: boolean }
  let received: Received[]
  let answer: { status: number; body: string; delay?: number }
  let provider: Server
  let endpoint: string

  beforeAll(async () => {
    provider = createServer((request, response) => {
      const { searchParams: query } = new URL(request.url!, endpoint)
      const { host, authorization, ...headers } = request.headers
      const expected = sign({
        keyId: keys.keyId,
        keySecret: keys.keySecret,
        host: host!,
        params: Object.fromEntries(query),
        action: String(headers['x-acs-action']),
        version: String(headers['x-acs-version']),
        nonce: String(headers['x-acs-signature-nonce']),
        date: new Date(String(headers['x-acs-date'])),
      })
      received.push({ query, authorized: request.method === 'POST' && authorization === expected.authorization })
      setTimeout(() => response.writeHead(answer.status).end(answer.body), answer.delay ?? 0)
    })
    await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
    endpoint = `http://127.0.0.1:${(provider.address() as { port: number }).port}`
  })
  afterAll(() => provider.close())
  beforeEach(() => {
    received = []
    answer = { status: 200, body: JSON.stringify({ Code: 'OK', Message: 'OK', BizId: '1' }) }
  })
  const sms = (at?: Date) => send({ sms: { provider: 'aliyun', ...keys, endpoint } }, at)

  test('the signature is the one of its documentation', () => {
    const { authorization } = sign({
      keyId: 'YourAccessKeyId',
      keySecret: 'YourAccessKeySecret',
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      params: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      date: new Date('2023-10-26T10:22:32Z'),
      nonce: '3156853299f313e23d1673dc12e1703d',
    })
    expect(authorization).toMatch(/Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/)
  })

  test('gets number, template and variables, signed', async () => {
    await put({ text: '申请 (编号*1) 已受理！' })
    await put({ text: '验证码 123456', code: '123456' })
    await sms()
    expect(received.map(({ authorized }) => authorized)).toEqual([true, true])
    const sent = received
      .map(({ query }) => Object.fromEntries(query))
      .sort((a, b) => Number(a.OutId) - Number(b.OutId))
    expect(sent).toMatchObject([
      { PhoneNumbers: PHONE, TemplateCode: 'SMS_2', TemplateParam: '{"content":"申请 (编号*1) 已受理！"}' },
      { SignName: '示例协会', TemplateCode: 'SMS_1', TemplateParam: '{"code":"123456"}' },
    ])
    expect((await rows()).map(({ state, codeSealed }) => [state, codeSealed])).toEqual([
      ['sent', null],
      ['sent', null],
    ])
  })

  test('refusing, it is asked again after longer and longer, and then given up with the reason but not the number', async () => {
    answer = { status: 400, body: JSON.stringify({ Code: 'isv.AMOUNT_NOT_ENOUGH', Message: `${PHONE} 余额不足` }) }
    await put()
    for (const minutes of [0, 1, 6, 21, 81]) {
      await sms(later(minutes - 0.1))
      await sms(later(minutes))
      expect(await row()).toMatchObject({ state: 'queued' })
    }
    expect(received).toHaveLength(5)
    await sms(later(321))
    expect(await row()).toMatchObject({ state: 'failed', attempts: 6, error: expect.stringContaining('余额不足') })
    expect((await row()).error).not.toContain(PHONE)
    await sms(later(5000))
    expect(received).toHaveLength(6)
  })

  test.each([
    ['an answer that cannot be read', { status: 200, body: '<html>' }],
    ['an empty answer', { status: 502, body: '' }],
    ['a redirect elsewhere', { status: 302, body: '{"Code":"OK"}' }],
    ['an answer after more than three seconds', { status: 200, body: '{"Code":"OK"}', delay: 3_500 }],
  ])('%s counts as not sent', async (_, given) => {
    answer = given
    await put()
    await sms()
    expect(await row()).toMatchObject({ state: 'queued', attempts: 1, error: expect.any(String) })
  })

  test('a code that is over is not sent any more', async () => {
    await put({ text: '验证码 123456', code: '123456' })
    await sms(new Date(now.getTime() + CODE_LIFETIME_MS))
    expect(received).toEqual([])
    expect(await row()).toMatchObject({ state: 'failed', codeSealed: null })
  })

  test('two processes at once share the work and send nothing twice', async () => {
    for (let n = 0; n < 25; n++) await put({ text: `第 ${n} 条` })
    answer.delay = 50
    await Promise.all([sms(), sms(), sms()])
    const ids = received.map(({ query }) => query.get('OutId'))
    expect([ids.length, new Set(ids).size]).toEqual([25, 25])
  })

  test('what a process took and died over is due again', async () => {
    await put()
    await site.services.db.update(outbox).set({ attempts: 6, dueAt: now }).where(eq(outbox.toMasked, '139****1234'))
    await sms()
    expect([received.length, (await row()).state]).toEqual([0, 'failed'])
    await site.services.db.update(outbox).set({ attempts: 1, dueAt: now, state: 'queued' })
    await sms()
    expect(await row()).toMatchObject({ state: 'sent', attempts: 2 })
  })
})
