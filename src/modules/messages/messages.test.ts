import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { signInAs, smsText, textsTo } from '#test/support/make.ts'
import { outbox } from '../../lib/server/outbox/tables.ts'
import { account } from '../accounts/server/tables.ts'
import { notify } from './server/notify.ts'
import { message } from './server/tables.ts'

let qingyuan: ReturnType<(typeof site)['as']>
let zhangwei: typeof qingyuan
const ids: Record<string, { id: number; organisationId: number | null }> = {}

setUpSite({ demo: true })

beforeAll(async () => {
  qingyuan = site.as(await signInAs(site, 'qingyuan'))
  zhangwei = site.as(await signInAs(site, 'zhangwei'))
  for (const row of await site.services.db.select().from(account)) ids[row.userName] = row
  await site.services.db.delete(message)
})

const ctx = () => ({ ...site.services, now: new Date() })
const tell = (userName: string, of: Partial<Parameters<typeof notify>[1]> = {}) =>
  notify(ctx(), {
    accountId: ids[userName]!.id,
    kind: 'membership',
    title: '请补正',
    content: '请补正营业执照',
    ...(of as object),
  })
const list = async (who = qingyuan, query = {}) => (await who.get('/member/message/list', query)).data

test('a member reads what the association wrote, newest first, and nobody else’s', async () => {
  await tell('qingyuan', { route: '/admin/user/membership', objectType: 'application', objectId: 7 })
  await tell('qingyuan', { kind: 'fee', title: '请缴费' })
  await tell('zhangwei', { title: '只给张伟' })
  expect(await list()).toMatchObject({
    total: 2,
    list: [
      { type: 'fee', typeName: '缴费', title: '请缴费', isRead: false, route: null },
      { typeName: '入会', route: '/admin/user/membership', bizType: 'application', bizId: 7 },
    ],
  })
  expect(await list(zhangwei)).toMatchObject({ total: 1, list: [{ title: '只给张伟' }] })
  expect(await list(qingyuan, { type: 'fee' })).toMatchObject({ total: 1 })
  expect((await site.get('/member/message/list')).status).toBe(401)
  expect((await qingyuan.get('/member/message/list', { type: '1' })).code).toBe(400)
})

test('what is read stays read, one by one or all at once, and only one’s own', async () => {
  const [theirs] = (await list(zhangwei)).list
  const [newest] = (await list()).list
  const marked = await qingyuan.post('/member/message/read', { ids: [newest.id, theirs.id, 999_999] })
  expect(marked).toMatchObject({ code: 200, data: { unread: 1 } })
  expect(await list(qingyuan, { read: '1' })).toMatchObject({ total: 1, list: [{ id: newest.id, isRead: true }] })
  expect(await list(qingyuan, { read: '0' })).toMatchObject({ total: 1 })
  expect((await qingyuan.post('/member/message/read', { all: true })).data).toEqual({ unread: 0 })
  expect((await qingyuan.get('/member/message/unread')).data).toEqual({ unread: 0 })
  expect((await zhangwei.get('/member/message/unread')).data).toEqual({ unread: 1 })
  for (const body of [{}, { ids: [] }, { ids: [1], all: true }, { ids: Array(101).fill(1) }])
    expect((await qingyuan.post('/member/message/read', body)).code, JSON.stringify(body)).toBe(400)
})

test('who asks for a text gets one, to the phone of the account, and a mail where an address is known', async () => {
  const { db, encryption } = site.services
  const before = await textsTo(site, '13900000001')
  await tell('qingyuan', { sms: smsText('请补正营业执照') })
  await tell('qingyuan', { sms: smsText('简短的短信'), mail: true, route: '/admin/user/messages', title: '入会申请' })
  const texts = await textsTo(site, '13900000001')
  expect(texts.filter(text => !before.includes(text))).toEqual(['简短的短信', '请补正营业执照'])
  const [mail] = await db.select().from(outbox).where(eq(outbox.subject, '入会申请')).orderBy(outbox.channel)
  expect(mail).toMatchObject({ channel: 'mail', toMasked: 'q***@example.com', accountId: ids.qingyuan!.id })
  expect(encryption.decrypt(mail!.textSealed)).toContain(
    '请补正营业执照\n\n查看详情：http://site.test/admin/user/messages\n',
  )
})

test('all who sign in for an organisation are told, but nobody whose account is closed', async () => {
  const { db } = site.services
  const organisationId = ids.qingyuan!.organisationId!
  await db.update(account).set({ organisationId, status: 'disabled' }).where(eq(account.userName, 'xinren'))
  await db.update(account).set({ organisationId }).where(eq(account.userName, 'taishan'))
  await db.delete(message)
  await notify(ctx(), { organisationId, kind: 'system', title: '通知', content: '致单位' })
  const told = await db.select({ id: message.accountId }).from(message).orderBy(message.id)
  expect(told.map(({ id }) => id).sort()).toEqual([ids.qingyuan!.id, ids.taishan!.id].sort())
})
