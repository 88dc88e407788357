import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ctx, setUpInboxes } from '#test/setups/inboxes.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, putFile, signInAs, signUp, smsText, staffSession, staffWith, textsTo } from '#test/support/make.ts'
import { pdf } from '#test/support/uploads.ts'
import { account, staffRole } from '../accounts/server/tables.ts'
import { notifyStaff } from './server/notifyStaff.ts'
import { message, messageTemplate } from './server/tables.ts'

setUpInboxes()

describe('staff', () => {
  const tell = (accountIds: number[], of: object = {}) =>
    notifyStaff(
      ctx(),
      { accountIds },
      { kind: 'assigned', title: '交您办理', content: '某申请', sms: smsText('某申请'), ...of },
    )
  async function colleague(roles = ['reviewer']) {
    const userName = await staffWith(site, roles)
    const [row] = await site.services.db.select().from(account).where(eq(account.userName, userName))
    return { userName, id: row!.id, api: await asStaff(site, userName) }
  }

  test('have an inbox of their own, with the same list, counts and choices', async () => {
    const { id, api } = await colleague()
    await tell([id])
    expect((await api.get('/staff/message/unread')).data).toEqual({ unread: 1 })
    expect((await api.get('/staff/message/list')).data).toMatchObject({ list: [{ typeName: '交我办理' }] })
    await tell([id])
    const [{ id: newest }] = (await api.get('/staff/message/list')).data.list
    expect((await api.post('/staff/message/read', { ids: [newest] })).data).toEqual({ unread: 1 })
    expect((await api.post('/staff/message/read', { ids: [newest], isRead: false })).data).toEqual({ unread: 2 })
    expect((await api.post('/staff/message/read', { all: true })).data).toEqual({ unread: 0 })
    const { kinds } = (await api.get('/staff/message/choices')).data
    expect(kinds.find(({ kind }: { kind: string }) => kind === 'desk')).toMatchObject({ sms: false, mail: 'digest' })
    expect(kinds.some(({ kind }: { kind: string }) => kind === 'membership')).toBe(false)
    const chosen = { choices: [{ kind: 'assigned', sms: true, mail: 'each' }] }
    await site.services.db.update(account).set({ email: 'wang@example.com' }).where(eq(account.id, id))
    expect(await api.post('/staff/message/choices', chosen)).toMatchObject({
      code: 200,
      data: { email: 'w***@example.com' },
    })
    expect((await site.as(await signInAs(site, 'qingyuan')).get('/staff/message/list')).status).toBe(401)
  })

  test('read the file of a message of their own, and of nobody else’s', async () => {
    const [one, other] = [await colleague(), await colleague()]
    const own = { ...(await staffSession(site, one.userName)), 'sec-fetch-site': 'same-origin' }
    const fileIds = [await putFile(site, own, '名单.png'), await putFile(site, own, '说明.pdf', pdf('说明'))]
    await tell([one.id], { fileIds })
    await tell([one.id])
    const [bare, told] = (await one.api.get('/staff/message/list')).data.list
    expect(told.files).toMatchObject([{ name: '名单.png' }, { name: '说明.pdf' }])
    const open = (id: number, more = '') =>
      site.app.inject({ url: `/api/staff/message/file?id=${id}${more}`, headers: own })
    expect((await open(told.id)).headers['content-type']).toBe('image/png')
    expect((await open(told.id, `&fileId=${fileIds[1]}`)).headers['content-type']).toBe('application/pdf')
    expect((await open(bare.id)).json().code).toBe(404)
    expect((await open(bare.id, `&fileId=${fileIds[1]}`)).json().code).toBe(404)
    expect((await other.api.get('/staff/message/file', { id: told.id })).code).toBe(404)
  })

  test('of one province only read theirs as well', async () => {
    const role = { code: 'role-east', name: '华东初审', permissions: ['staff:applications', 'staff:review'] }
    await site.services.db.insert(staffRole).values({ ...role, provinces: ['320000'] })
    const { id, api } = await colleague([role.code])
    await tell([id])
    const { code, data } = await api.get('/staff/message/list')
    expect([code, data.list.length]).toEqual([200, 1])
    expect(await api.post('/staff/message/read', { all: true })).toMatchObject({ code: 200, data: { unread: 0 } })
  })

  test('read no message before the second factor is set up', async () => {
    const userName = await staffWith(site, ['reviewer'])
    const cookie = await staffSession(site, userName)
    await site.services.db.update(account).set({ totpSince: null }).where(eq(account.userName, userName))
    expect(await site.as(cookie).get('/staff/message/list')).toMatchObject({ code: 403 })
  })

  test('are told by text only if they want to be', async () => {
    const { id, api } = await colleague()
    const phone = '13900009876'
    const { encryption, db } = site.services
    await db
      .update(account)
      .set({ phoneSealed: encryption.encrypt(phone) })
      .where(eq(account.id, id))
    await tell([id])
    expect(await textsTo(site, phone)).toEqual([])
    await api.post('/staff/message/choices', { choices: [{ kind: 'assigned', sms: true, mail: 'off' }] })
    await tell([id])
    expect(await textsTo(site, phone)).toEqual(['某申请'])
  })

  test('are told as a desk: who has it and not who has just done it, and the administrator only where it is nobody’s', async () => {
    const [one, other] = [await colleague(['trainer']), await colleague(['trainer'])]
    const actor = { kind: 'staff' as const, accountId: one.id, userName: 'x', tokenHash: '', permissions: [] }
    const what = { kind: 'course' as const, title: '已报满', content: '开始候补' }
    await notifyStaff({ ...ctx(), actor }, { permission: 'staff:training' }, what)
    expect((await one.api.get('/staff/message/unread')).data.unread).toBe(0)
    expect((await other.api.get('/staff/message/unread')).data.unread).toBe(1)
    const [admin] = await site.services.db.select().from(account).where(eq(account.userName, 'admin'))
    const titles = async () =>
      (await site.services.db.select().from(message).where(eq(message.accountId, admin!.id)).orderBy(message.id)).map(
        ({ title }) => title,
      )
    expect(await titles()).not.toContain('已报满')
    await notifyStaff(ctx(), { permission: 'staff:messages' }, { ...what, title: '无人负责' })
    expect(await titles()).toContain('无人负责')
  })
})

describe('the words of codes and of what happens to accounts', () => {
  const save = async (of: object) => {
    const admin = await asStaff(site, 'admin')
    return admin.post('/staff/template/save', {
      code: 'security.code',
      version: 0,
      title: '验证码',
      content: '',
      ...of,
    })
  }

  test('belong to staff, but the code stays in them, and a text that must go out is never empty', async () => {
    expect(await save({ sms: '请勿告诉他人' })).toMatchObject({ data: { fields: { sms: '短信中须保留 {验证码}' } } })
    expect(await save({ sms: '' })).toMatchObject({ code: 400 })
    expect(await save({ sms: '{验证码}', content: '站内' })).toMatchObject({ code: 400 })
    expect(await save({ sms: '【协会】{验证码} 是您的验证码' })).toMatchObject({ code: 200 })
    const { phone } = await signUp(site)
    expect(await textsTo(site, phone)).toContainEqual(expect.stringMatching(/^【协会】\d{6} 是您的验证码$/))
    await site.services.db.delete(messageTemplate)
  })

  test('a sign-in on another device is told at once, the first of all is not', async () => {
    const { accountId, phone, userName } = await signUp(site)
    const signIn = (agent: string) =>
      site.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'user-agent': agent },
        payload: { account: userName, password: '清洗之前先看水质 7' },
      })
    await signIn('Mozilla/5.0 (Windows NT 10.0) Chrome/150')
    await signIn('Mozilla/5.0 (Windows NT 10.0) Chrome/151')
    const told = (await textsTo(site, phone)).filter(text => text.includes('新的设备'))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('Chrome')
    const [row] = await site.services.db
      .select()
      .from(message)
      .where(eq(message.accountId, accountId))
      .orderBy(message.id)
    expect(row).toMatchObject({ kind: 'system', title: '账号在新的设备上登录', route: '/admin/user/security' })
  })
})
