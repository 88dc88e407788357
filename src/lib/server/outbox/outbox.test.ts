import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createServer as createTcp } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import type { Config } from '../process/config.ts'
import { sign } from './aliyun.ts'
import { CODE_LIFE, queue } from './queue.ts'
import { sendDue } from './send.ts'
import { outbox } from './tables.ts'

const PHONE = '13900001234'
const MINUTE = 60_000

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp()
})
afterAll(() => site.close())

let now: Date
beforeEach(async () => {
  now = new Date()
  await site.services.db.delete(outbox)
})

const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE)
const rows = () => site.services.db.select().from(outbox).orderBy(outbox.id)
const row = async () => (await rows())[0]!
const put = (of: Partial<Parameters<typeof queue>[1]> = {}) =>
  queue({ ...site.services, now }, { channel: 'sms', to: PHONE, text: '您的申请已受理', ...of })
const send = (config: Partial<Config>, at = now) =>
  sendDue({ ...site.services, config: { ...site.services.config, ...config } }, at)

describe('until a provider is configured', () => {
  const dir = () => join(site.services.config.dataDir, `outbox-test-${process.pid}`)
  afterEach(() => rm(dir(), { recursive: true, force: true }))

  test('texts are lines in a file, once each, and the database keeps neither number nor text readable', async () => {
    await put()
    await put({ text: '第二条' })
    expect(JSON.stringify(await rows())).not.toMatch(/13900001234|受理/)
    expect(await row()).toMatchObject({ toMasked: '139****1234', state: 'queued' })
    await Promise.all([send({ dataDir: dir() }), send({ dataDir: dir() })])
    await send({ dataDir: dir() })
    const lines = (await readFile(join(dir(), 'outbox/sms.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line).text).sort()).toEqual(['您的申请已受理', '第二条'].sort())
    expect(JSON.parse(lines[0]!)).toMatchObject({ to: PHONE, at: expect.stringMatching(/\+08:00$/) })
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('a text nobody waits for is kept until the morning, at each attempt; codes, mails and all others go at night', async () => {
    const night = new Date('2026-11-21T00:05:00+08:00')
    now = night
    await put({ byDay: true, text: '提醒' })
    await put({ text: '密码已修改' })
    await put({ channel: 'mail', to: 'a@example.com', subject: '提醒', byDay: true, text: '邮件' })
    await send({ dataDir: dir() }, night)
    expect((await rows()).map(({ state }) => state)).toEqual(['queued', 'sent', 'sent'])
    expect((await row()).attempts).toBe(0)
    await send({ dataDir: dir() }, new Date('2026-11-21T07:59:00+08:00'))
    expect((await row()).state).toBe('queued')
    await send({ dataDir: dir() }, new Date('2026-11-21T08:00:00+08:00'))
    expect((await row()).state).toBe('sent')
  })

  test('a mail with pages is both: text for who reads text, and the page', async () => {
    await put({ channel: 'mail', to: 'a@example.com', subject: '通知', text: 'plain words', html: '<p>page words</p>' })
    await send({ dataDir: dir() })
    const [name] = await readdir(join(dir(), 'outbox/mail'))
    const mail = await readFile(join(dir(), 'outbox/mail', name!), 'utf8')
    expect(mail).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*plain words[\s\S]*text\/html[\s\S]*page words/)
  })

  test('mails are files that a mail program opens, and nothing typed adds a header to them', async () => {
    const subject = '入会申请\r\nBcc: everybody@example.com'
    await put({ channel: 'mail', to: 'a@example.com\r\nBcc: b@example.com', subject, text: '正文' })
    await send({ dataDir: dir() })
    const [name] = await readdir(join(dir(), 'outbox/mail'))
    const mail = await readFile(join(dir(), 'outbox/mail', name!), 'utf8')
    expect(name).toMatch(/^\d{14}-\d+\.eml$/)
    expect(mail.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
    expect(mail).toContain(Buffer.from('正文').toString('base64'))
  })

  test('a transaction that fails sends nothing', async () => {
    const work = site.services.db.transaction(async db => {
      await queue({ ...site.services, db, now }, { channel: 'sms', to: PHONE, text: '不应发出' })
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
  })
})

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
  const sms = (at?: Date) => send({ aliyunSms: { ...keys, endpoint } }, at)

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
    await sms(new Date(now.getTime() + CODE_LIFE))
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

test('a mail server gets one recipient, our sender and the text', async () => {
  const commands: string[] = []
  const lines: string[] = []
  const server = createTcp(socket => {
    let data = false
    socket.write('220 test\r\n')
    socket.on('data', chunk => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        ;(data ? lines : commands).push(line)
        if (data) {
          if (line === '.') {
            data = false
            socket.write('250 queued\r\n')
          }
        } else if (/^EHLO/.test(line)) socket.write('250 test\r\n')
        else if (line === 'DATA') {
          data = true
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await put({
    channel: 'mail',
    to: 'member@example.com',
    subject: '入会\nX-Evil: 1',
    text: 'Dear member\n.\nRCPT TO:<x@y>',
  })
  await send({ smtp: { url: `smtp://127.0.0.1:${port}`, from: '示例协会 <no-reply@example.org>' } })
  server.close()
  expect(await row()).toMatchObject({ state: 'sent', error: null })
  expect(commands.filter(line => /^(MAIL|RCPT)/.test(line))).toEqual([
    'MAIL FROM:<no-reply@example.org>',
    'RCPT TO:<member@example.com>',
  ])
  expect(lines).toContain('RCPT TO:<x@y>')
  expect(lines.filter(line => /^X-Evil/.test(line))).toEqual([])
})
