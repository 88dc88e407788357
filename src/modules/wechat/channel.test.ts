import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDue } from '#lib/server/outbox/send.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { notifySystemAdmins } from '#modules/accounts/server/accountNotifications.ts'
import { type NewMessage, notify } from '#modules/messages/server/notify.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { address, boundTo, setUpWechat, site, standIn } from '#test/setups/wechat/service.ts'
import { asStaff, smsText } from '#test/support/make.ts'
import type { Follower } from '../../../stand-ins/wechat/follower.ts'
import { bindWechat } from './server/bindings.ts'
import { fitField } from './templateLines.ts'

setUpWechat({ demo: true })

const TEMPLATES = '缴费 TMfee thing1=标题 time2=时间 thing3=内容\n培训 TMcourse thing1=标题 thing3=内容'
/** Texts that nobody waits for are not sent at night: here it is always noon, or always midnight. */
const at = (hour: number) => {
  const moment = new Date()
  moment.setUTCHours((hour + 16) % 24, 0, 0, 0)
  return moment
}
const noon = at(12)

let wang: Follower
let member: Awaited<ReturnType<typeof boundTo>>
beforeAll(async () => {
  wang = (await standIn.played()).followers[0]!
  member = await boundTo(wang)
  await writeSetting(site.ctx(), 'wechat', { templates: TEMPLATES })
})
beforeEach(() => site.services.db.delete(outbox))

const tell = (more: Partial<NewMessage> = {}) => {
  const what = {
    kind: 'fee',
    title: '会费到账',
    content: '您的会费已经到账，谢谢支持协会的工作。',
    sms: smsText('会费已到账'),
  } as const
  return notify({ ...site.ctx(), now: noon }, { ...what, ...more, accountId: member.accountId })
}
const send = (now = noon) => sendDue(site.services, now)
const rows = async () =>
  (await site.services.db.select().from(outbox).orderBy(asc(outbox.id)))
    .filter(({ channel }) => channel !== 'mail')
    .map(({ channel, state }) => `${channel} ${state}`)
const choose = (sms: boolean, wechat?: boolean) =>
  member.api.post('/member/message/choices', { choices: [{ kind: 'fee', sms, mail: 'off', wechat }] })
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

describe('a message', () => {
  test('goes by WeChat to who has bound one, by the template of its kind, and by text where there is none', async () => {
    expect((await member.api.get('/member/message/choices')).data).toMatchObject({
      wechats: [`微信用户 ${wang.openid.slice(-4)}`],
      kinds: expect.arrayContaining([expect.objectContaining({ kind: 'fee', sms: true, wechat: true })]),
    })
    await tell({ route: '/admin/user/membership' })
    expect(await rows()).toEqual(['wechat queued'])
    await send()
    expect(await rows()).toEqual(['wechat sent'])
    const { sent, followers } = await standIn.played()
    expect(sent.at(-1)).toMatchObject({
      openid: wang.openid,
      templateId: 'TMfee',
      data: { thing1: { value: '会费到账' }, thing3: { value: '您的会费已经到账，谢谢支持协会的工作。' } },
    })
    expect(followers[0]!.received[0]!.url).toBe(`${address}/admin/user/membership`)
    await tell({ kind: 'award' })
    expect(await rows()).toEqual(['wechat sent', 'sms queued'])
  })

  test('that must arrive goes by text as well; whoever wants no WeChat gets none, and who wants no text none either', async () => {
    await tell({ mandatory: true })
    expect(await rows()).toEqual(['wechat queued', 'sms queued'])
    await site.services.db.delete(outbox)
    const off = await choose(true, false)
    expect(off.data.kinds.find(({ kind }: { kind: string }) => kind === 'fee')).toMatchObject({ wechat: false })
    await tell()
    expect(await rows()).toEqual(['sms queued'])
    await site.services.db.delete(outbox)
    await choose(false, true)
    await tell()
    expect(await rows()).toEqual(['wechat queued'])
    // Omitted values stay unchanged.
    await choose(true)
    expect((await member.api.get('/member/message/choices')).data.kinds).toContainEqual(
      expect.objectContaining({ kind: 'fee', sms: true, wechat: true }),
    )
  })

  test('that WeChat refuses for good goes by text at once; one that it cannot take now, after three attempts; once', async () => {
    await standIn.mishap({ path: 'template/send', errcode: 43004 })
    await tell()
    await send()
    expect(await rows()).toEqual(['wechat failed', 'sms queued'])
    await site.services.db.delete(outbox)
    for (const _ of [1, 2, 3]) await standIn.mishap({ path: 'template/send', errcode: 45009 })
    await tell()
    for (const minutes of [0, 1]) await send(later(minutes))
    expect(await rows()).toEqual(['wechat queued'])
    await Promise.all([send(later(6)), send(later(6))])
    expect(await rows()).toEqual(['wechat failed', 'sms queued'])
  })

  test('that was taken and not let in goes by text, told twice or by a number that is not ours', async () => {
    await tell()
    await send()
    const { id } = (await standIn.played()).sent.at(-1)!
    const [row] = await site.services.db.select().from(outbox).where(eq(outbox.channel, 'wechat'))
    expect(row!.providerId).toBe(id)
    await standIn.finish({ openid: wang.openid, id: `${id}0`, status: 'failed:user block' })
    expect(await rows()).toEqual(['wechat sent'])
    for (const _ of [1, 2]) await standIn.finish({ openid: wang.openid, id, status: 'failed:user block' })
    expect(await rows()).toEqual(['wechat failed', 'sms queued'])
  })

  test('goes by text to who follows no more, and by neither at night where nobody waits for it', async () => {
    await standIn.act(wang, 'unsubscribe')
    expect((await member.api.get('/member/message/choices')).data.wechats).toEqual([])
    await tell()
    expect(await rows()).toEqual(['sms queued'])
    await standIn.act(wang, 'subscribe')
    await site.services.db.delete(outbox)
    await tell()
    await send(at(23))
    expect(await rows()).toEqual(['wechat queued'])
  })

  test('goes to both WeChats of an account; a text goes where neither has it, once', async () => {
    const li = (await standIn.played()).followers[1]!
    await standIn.act(li, 'subscribe')
    await site.services.db.transaction(db => bindWechat({ ...site.ctx(), db }, member.accountId, li.openid))
    const gotIt = async () => {
      const { sent } = await standIn.played()
      return sent.slice(-2).map(({ openid }) => openid)
    }
    await tell()
    await send()
    expect(await rows()).toEqual(['wechat sent', 'wechat sent'])
    expect((await gotIt()).sort()).toEqual([wang.openid, li.openid].sort())
    await site.services.db.delete(outbox)

    // The first is not let in, the other has it.
    await tell()
    await send()
    const [first, other] = (await standIn.played()).sent
      .slice(-2)
      .toSorted((one, two) => (one.openid === wang.openid ? -1 : 1) - (two.openid === wang.openid ? -1 : 1))
    await standIn.finish({ openid: wang.openid, id: first!.id, status: 'failed:user block' })
    expect(await rows()).toEqual(['wechat failed', 'wechat sent'])
    await standIn.finish({ openid: li.openid, id: other!.id, status: 'failed:user block' })
    expect(await rows()).toEqual(['wechat failed', 'wechat failed', 'sms queued'])
    await site.services.db.delete(outbox)

    for (const _ of [1, 2]) await standIn.mishap({ path: 'template/send', errcode: 43004 })
    await tell()
    await send()
    expect(await rows()).toEqual(['wechat failed', 'wechat failed', 'sms queued'])
    await site.services.db.delete(outbox)

    await standIn.act(wang, 'unsubscribe')
    await tell()
    await send()
    expect(await rows()).toEqual(['wechat sent'])
    expect((await gotIt()).at(-1)).toBe(li.openid)
    await standIn.act(wang, 'subscribe')
    await standIn.act(li, 'unsubscribe')
  })

  test('stands in the records of staff by its channel, masked', async () => {
    await tell()
    const staff = await asStaff(site, 'admin')
    const { data } = await staff.get('/staff/outbox/list', { channel: 'wechat' })
    expect(data.list).toMatchObject([
      { channelName: '微信', to: `微信用户 ${wang.openid.slice(-4)}`, subject: '会费到账' },
    ])
  })
})

test('templates are checked where they are set, and what is too long is cut as WeChat demands', async () => {
  const staff = await asStaff(site, 'admin')
  const save = async (templates: string) => {
    const { data } = await staff.get('/staff/settings')
    const { version } = data.find(({ code }: { code: string }) => code === 'wechat')
    return staff.post('/staff/settings/save', { code: 'wechat', version, form: { templates } })
  }
  for (const wrong of [
    '缴费',
    '猜谜 TM12 thing1=标题',
    '缴费 TM12 thing1=密码',
    '缴费 TM12 thing1=标题\n缴费 TM13 thing1=标题',
  ])
    expect((await save(wrong)).data.fields.templates).toBeTruthy()
  expect(await save(TEMPLATES)).toMatchObject({ code: 200 })
  expect([...fitField('thing1', '一'.repeat(25))]).toHaveLength(20)
  expect([fitField('thing1', ''), fitField('time2', '2026-11-26 09:30'), fitField('phrase3', '审核通过了吗')]).toEqual([
    '无',
    '2026-11-26 09:30',
    '审核通过…',
  ])
})

test('an alarm reaches the group of staff once, and no more than twenty an hour do', async () => {
  const values = { 比例: '八成', 时段: '一小时', 条数: '400', 上限: '500' }
  const alarm = () => notifySystemAdmins(site.ctx(), { text: 'desk.codeBudget', values, route: '/staff/health' })
  await standIn.mishap({ path: 'webhook/send', errcode: 45009 })
  await alarm()
  await send(new Date())
  await send(new Date(Date.now() + 2 * 60_000))
  await send(new Date(Date.now() + 3 * 60_000))
  expect((await standIn.played()).alarms.map(({ content }) => content)).toEqual([
    expect.stringMatching(/^【告警】验证码短信已用去八成\n.*400 条[\s\S]*\/staff\/health$/),
  ])
  for (let n = 0; n < 25; n++) await alarm()
  const all = await site.services.db.select().from(outbox).where(eq(outbox.channel, 'robot'))
  expect(all).toHaveLength(20)
  expect(all.every(({ toMasked }) => toMasked === '企业微信群')).toBe(true)
})
