import { createServer, type Server } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sendDue } from '#lib/server/outbox/send.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import type { Config } from '#lib/server/process/config.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { article } from '#modules/content/server/tables.ts'
import { sendMailings } from '#modules/messages/server/mailings.ts'
import { mailing } from '#modules/messages/server/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { newAddress, signInAs, solvedCaptcha, staffSession, staffWith } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { forgetUnconfirmed } from './server/subscriptions.ts'
import { newsletter, newsletterSubscriber } from './server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

type Api = ReturnType<typeof site.as>
let admin: Api
let serial = 0
const newEmail = () => `reader${++serial}@example.com`
const visitor = () => site.as('anonymous', newAddress())

beforeAll(async () => {
  admin = site.as(await staffSession(site, 'admin'))
})
beforeEach(async () => {
  await site.services.db.delete(newsletterSubscriber)
})

async function ask(email: string, more: object = {}) {
  const address = newAddress()
  const captcha = await solvedCaptcha(site, address)
  return site.as('anonymous', address).post('/newsletter/subscribe', { email, agree: true, ...captcha, ...more })
}

const mails = async () =>
  (await site.services.db.select().from(outbox).where(eq(outbox.channel, 'mail')).orderBy(outbox.id)).map(row => ({
    ...row,
    to: site.services.encryption.decrypt(row.toSealed),
    text: site.services.encryption.decrypt(row.textSealed),
    html: row.htmlSealed && site.services.encryption.decrypt(row.htmlSealed),
    unsubscribe: row.unsubscribeSealed && site.services.encryption.decrypt(row.unsubscribeSealed),
  }))
const mailsTo = async (email: string) => (await mails()).filter(({ to }) => to === email)
const keyIn = (text: string) => text.match(/subscription#([\w-]+)/)![1]!

async function subscribed(email = newEmail()) {
  expect((await ask(email)).code).toBe(200)
  const key = keyIn((await mailsTo(email)).at(-1)!.text)
  expect((await visitor().post('/newsletter/confirm', { key })).data).toMatchObject({ state: 'confirmed' })
  return { email, key }
}

async function written(more: object = {}) {
  const offered = (await admin.get('/staff/newsletter/offer')).data
  const items = offered.slice(0, 2).map(({ kind, id }: { kind: string; id: number }) => ({ kind, id }))
  const { data, code } = await admin.post('/staff/newsletter/save', {
    form: { title: `简报 ${++serial}`, intro: '各位好' },
    items,
    ...more,
  })
  expect(code).toBe(200)
  return data as { id: number; version: number }
}

test('an address gets newsletters only once it has confirmed, and whoever typed it learns nothing', async () => {
  const email = newEmail()
  expect(await ask(email)).toMatchObject({ code: 200, data: {} })
  const issue = await written()
  expect(await admin.post('/staff/newsletter/send', issue)).toMatchObject({ code: 409, msg: '还没有订阅的邮箱' })
  const [mail] = await mailsTo(email)
  const key = keyIn(mail!.text)
  expect(mail!.text).toContain('不是的，不用理会')
  const asked = await visitor().post('/newsletter/subscription', { key })
  expect(asked.data).toEqual({ email: 'r***@example.com', state: 'asked', stateName: '待确认' })
  expect((await visitor().post('/newsletter/confirm', { key })).data.state).toBe('confirmed')
  // Asked again by a stranger: the same answer, and no further mail.
  expect(await ask(email)).toMatchObject({ code: 200, data: {} })
  expect(await mailsTo(email)).toHaveLength(1)
  const [row] = await site.services.db.select().from(newsletterSubscriber)
  expect(JSON.stringify(row)).not.toContain(email)
  expect(row).toMatchObject({ consent: expect.stringContaining('随时可以退订'), confirmedAt: expect.any(Date) })
})

test('the form says all that is wrong at once, and nobody is flooded by it', async () => {
  const wrong = await visitor().post('/newsletter/subscribe', { email: '不是邮箱', agree: false })
  expect(wrong).toMatchObject({ code: 400, data: { fields: { email: expect.any(String), agree: expect.any(String) } } })
  const bare = await visitor().post('/newsletter/subscribe', { email: newEmail(), agree: true })
  expect(bare).toMatchObject({ code: 400, data: { fields: { captcha: expect.any(String) } } })
  const email = newEmail()
  for (let time = 0; time < 5; time++) expect((await ask(email)).code).toBe(200)
  expect(await mailsTo(email)).toHaveLength(3)
  const place = site.as('anonymous', newAddress())
  const codes = []
  for (let time = 0; time < 6; time++) codes.push((await place.post('/newsletter/subscribe', { email: 'x' })).code)
  expect(codes.at(-1)).toBe(429)
})

test('what nobody confirmed is forgotten, and a link that is too old confirms nothing', async () => {
  const email = newEmail()
  await ask(email)
  const key = keyIn((await mailsTo(email)).at(-1)!.text)
  const { db } = site.services
  await db.update(newsletterSubscriber).set({ askedAt: sql`now() - interval '8 days'` })
  expect(await visitor().post('/newsletter/confirm', { key })).toMatchObject({ code: 409 })
  await forgetUnconfirmed(site.ctx())
  expect(await db.$count(newsletterSubscriber)).toBe(1)
  await db.update(newsletterSubscriber).set({ askedAt: sql`now() - interval '15 days'` })
  await forgetUnconfirmed(site.ctx())
  expect(await db.$count(newsletterSubscriber)).toBe(0)
})

test('an issue goes to each subscriber once, with the headers and the link to unsubscribe, and can be read on the site', async () => {
  const [one, other] = [await subscribed(), await subscribed()]
  const issue = await written()
  expect((await admin.get('/staff/newsletter/detail', { id: issue.id })).data).toMatchObject({ reached: 2, bounced: 0 })
  expect((await visitor().get('/newsletter/detail', { id: issue.id })).code).toBe(404)
  const { data } = await admin.post('/staff/newsletter/send', issue)
  expect(data.addresses).toBe(2)
  await sendMailings(site.ctx())
  await sendMailings(site.ctx())
  for (const { email, key } of [one, other]) {
    const [, mail, ...rest] = await mailsTo(email)
    expect(rest).toEqual([])
    expect(mail!.unsubscribe).toBe(`http://site.test/callbacks/newsletter?key=${key}`)
    expect(mail!.html).toContain(`subscription#${key}`)
    expect(mail!.text).toContain(`subscription#${key}`)
  }
  expect((await admin.get('/staff/mailing/detail', { id: data.mailingId })).data).toMatchObject({
    told: 2,
    total: 2,
    state: 'sent',
  })
  const shown = (await visitor().get('/newsletter/detail', { id: issue.id })).data
  expect(shown.content.groups.flatMap(({ items }: { items: object[] }) => items)).toHaveLength(2)
  expect((await visitor().get('/newsletter/list')).data.list[0]).toMatchObject({ id: issue.id, title: shown.title })
  expect(await admin.post('/staff/newsletter/send', issue)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('已发出'),
  })
})

test('sent by two at once it goes once', async () => {
  await subscribed()
  const issue = await written()
  const answers = await Promise.all([
    admin.post('/staff/newsletter/send', issue),
    admin.post('/staff/newsletter/send', issue),
  ])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
})

test('a mail program unsubscribes by one POST, a scanner that opens the link does not', async () => {
  const { key } = await subscribed()
  const url = `/callbacks/newsletter?key=${key}`
  const state = async () => (await visitor().post('/newsletter/subscription', { key })).data.state
  await site.app.inject({ method: 'GET', url })
  expect((await site.app.inject({ method: 'POST', url, payload: 'x' })).statusCode).toBe(400)
  expect(await state()).toBe('confirmed')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const click = { method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' } as const
  expect((await site.app.inject(click)).statusCode).toBe(200)
  expect((await site.app.inject(click)).statusCode).toBe(200)
  expect(await state()).toBe('left')
  // Taken back by the same link; a wrong key says only that it is wrong.
  expect((await visitor().post('/newsletter/confirm', { key })).data.state).toBe('confirmed')
  expect((await visitor().post('/newsletter/leave', { key: 'nobody' })).code).toBe(404)
  expect((await visitor().post('/newsletter/leave', { key })).data.state).toBe('left')
})

test('who leaves while it is being sent gets no further issue, and a stopped issue goes no further', async () => {
  const [stays, leaves] = [await subscribed(), await subscribed()]
  await visitor().post('/newsletter/leave', { key: leaves.key })
  const issue = await written()
  const { data } = await admin.post('/staff/newsletter/send', issue)
  expect(data.addresses).toBe(1)
  expect((await admin.post('/staff/mailing/stop', { id: data.mailingId })).data).toEqual({ told: 0 })
  await sendMailings(site.ctx())
  expect(await mailsTo(stays.email)).toHaveLength(1)
  const [of] = await site.services.db.select().from(mailing).where(eq(mailing.id, data.mailingId))
  expect(of!.state).toBe('stopped')
})

test('a member chooses it in the member centre and gets it at the address of the account', async () => {
  const member = site.as(await signInAs(site, 'qingyuan'))
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, 'qingyuan'))
  const { email } = own!
  expect((await member.get('/member/newsletter')).data).toEqual({ isOn: false, email })
  expect((await member.post('/member/newsletter', { isOn: true })).data.isOn).toBe(true)
  expect((await member.post('/member/newsletter', { isOn: true })).data.isOn).toBe(true)
  const issue = await written()
  expect((await admin.get('/staff/newsletter/detail', { id: issue.id })).data.reached).toBe(1)
  await member.post('/member/newsletter', { isOn: false })
  expect((await admin.get('/staff/newsletter/detail', { id: issue.id })).data.reached).toBe(0)
})

test('what is no longer public is not sent, and the one who sends is told which', async () => {
  await subscribed()
  const offered = (await admin.get('/staff/newsletter/offer')).data
  const [item] = offered.filter(({ kind }: { kind: string }) => kind === 'article')
  const issue = await written({ items: [{ kind: 'article', id: item.id }] })
  const { db } = site.services
  await db.update(article).set({ status: 'withdrawn' }).where(eq(article.id, item.id))
  const refused = await admin.post('/staff/newsletter/send', issue)
  await db.update(article).set({ status: 'published' }).where(eq(article.id, item.id))
  expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining(item.title) })
  expect((await admin.post('/staff/newsletter/save', { form: { title: '' }, items: [] })).data.fields).toHaveProperty(
    'title',
  )
})

test('it is tried on oneself, changed by one at a time, and removed while it is a draft', async () => {
  const issue = await written()
  const { data } = await admin.post('/staff/newsletter/test', { id: issue.id })
  const last = (await mails()).at(-1)!
  expect(last).toMatchObject({ subject: expect.stringMatching(/^试发：/), unsubscribe: null })
  expect(data.to).toContain('***')
  const change = (title: string) => admin.post('/staff/newsletter/save', { ...issue, form: { title }, items: [] })
  expect((await Promise.all([change('甲'), change('乙')])).map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect(await admin.post('/staff/newsletter/remove', issue)).toMatchObject({ code: 409 })
  expect((await admin.post('/staff/newsletter/remove', { ...issue, version: issue.version + 1 })).code).toBe(200)
  expect(await site.services.db.$count(newsletter, eq(newsletter.id, issue.id))).toBe(0)
  const trainer = site.as(await staffSession(site, await staffWith(site, ['trainer'])))
  expect((await trainer.get('/staff/newsletter/list')).code).toBe(403)
})

test('where the association wants it, a second person agrees before it goes', async () => {
  await subscribed()
  const issue = await written()
  const first = site.as(await staffSession(site, await staffWith(site, ['admin'])))
  await staffWith(site, ['admin'])
  expect((await first.post('/staff/approval/rules', { rules: ['newsletter'] })).code).toBe(200)
  expect(await first.post('/staff/newsletter/send', issue)).toMatchObject({ code: 202 })
  expect((await visitor().get('/newsletter/detail', { id: issue.id })).code).toBe(404)
  expect((await agreeToLast(site)).code).toBe(200)
  await writeSetting(site.ctx(), 'secondPerson', { rules: [] })
  expect((await visitor().get('/newsletter/detail', { id: issue.id })).code).toBe(200)
})

test('subscribers are a register: masked, found by the whole address, unsubscribed at their wish', async () => {
  const { email, key } = await subscribed()
  await ask(newEmail())
  const list = async (asked: Record<string, string>) =>
    (await admin.get('/staff/newsletter/subscribers', asked)).data.list
  expect(await list({ key: email.toUpperCase() })).toMatchObject([{ email: 'r***@example.com', state: 'confirmed' }])
  expect(JSON.stringify(await list({}))).not.toContain(email)
  expect(await list({ state: 'asked' })).toHaveLength(1)
  expect(await list({ member: 'yes' })).toEqual([])
  const [{ id }] = await list({ state: 'confirmed' })
  expect((await admin.post('/staff/newsletter/unsubscribe', { id })).code).toBe(200)
  expect((await visitor().post('/newsletter/subscription', { key })).data.state).toBe('left')
})

/** A mail server that refuses one recipient for good. */
function refusingServer(refused: string): Promise<{ server: Server; url: string }> {
  const server = createServer(socket => {
    let inData = false
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', chunk => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (inData) {
          if (line !== '.') continue
          inData = false
          socket.write('250 queued\r\n')
        } else if (line === 'DATA') {
          inData = true
          socket.write('354 go on\r\n')
        } else if (line.startsWith('RCPT TO') && line.includes(refused)) socket.write('550 no such user\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      resolve({ server, url: `smtp://127.0.0.1:${port}` })
    }),
  )
}

test('what the mail server refuses is counted at once, and after three in a row the address gets no more', async () => {
  const { db } = site.services
  await db.delete(outbox)
  const [gone, there] = [await subscribed(), await subscribed()]
  const { server, url } = await refusingServer(gone.email)
  const smtp: Config['smtp'] = { url, from: '协会 <no-reply@example.org>', requiresTls: false }
  const config = { ...site.services.config, smtp }
  for (let time = 0; time < 3; time++) {
    const { data } = await admin.post('/staff/newsletter/send', await written())
    expect(data.addresses).toBe(2)
    await sendMailings(site.ctx())
    await sendDue({ ...site.services, config }, new Date())
    const { mails } = (await admin.get('/staff/mailing/detail', { id: data.mailingId })).data
    expect(mails).toMatchObject({ sent: 1, failed: 1, queued: 0 })
  }
  server.close()
  const issue = await written()
  expect((await admin.get('/staff/newsletter/detail', { id: issue.id })).data).toMatchObject({ reached: 1, bounced: 1 })
  const { list } = (await admin.get('/staff/newsletter/subscribers', { bounced: 'yes' })).data
  expect(list).toMatchObject([{ bounces: 3, state: 'confirmed' }])
  const { error } = (await mailsTo(gone.email)).at(-1)!
  expect(error).toContain('退信 550')
  expect(error).not.toContain(gone.email)
  expect(await mailsTo(there.email)).toHaveLength(4)
})
