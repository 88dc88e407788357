import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer as createTcp } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { moveTo, now, PHONE, put, row, rows, send, setUpOutbox } from '#test/setups/outbox.ts'
import { site } from '#test/setups/site.ts'
import { smsText } from '#test/support/make.ts'
import { outboxMeasures } from './measures.ts'
import { queue } from './queue.ts'

setUpOutbox()

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
    expect((await rows()).map(({ state }) => state)).toEqual(['written', 'written'])
  })

  test('a text nobody waits for is kept until the morning, at each attempt; codes, mails and all others go at night', async () => {
    const night = new Date('2026-11-21T00:05:00+08:00')
    moveTo(night)
    await put({ isUrgent: false, text: '提醒' })
    await put({ text: '密码已修改' })
    await put({ channel: 'mail', to: 'a@example.com', subject: '提醒', isUrgent: false, text: '邮件' })
    await send({ dataDir: dir() }, night)
    expect((await rows()).map(({ state }) => state)).toEqual(['queued', 'written', 'written'])
    expect((await row()).attempts).toBe(0)
    await send({ dataDir: dir() }, new Date('2026-11-21T07:59:00+08:00'))
    expect((await row()).state).toBe('queued')
    await send({ dataDir: dir() }, new Date('2026-11-21T08:00:00+08:00'))
    expect((await row()).state).toBe('written')
  })

  test('a text that waits for the morning is no backlog at night, and is one from 08:00 on', async () => {
    const values = async (at: string) => {
      const of = { ...site.services, now: new Date(`2026-11-21T${at}+08:00`) }
      return Promise.all(outboxMeasures.map(async ({ read }) => (await read(of))[0]!.value))
    }
    moveTo(new Date('2026-11-21T00:05:00+08:00'))
    await put({ isUrgent: false, text: '提醒' })
    expect(await values('03:30:00')).toEqual([0, 0])
    expect(await values('08:05:00')).toEqual([1, 300])
    await put({ text: '密码已修改' })
    expect(await values('03:30:00')).toEqual([1, 12_300])
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
      await queue({ ...site.services, db, now }, { channel: 'sms', to: PHONE, sms: smsText('不应发出') })
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
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
        else if (line === 'STARTTLS') socket.write('502 unknown\r\n')
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
  await send({ smtp: { url: `smtp://127.0.0.1:${port}`, from: '示例协会 <no-reply@example.org>', requiresTls: false } })
  expect(await row()).toMatchObject({ state: 'sent', error: null })
  expect(commands.filter(line => /^(MAIL|RCPT)/.test(line))).toEqual([
    'MAIL FROM:<no-reply@example.org>',
    'RCPT TO:<member@example.com>',
  ])
  expect(lines).toContain('RCPT TO:<x@y>')
  expect(lines.filter(line => /^X-Evil/.test(line))).toEqual([])

  // The mail is never sent to a server without TLS, where it could be read on the way.
  commands.length = 0
  await put({ channel: 'mail', to: 'member@example.com', subject: '入会', text: '秘密' })
  await send({ smtp: { url: `smtp://127.0.0.1:${port}`, from: 'no-reply@example.org', requiresTls: true } })
  server.close()
  expect(commands.filter(line => /^(AUTH|MAIL|RCPT)/.test(line))).toEqual([])
  expect((await rows()).map(({ state }) => state).sort()).toEqual(['queued', 'sent'])
})
