import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileTemplate, openGateway, type SmsGateway } from '#stand-ins/sms/sms.ts'
import { now, PHONE, put, row, rows, send, setUpOutbox } from '#test/setups/outbox.ts'
import { site } from '#test/setups/site.ts'
import { sign } from './aliyun.ts'
import { CODE_LIFETIME_MS } from './queue.ts'
import { defineSmsKind } from './smsVariables.ts'
import { outbox, smsTemplate } from './tables.ts'
import { authorize } from './tencent.ts'

setUpOutbox()

const MINUTE = 60_000
const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE)

const FEE = 'test.fee'
const CODE = 'test.code'
const FEE_TEXT = '“{单位}”的 {年度} 年度会费 {金额} 元尚未缴纳，原因：{原因}。请登录会员中心查看。'
defineSmsKind(FEE, {
  单位: { name: 'company', kind: 'text', max: 20 },
  年度: { name: 'year', kind: 'number', max: 8 },
  金额: { name: 'amount', kind: 'money', max: 12 },
  原因: { name: 'reason', kind: 'sentence', max: 35 },
})
defineSmsKind(CODE, { 验证码: { name: 'code', kind: 'number', max: 6 } })
const fee = {
  template: FEE,
  values: {
    单位: '苏州工业园区示例锅炉化学清洗有限责任公司昆山分公司',
    年度: '2026',
    金额: '12,000.00',
    原因: '请见 https://example.com/a',
  },
}
const code = { text: '验证码 123456', template: CODE, values: { 验证码: '123456' }, hasCode: true }

/** A provider with its console: what it has approved, and what arrived on phones. */
const keys = {
  aliyun: {
    keyId: 'LTAI-test',
    keySecret: 'secret',
    signName: '示例协会',
    codeTemplate: undefined,
    maxVariable: undefined,
  },
  tencent: {
    secretId: 'AKID-test',
    secretKey: 'secret',
    appId: '1400000001',
    signName: '示例协会',
    region: 'ap-guangzhou',
    codeTemplate: undefined,
  },
}

describe.each(['aliyun', 'tencent'] as const)('the gateway of %s', provider => {
  let app: FastifyInstance
  let gateway: SmsGateway
  let origin: string
  beforeEach(async () => {
    gateway = {
      aliyun: { ...keys.aliyun, signNames: ['示例协会'] },
      tencent: { ...keys.tencent, signNames: ['示例协会'] },
      templates: { aliyun: [], tencent: [] },
      sent: [],
    }
    app = fastify()
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    openGateway(app, gateway)
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    await site.services.db.delete(smsTemplate)
    return () => app.close()
  })
  const settings = (more = {}) =>
    provider === 'aliyun'
      ? { provider: 'aliyun' as const, ...keys.aliyun, endpoint: `${origin}/aliyun`, ...more }
      : {
          provider: 'tencent' as const,
          ...keys.tencent,
          endpoint: `${origin}/tencent`,
          maxVariable: undefined,
          ...more,
        }
  const texting = (more = {}, at?: Date) => send({ sms: settings(more) }, at)
  const numbers: Record<string, Record<'aliyun' | 'tencent', string>> = {
    [FEE]: { aliyun: 'SMS_100000001', tencent: '1110001' },
    [CODE]: { aliyun: 'SMS_100000002', tencent: '1110002' },
  }
  /** Files a kind with the provider and registers the number here. */
  async function file(kind: string, filedText: string, texts: { aliyun: string; tencent: string }) {
    const templateCode = numbers[kind]![provider]
    fileTemplate(gateway, provider, {
      code: templateCode,
      type: kind === CODE ? 'code' : 'notice',
      text: texts[provider],
    })
    await site.services.db
      .insert(smsTemplate)
      .values({ provider, kind, templateCode, filedText, updatedName: '管理员' })
  }
  const fileFee = () =>
    file(FEE, FEE_TEXT, {
      aliyun: '“${company}”的 ${year} 年度会费 ${amount} 元尚未缴纳，原因：${reason}。请登录会员中心查看。',
      tencent: '“{1}”的 {2} 年度会费 {3} 元尚未缴纳，原因：{4}。请登录会员中心查看。',
    })
  const fileCode = () =>
    file(CODE, '验证码 {验证码}，5 分钟内有效。', {
      aliyun: '验证码 ${code}，5 分钟内有效。',
      tencent: '验证码 {1}，5 分钟内有效。',
    })

  test('takes a notice whose variables are shortened honestly, and the log keeps what it said', async () => {
    await fileFee()
    await put(fee)
    await texting()
    expect(gateway.sent).toMatchObject([
      {
        phone: PHONE,
        text: '【示例协会】“苏州工业园区示例锅炉化学清洗有限责任公…”的 2026 年度会费 12000.00 元尚未缴纳，原因：详见协会网站。请登录会员中心查看。',
      },
    ])
    const { state, textSealed } = await row()
    expect([state, site.services.encryption.decrypt(textSealed)]).toEqual(['sent', gateway.sent[0]!.text.slice(6)])
  })

  test('takes a code, which the database forgets', async () => {
    await fileCode()
    await put(code)
    await texting()
    expect(gateway.sent).toMatchObject([{ text: '【示例协会】验证码 123456，5 分钟内有效。' }])
    expect(await row()).toMatchObject({ state: 'sent', valuesSealed: null, providerId: expect.any(String) })
  })

  test('is not asked for a kind that it has no template for, and the log says so', async () => {
    await put(fee)
    await texting()
    expect(gateway.sent).toEqual([])
    expect(await row()).toMatchObject({
      state: 'skipped',
      error: expect.stringMatching(/没有.{3}的短信模板，没有发短信/),
    })
    await fileFee()
    await site.services.db.update(outbox).set({ state: 'queued', attempts: 0, dueAt: now })
    await texting()
    expect(await row()).toMatchObject({ state: 'sent' })
  })

  test('is not sent half a number: a value that must not be cut is not sent at all', async () => {
    await fileFee()
    await put({ ...fee, values: { ...fee.values, 年度: '2026-2027 年度' } })
    await texting()
    expect(await row()).toMatchObject({
      state: 'skipped',
      error: '“年度”有 12 个字，超过服务商限制的 8 个字，又不能截短，没有发短信',
    })
  })

  test.each([
    [
      'a signature with another secret',
      { keySecret: 'other', secretKey: 'other' },
      { aliyun: 'SignatureDoesNotMatch', tencent: 'AuthFailure.SignatureFailure' },
      'queued',
    ],
    [
      'a signature (签名) that is not approved',
      { signName: '别的协会' },
      { aliyun: 'isv.SMS_SIGNATURE_ILLEGAL', tencent: 'FailedOperation.SignatureIncorrectOrUnapproved' },
      'failed',
    ],
  ])('refuses %s, and the log says why', async (_, more, codes, state) => {
    await fileFee()
    await put(fee)
    await texting(more)
    expect(await row()).toMatchObject({ state, error: expect.stringContaining(codes[provider]) })
    expect(gateway.sent).toEqual([])
  })

  test('refuses a template with other variables than those filed', async () => {
    await fileFee()
    await site.services.db.update(smsTemplate).set({ filedText: '“{单位}”的会费尚未缴纳。' })
    await put(fee)
    await texting()
    const refusal = {
      aliyun: 'isv.TEMPLATE_MISSING_PARAMETERS',
      tencent: 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate',
    }
    expect(await row()).toMatchObject({ state: 'failed', error: expect.stringContaining(refusal[provider]) })
  })

  test('limits how often a number is written to; what is over the limit is tried again later', async () => {
    await fileCode()
    await put(code)
    await texting()
    await put(code)
    await texting()
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'queued'])
    const limit = { aliyun: 'isv.BUSINESS_LIMIT_CONTROL', tencent: 'LimitExceeded.PhoneNumberThirtySecondLimit' }
    expect((await rows())[1]!.error).toContain(limit[provider])
  })

  test('approves no template that breaks its rules', () => {
    const [one, two] = provider === 'aliyun' ? ['${company}', '${reason}'] : ['{1}', '{2}']
    const file = (text: string) => () => fileTemplate(gateway, provider, { code: '1', type: 'notice', text })
    expect(file(`单位${one}${two}，会费已到账`)).toThrow('不支持变量相邻')
    expect(file(`单位${one}，会费已到账，${one}`)).toThrow('仅可出现一次')
    expect(file(`${one}，${two}`)).toThrow('全变量')
    expect(file(`【协会】单位${one}会费已到账`)).toThrow('符号')
    expect(file(`请打开 https://example.com/${one}`)).toThrow('变量链接')
    expect(gateway.templates[provider]).toEqual([])
  })
})

test('an account with a lower limit is told shorter variables', async () => {
  const gateway: SmsGateway = {
    aliyun: { ...keys.aliyun, signNames: [] },
    tencent: { ...keys.tencent, signNames: ['示例协会'], maxVariable: 12 },
    templates: { aliyun: [], tencent: [] },
    sent: [],
  }
  const app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  openGateway(app, gateway)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const filedText = '“{单位}”的会费尚未缴纳。'
  fileTemplate(gateway, 'tencent', { code: '1110003', type: 'notice', text: '“{1}”的会费尚未缴纳。' })
  await site.services.db.delete(smsTemplate)
  await site.services.db
    .insert(smsTemplate)
    .values({ provider: 'tencent', kind: FEE, templateCode: '1110003', filedText, updatedName: '管理员' })
  const settings = { provider: 'tencent' as const, ...keys.tencent, endpoint: `${origin}/tencent` }
  await put(fee)
  await send({ sms: { ...settings, maxVariable: undefined } })
  expect(await row()).toMatchObject({ state: 'failed', error: expect.stringContaining('TemplateParameterLengthLimit') })
  await site.services.db.delete(outbox)
  await put(fee)
  await send({ sms: { ...settings, maxVariable: 12 } })
  expect(gateway.sent).toMatchObject([{ text: '【示例协会】“苏州工业园区示例锅炉化…”的会费尚未缴纳。' }])
  await app.close()
})

describe('signatures are those of the documentation', () => {
  test('Alibaba Cloud, V3', () => {
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

  test('Tencent Cloud, v3', () => {
    const stars = '*'.repeat(32)
    const payload = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}'
    const call = { service: 'cvm', host: 'cvm.tencentcloudapi.com', action: 'DescribeInstances', payload }
    expect(authorize({ ...call, secretId: `AKID${stars}`, secretKey: stars, timestamp: 1551113065 })).toMatch(
      /Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f$/,
    )
  })
})

describe('a provider that does not behave', () => {
  type Received = { query: URLSearchParams }
  let received: Received[]
  let answer: { status: number; body: string; delay?: number }
  let provider: Server
  let endpoint: string
  beforeAll(async () => {
    provider = createServer((request, response) => {
      received.push({ query: new URL(request.url!, endpoint).searchParams })
      setTimeout(() => response.writeHead(answer.status).end(answer.body), answer.delay ?? 0)
    })
    await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
    endpoint = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    received = []
    answer = { status: 200, body: JSON.stringify({ Code: 'OK', Message: 'OK', BizId: '1' }) }
    const { db } = site.services
    await db.delete(smsTemplate)
    const common = { provider: 'aliyun', updatedName: '管理员' }
    await db.insert(smsTemplate).values([
      { ...common, kind: 'application.submitted', templateCode: 'SMS_1', filedText: '您的申请已受理' },
      { ...common, kind: CODE, templateCode: 'SMS_2', filedText: '验证码 {验证码}' },
    ])
  })
  const sms = (at?: Date) => send({ sms: { provider: 'aliyun', ...keys.aliyun, endpoint } }, at)

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
    await put(code)
    await sms(new Date(now.getTime() + CODE_LIFETIME_MS))
    expect(received).toEqual([])
    expect(await row()).toMatchObject({ state: 'failed', valuesSealed: null })
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
