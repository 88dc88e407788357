import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ctx, setUpInboxes } from '#test/setups/inboxes.ts'
import { site } from '#test/setups/site.ts'
import { advanceTime, signUp, smsText, textsTo } from '#test/support/make.ts'
import { isNight } from '../../lib/server/outbox/due.ts'
import { outbox } from '../../lib/server/outbox/tables.ts'
import { account, session } from '../accounts/server/tables.ts'
import { sendDigests } from './server/digests.ts'
import { notify } from './server/notify.ts'
import { message } from './server/tables.ts'

setUpInboxes()

const MAIL = 'someone@example.com'

/** A new member with a mailbox. */
async function someone() {
  const one = await signUp(site)
  await site.services.db.update(account).set({ email: MAIL }).where(eq(account.id, one.accountId))
  await site.services.db.delete(message).where(eq(message.accountId, one.accountId))
  const tell = (of: object = {}) =>
    notify(ctx(), {
      accountId: one.accountId,
      kind: 'training',
      title: '班次有变',
      content: '改到下午',
      sms: smsText('改到下午'),
      ...(of as object),
    })
  const mails = async () => {
    const rows = await site.services.db.select().from(outbox).where(eq(outbox.accountId, one.accountId))
    const { encryption } = site.services
    return rows
      .filter(({ channel }) => channel === 'mail')
      .map(({ subject, textSealed, htmlSealed }) => ({
        subject,
        text: encryption.decrypt(textSealed),
        html: encryption.decrypt(htmlSealed!),
      }))
  }
  const choose = (sms: boolean, mail: string, kind = 'training') =>
    one.api.post('/member/message/choices', { choices: [{ kind, sms, mail }] })
  return { ...one, tell, mails, choose, texts: () => textsTo(site, one.phone) }
}

describe('whoever has chosen nothing', () => {
  test('is told by text, and by one mail a day', async () => {
    const { api, tell, mails, texts } = await someone()
    const before = (await texts()).length
    await tell()
    expect((await texts()).length).toBe(before + 1)
    expect(await mails()).toEqual([])
    const { data } = await api.get('/member/message/choices')
    expect(data).toMatchObject({ email: 's***@example.com' })
    expect(data.kinds.find(({ kind }: { kind: string }) => kind === 'training')).toEqual({
      kind: 'training',
      name: '培训',
      wechat: true,
      sms: true,
      mail: 'digest',
    })
    await sendDigests(ctx())
    expect(await mails()).toHaveLength(1)
  })
})

describe('whoever has chosen', () => {
  test('gets no text of that kind, but what a deadline demands, and nothing less on the site', async () => {
    const { api, tell, choose, texts } = await someone()
    expect(await choose(false, 'off')).toMatchObject({ code: 200 })
    const before = (await texts()).length
    await tell()
    expect((await texts()).length).toBe(before)
    await tell({ mandatory: true, sms: smsText('请在月底前缴费') })
    expect((await texts())[0]).toBe('请在月底前缴费')
    await tell({ kind: 'fee' })
    expect((await texts()).length).toBe(before + 2)
    expect((await api.get('/member/message/list')).data.total).toBe(3)
  })

  test('gets a mail with each message: who writes, the way on, why it came and where that is changed', async () => {
    const { tell, choose, mails } = await someone()
    await choose(true, 'each')
    await tell({ title: '<b>改期</b>', route: '/admin/user/training' })
    const [mail] = await mails()
    expect(mail!.subject).toBe('<b>改期</b>')
    for (const said of [mail!.text, mail!.html])
      for (const part of ['全国锅炉与锅炉水处理行业协会', '/admin/user/training', 'messages?tab=choices', '改到下午'])
        expect(said).toContain(part)
    expect(mail!.html).toContain('&lt;b&gt;改期&lt;/b&gt;')
    await sendDigests(ctx())
    expect(await mails()).toHaveLength(1)
  })

  test('a kind that is not for them, or none, is refused; the log says what was changed', async () => {
    const { api, choose } = await someone()
    expect(await choose(true, 'each', 'operation')).toMatchObject({ code: 400 })
    expect(await choose(true, 'weekly')).toMatchObject({ code: 400 })
    expect(await api.post('/member/message/choices', { choices: [] })).toMatchObject({ code: 400 })
    expect((await site.get('/member/message/choices')).status).toBe(401)
  })
})

describe('the digest of a day', () => {
  test('names what is unread by kinds, and is not sent for what was read or is known', async () => {
    const { api, tell, mails } = await someone()
    await tell({ title: '已读的' })
    await api.post('/member/message/read', { all: true })
    await sendDigests(ctx())
    expect(await mails()).toEqual([])
    await tell({ title: '甲', route: '/admin/user/training' })
    await tell({ title: '乙', kind: 'fee' })
    await sendDigests(ctx())
    await sendDigests(ctx())
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: '您有 2 条未读消息' })
    expect(mail!.text).toMatch(/【缴费】\n.*乙/)
    expect(mail!.text).toMatch(/【培训】\n.*甲 http:\/\/site.test\/admin\/user\/training/)
    expect(mail!.text).not.toContain('已读的')
  })

  test('comes once, however many processes send it, and not at all where the mail cannot be written', async () => {
    const { accountId, tell, mails } = await someone()
    await tell()
    const encryption = {
      ...site.services.encryption,
      encrypt: () => {
        throw new Error('killed')
      },
    }
    await expect(sendDigests({ ...ctx(), encryption })).rejects.toThrow('killed')
    const [still] = await site.services.db
      .select()
      .from(message)
      .where(eq(message.accountId, accountId))
      .orderBy(message.id)
    expect(still!.inDigest).toBe(true)
    await Promise.all([1, 2, 3, 4].map(() => sendDigests(ctx())))
    expect(await mails()).toHaveLength(1)
  })

  test('leaves out what was switched off meanwhile', async () => {
    const { tell, choose, mails } = await someone()
    await tell()
    await choose(true, 'off')
    await sendDigests(ctx())
    expect(await mails()).toEqual([])
  })
})

describe('an inbox', () => {
  test('is searched, and what was read can be unread again', async () => {
    const { api, tell } = await someone()
    await tell({ title: '准考证', content: '可以打印' })
    await tell({ title: '成绩', content: '已公布' })
    const list = async (query = {}) => (await api.get('/member/message/list', query)).data
    expect(await list({ words: '打印' })).toMatchObject({ total: 1, list: [{ title: '准考证' }] })
    expect(await list({ words: '%' })).toMatchObject({ total: 0 })
    const [{ id }] = (await list()).list
    expect((await api.post('/member/message/read', { ids: [id] })).data).toEqual({ unread: 1 })
    expect((await api.post('/member/message/read', { ids: [id], isRead: false })).data).toEqual({ unread: 2 })
    expect(await api.post('/member/message/read', { all: true, isRead: false })).toMatchObject({ code: 400 })
  })

  test('says that what a message is about is gone', async () => {
    const { api, tell } = await someone()
    await tell({ objectType: 'application', objectId: 999_999, route: '/admin/user/doing/999999' })
    await tell({ objectType: 'unheardOf', objectId: 1 })
    const { list } = (await api.get('/member/message/list')).data
    expect(list.map(({ isGone }: { isGone: boolean }) => isGone)).toEqual([false, true])
  })

  test('asked by itself does not keep anybody signed in', async () => {
    const { api, accountId } = await someone()
    const seen = async () =>
      (await site.services.db.select().from(session).where(eq(session.accountId, accountId)))[0]!.seenAt.getTime()
    await advanceTime(site, 5)
    const before = await seen()
    expect((await api.get('/member/message/unread')).code).toBe(200)
    expect(await seen()).toBe(before)
    await api.get('/member/message/list')
    expect(await seen()).toBeGreaterThan(before)
  })
})

test('the night is from 21:00 to 08:00 in Shanghai, wherever the server stands', () => {
  const zone = process.env.TZ
  for (const other of ['America/New_York', 'Asia/Shanghai', 'UTC']) {
    process.env.TZ = other
    const at = (time: string) => isNight(new Date(`2026-11-21T${time}+08:00`))
    expect([at('20:59:59'), at('21:00:00'), at('00:05:00'), at('07:59:59'), at('08:00:00'), at('12:00:00')]).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ])
  }
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})
