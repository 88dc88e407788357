import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { sendDue } from '#lib/server/outbox/send.ts'
import { messageChoice } from '#modules/messages/server/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { address, linkIn, setUpWechat, site, standIn } from '#test/setups/wechat/service.ts'
import { allOutgoing, type Colleague, colleagueWithPhone, enter } from '#test/support/caseLinks.ts'
import { type asStaff, newAddress, textsTo } from '#test/support/make.ts'
import type { Follower } from '../../../stand-ins/wechat/follower.ts'

setUpWechat({ demo: true })

let zhang: Follower
let second: Colleague
let asker: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  zhang = (await standIn.played()).followers[1]!
  asker = (await colleagueWithPhone(site, ['admin'])).api
  second = await colleagueWithPhone(site, ['admin'])
  await asker.post('/staff/approval/rules', { rules: ['payAccount'] })
  await writeSetting(site.ctx(), 'wechat', { templates: '系统运行 TMwork thing1=标题 time2=时间' })
})

/** The next one: messages that nobody waits for are not sent at night. */
const noon = () => {
  const moment = new Date(Date.now() + 86_400_000)
  moment.setUTCHours(4, 0, 0, 0)
  return moment
}
const ask = async (number: string) => {
  const { data } = await asker.get('/staff/settings')
  const { version, values } = data.find(({ code }: { code: string }) => code === 'payAccount')
  const form = { ...values, number }
  return asker.post('/staff/settings/payAccount', { version, form })
}
const received = async () => (await standIn.played()).followers[1]!.received
const passcodeIn = (url = '') => url.split('#')[1] ?? ''

test('a colleague binds a WeChat by the password and a scan, and never signs in by it', async () => {
  const { data } = await second.api.post('/staff/wechat/bind', {})
  const link = linkIn(await standIn.scan(zhang))
  expect((await second.api.post('/staff/wechat/poll', { secret: data.secret })).data).toEqual({ state: 'scanned' })
  expect(await asker.post('/staff/wechat/poll', { secret: data.secret })).toMatchObject({ code: 404 })
  const answered = await site.post('/wechat/phone/answer', { link, accept: true, number: data.number })
  expect(answered).toMatchObject({ code: 200 })
  const name = `微信用户 ${zhang.openid.slice(-4)}`
  expect((await second.api.get('/staff/wechat/list')).data).toMatchObject({ isOffered: true, bindings: [{ name }] })
  expect((await second.api.get('/staff/message/choices')).data.wechats).toEqual([name])
  expect((await textsTo(site, second.phone))[0]).toMatch(/已绑定微信/)
  await site.post('/wechat/signIn/start', {})
  expect((await standIn.scan(zhang)).reply).toMatch(/还没有绑定账号/)
})

test('what waits for them comes to WeChat with a link, sealed in the outbox, and is decided by its code', async () => {
  await site.services.db
    .update(messageChoice)
    .set({ wechat: true, sms: false })
    .where(eq(messageChoice.accountId, second.id))
  expect(await ask('6222000000000011')).toMatchObject({ code: 202 })
  await sendDue(site.services, noon())
  const [newest] = await received()
  expect(newest).toMatchObject({ templateId: 'TMwork', url: expect.stringContaining(`${address}/staff/link#`) })
  const token = passcodeIn(newest!.url)
  const [sent] = (await allOutgoing(site)).filter(({ channel }) => channel === 'wechat')
  expect(sent).toMatchObject({ link: newest!.url })
  expect(sent!.stored).not.toContain(token)
  const { data } = await enter(site, token, await second.code())
  const visitor = site.as({ ticket: data.ticket }, newAddress())
  expect(await visitor.post('/caseLink/act', { act: 'agree', seen: 'waiting' })).toMatchObject({ code: 200 })
})

test('the group of staff reads whose turn it is and nothing of the case, where the association wants that', async () => {
  const { data } = await asker.get('/staff/settings')
  const { version, values } = data.find(({ code }: { code: string }) => code === 'caseLinks')
  const saved = await asker.post('/staff/settings/save', {
    code: 'caseLinks',
    version,
    form: { ...values, group: 'on' },
  })
  expect(saved).toMatchObject({ code: 200 })
  expect(await ask('6222000000000012')).toMatchObject({ code: 202 })
  await sendDue(site.services, noon())
  const { alarms } = await standIn.played()
  const mine = alarms.find(({ content }) => content.includes(second.name))!
  expect(mine).toMatchObject({ mentioned: [second.phone] })
  expect(mine.content).toMatch(/^【待办】/)
  expect(mine.content).not.toMatch(/收款账户|6222/)
  const token = passcodeIn(mine.content)
  expect(await enter(site, token, '000000'), 'whoever else of the group opens it').toMatchObject({ code: 400 })
  expect(await enter(site, token, await second.code())).toMatchObject({ code: 200 })
})

test('unbound, it brings nothing any more', async () => {
  const { bindings } = (await second.api.get('/staff/wechat/list')).data
  expect(await asker.post('/staff/wechat/unbind', { id: bindings[0].id })).toMatchObject({ code: 404 })
  expect(await second.api.post('/staff/wechat/unbind', { id: bindings[0].id })).toMatchObject({ code: 200 })
  const before = (await received()).length
  expect(await ask('6222000000000013')).toMatchObject({ code: 202 })
  await sendDue(site.services, noon())
  expect(await received()).toHaveLength(before)
})
