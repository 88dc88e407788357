import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fillIn } from '#lib/placeholders.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, signInAs, smsText, staffSession, staffWith, textsTo } from '#test/support/make.ts'
import { by, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import { queue } from '../../lib/server/outbox/queue.ts'
import { outbox } from '../../lib/server/outbox/tables.ts'
import { account } from '../accounts/server/tables.ts'
import { restorableOf } from '../audit/server/restoring.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { writeSetting } from '../settings/server/settings.ts'
import { sendMailings } from './server/mailings.ts'
import { mailingRecipient, messageTemplate } from './server/tables.ts'
import { renderTemplate } from './server/templates.ts'
import { smsParts } from './sms.ts'

setUpSite({ demo: true })

let admin: ReturnType<typeof site.as>
beforeAll(async () => {
  admin = site.as(await staffSession(site, 'admin'))
})

const job = () => site.ctx()

describe('what has nothing to say is left out', () => {
  test.each([
    ['您的{种类}（{编号}）通过。', { 种类: '入会申请', 编号: 'RH1' }, '您的入会申请（RH1）通过。'],
    ['您的{种类}（{编号}）通过。', { 种类: '入会申请' }, '您的入会申请通过。'],
    ['第一行\n意见：{意见}\n末行', {}, '第一行\n末行'],
    ['{甲}', { 甲: '{乙}', 乙: '不应展开' }, '{乙}'],
  ])('%s', (text, values, filled) => {
    expect(fillIn(text, values as Record<string, string>)).toBe(filled)
  })

  test('a text of 70 characters is one, a longer one is counted in parts of 67', () => {
    expect([70, 71, 134, 135].map(length => smsParts('字'.repeat(length)))).toEqual([1, 2, 2, 3])
  })
})

describe('a template', () => {
  const CODE = 'fee.confirmed'
  const one = async () =>
    (await admin.get('/staff/template/list')).data.find(({ code }: { code: string }) => code === CODE)
  const rendered = () => renderTemplate(site.services, CODE, { 名称: '甲公司', 年度: '2026', 金额: '2,000.00' })
  beforeEach(() => site.services.db.delete(messageTemplate))

  test('changed is what the next message says, and the default once it is restored', async () => {
    const before = await rendered()
    const { version, content, sms } = await one()
    const saved = await admin.post('/staff/template/save', {
      code: CODE,
      version,
      title: '{年度} 会费收讫',
      content,
      sms,
    })
    expect(saved).toMatchObject({ code: 200, data: { version: 1 } })
    expect(await rendered()).toEqual({ ...before, title: '2026 会费收讫' })
    expect(await one()).toMatchObject({ isChanged: true, version: 1 })
    await admin.post('/staff/template/reset', { code: CODE, version: 1 })
    expect(await rendered()).toEqual(before)
    expect(await one()).toMatchObject({ isChanged: false, version: 2 })
  })

  test('takes only the placeholders that are offered', async () => {
    const wrong = { code: CODE, version: 0, title: '{年份}', content: '内容', sms: '' }
    expect(await admin.post('/staff/template/save', wrong)).toMatchObject({
      data: { fields: { title: '这里不能使用 {年份}' } },
    })
    const texted = { code: CODE, version: 0, title: '到账', content: '内容', sms: '短信' }
    expect(await admin.post('/staff/template/save', texted)).toMatchObject({ code: 400 })
    expect(await admin.post('/staff/template/save', { ...texted, code: 'none' })).toMatchObject({ code: 404 })
  })

  test('two change it at once: one does, the other is told who and when', async () => {
    const body = { code: CODE, version: 0, title: '到账', content: '内容', sms: '' }
    const answers = await Promise.all(
      [1, 2, 3].map(n => admin.post('/staff/template/save', { ...body, title: `${n}` })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/已由 .+ 于 \d{4}-.+ 修改/)
  })

  test('is put back to what it was before a change, from the audit log', async () => {
    const put = (version: number, title: string) =>
      admin.post('/staff/template/save', { code: CODE, version, title, content: '内容', sms: '' })
    await put(0, '第一版')
    await put(1, '第二版')
    const rows = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectType, 'messageTemplate'))
      .orderBy(auditEvent.id)
    const { objectId, objectName, before } = rows.at(-1)!
    const [who] = await site.services.db.select().from(account).where(eq(account.userName, 'admin'))
    const actor = { kind: 'staff' as const, accountId: who!.id, userName: 'admin', tokenHash: '', permissions: [] }
    await restorableOf('messageTemplate')!.restore({ ...job(), actor }, { objectId, objectName, before: before! })
    expect((await rendered()).title).toBe('第一版')
  })

  test('is tried out on one’s own phone, never on another', async () => {
    const body = { code: CODE, channel: 'sms', title: '到账', content: '内容', sms: '试发 {年度}' }
    const [who] = await site.services.db.select().from(account).where(eq(account.userName, 'admin'))
    const phone = site.services.encryption.decrypt(who!.phoneSealed!)
    expect((await admin.post('/staff/template/test', body)).code).toBe(200)
    expect((await textsTo(site, phone))[0]).toBe('试发 2026')
  })
})

describe('the outbox', () => {
  const put = async (of: Partial<typeof outbox.$inferInsert>, code?: string) => {
    const sms = smsText('短信正文')
    const out = { channel: 'sms' as const, to: '13900000777', subject: '测试短信', sms, hasCode: Boolean(code) }
    await queue({ ...site.services, now: new Date() }, out)
    const rows = await site.services.db.select().from(outbox).orderBy(outbox.id)
    const { id } = rows.at(-1)!
    await site.services.db
      .update(outbox)
      .set({ attempts: 0, ...of })
      .where(eq(outbox.id, id))
    return id
  }
  const list = async (query = {}) => (await admin.get('/staff/outbox/list', query)).data.list
  const stateOf = async (id: number) =>
    (await site.services.db.select().from(outbox).where(eq(outbox.id, id)))[0]!.state
  beforeEach(() => site.services.db.delete(outbox))

  test('shows to whom, what about and how far, and neither number nor text', async () => {
    await put({ state: 'failed', attempts: 6, error: '余额不足' })
    await put({ state: 'failed' }, '123456')
    const rows = await list()
    expect(rows).toMatchObject([
      { subject: '验证码', isCode: true, state: 'expired', stateName: '已过期' },
      { to: '139****0777', subject: '测试短信', state: 'failed', attempts: 6, error: '余额不足' },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/13900000777|短信正文|123456/)
    expect(await list({ state: 'failed' })).toHaveLength(1)
    expect(await list({ words: '0777' })).toHaveLength(2)
    for (const state of ['written', 'skipped', 'trial'] as const) await put({ state })
    const counts = { failed: 1, expired: 1, written: 1, skipped: 1, trial: 1, sent: 0, total: 5 }
    expect((await admin.get('/staff/outbox/counts')).data).toMatchObject([counts])
  })

  test('what failed is sent again from its first attempt; codes are not', async () => {
    const failed = await put({ state: 'failed', attempts: 6, error: '余额不足' })
    const code = await put({ state: 'failed' }, '123456')
    expect(await admin.post('/staff/outbox/resend', { ids: [code] })).toMatchObject({ code: 409 })
    const answers = await Promise.all([1, 2].map(() => admin.post('/staff/outbox/resend', { ids: [failed, code] })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const [row] = await site.services.db.select().from(outbox).where(eq(outbox.id, failed))
    expect(row).toMatchObject({ state: 'queued', attempts: 0, error: null })
  })

  test('all that failed at once, but not what somebody has stopped', async () => {
    const [failed, queued] = [await put({ state: 'failed' }), await put({})]
    expect((await admin.post('/staff/outbox/stop', { ids: [queued] })).data).toEqual({ count: 1 })
    expect((await admin.post('/staff/outbox/resend', { all: true })).data).toEqual({ count: 1 })
    expect((await admin.post('/staff/outbox/stop', { all: true })).data).toEqual({ count: 1 })
    expect((await admin.post('/staff/outbox/resend', { ids: [failed] })).data).toEqual({ count: 1 })
    expect([await stateOf(failed), await stateOf(queued)]).toEqual(['queued', 'stopped'])
    const sentAt = new Date('2026-05-12T09:30:00+08:00')
    const sent = await put({ state: 'sent', sentAt })
    expect(await list({ state: 'sent' })).toMatchObject([{ id: sent, sentAt: '2026-05-12T09:30:00+08:00' }])
    const counts = { sent: 1, stopped: 1, queued: 1, failed: 0, total: 3 }
    expect((await admin.get('/staff/outbox/counts')).data).toMatchObject([counts])
    expect((await admin.post('/staff/outbox/resend', { ids: [queued] })).code).toBe(200)
    expect((await admin.post('/staff/outbox/resend', {})).code).toBe(400)
  })

  test('a text is read only by who typed the password, leaves a line, and a code is never shown', async () => {
    const id = await put({})
    expect((await admin.post('/staff/outbox/text', { id })).data).toEqual({ subject: '测试短信', text: '短信正文' })
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'outbox.read'))
      .orderBy(auditEvent.id)
    expect(lines).toMatchObject([{ objectId: id, actorName: 'admin' }])
    expect(await admin.post('/staff/outbox/text', { id: await put({}, '123456') })).toMatchObject({ code: 409 })
  })

  test('is narrowed and sorted, and leaves as a workbook, without the texts, with a line in the log', async () => {
    const at = (day: number) => new Date(`2026-05-${day}T09:30:00+08:00`)
    await put({ createdAt: at(10), state: 'sent', sentAt: at(13) })
    await put({ createdAt: at(11), state: 'sent', sentAt: at(12), channel: 'mail', subject: '年会通知' })
    await put({ createdAt: at(12), state: 'failed', attempts: 6, error: '余额不足' })
    await put({ createdAt: at(13), state: 'failed' }, '123456')
    const userName = await staffWith(site, ['admin'])
    const register = await openRegister(site, '/staff/outbox', userName)
    await expectNarrowed(register, [
      [{ words: '年会' }, row => row.subject === '年会通知'],
      [{ channel: 'mail' }, row => row.channel === 'mail'],
      [{ state: 'failed' }, row => row.state === 'failed'],
      [{ state: 'expired' }, row => row.state === 'expired'],
      [{ state: 'sent' }, row => row.state === 'sent'],
      [{ from: '2026-05-12' }, row => row.createdAt > '2026-05-12'],
      [{ to: '2026-05-11' }, row => row.createdAt < '2026-05-12'],
    ])
    await expectSorted(register, {}, { createdAt: by(row => row.createdAt), sentAt: by(row => row.sentAt ?? '') })
    const sheet = await register.workbook({ from: '2026-05-12' })
    expect(sheet).toEqual([
      {
        时间: '2026-05-13 09:30',
        方式: '短信',
        接收人: '139****0777',
        标题: '验证码',
        状态: '已过期',
        尝试次数: '0',
        发出时间: '',
        原因: '',
      },
      expect.objectContaining({ 标题: '测试短信', 状态: '失败', 尝试次数: '6', 原因: '余额不足' }),
    ])
    const [own] = await site.services.db.select().from(account).where(eq(account.userName, userName))
    const lines = await site.services.db.select().from(auditEvent).where(eq(auditEvent.actorId, own!.id))
    expect(lines).toContainEqual(
      expect.objectContaining({ action: 'outbox.export', detail: { from: '2026-05-12', rows: 2 } }),
    )
  })

  test('belongs to who looks after messages, and to nobody else', async () => {
    const cashier = await asStaff(site, 'cashier')
    for (const path of ['/staff/outbox/list', '/staff/template/list', '/staff/mailing/list'])
      expect(await cashier.get(path), path).toMatchObject({ code: 403 })
  })
})

describe('a message to many', () => {
  const write = (more: object) =>
    admin.post('/staff/mailing/send', { title: '年会通知', content: '请参加年会。', ...more })
  const audience = async (query = {}) => (await admin.get('/staff/mailing/audience', query)).data
  const inbox = async (name: string) =>
    (await site.as(await signInAs(site, name)).get('/member/message/list', { type: 'system' })).data.list

  test('goes to whom the filter names, as many as was said, in the member centre and by text', async () => {
    await writeSetting(site.ctx(), 'sms', { price: '0.045' })
    const all = await audience()
    const { people, words, phones, textPrice } = await audience({ kind: 'organisation' })
    expect(textPrice).toBe(0.045)
    expect([all.words === words, words]).toEqual([false, '单位会员'])
    expect(phones).toBeGreaterThan(0)
    const to = { kind: 'organisation', sms: '年会通知，请登录查看。' }
    expect(await write({ ...to, expected: people + 1 })).toMatchObject({ code: 409 })
    expect(await write({ ...to, expected: people })).toMatchObject({ code: 200 })
    await Promise.all([sendMailings(job()), sendMailings(job())])
    expect((await inbox('qingyuan')).filter(({ title }: { title: string }) => title === '年会通知')).toHaveLength(1)
    expect((await inbox('zhangwei')).filter(({ title }: { title: string }) => title === '年会通知')).toHaveLength(0)
    expect((await textsTo(site, '13900000001')).filter(text => text.includes('年会'))).toHaveLength(1)
    const [of] = (await admin.get('/staff/mailing/list')).data.list
    // Besides the accounts, companies without one are told by their contact.
    expect(of).toMatchObject({ state: 'sent', told: of.total, audience: '单位会员' })
    expect(of.total).toBeGreaterThanOrEqual(people)
  })

  test('goes to one level of one province, to those who still owe', async () => {
    const { rows } = await site.services.db.execute<{ levelCode: number; provinceCode: string }>(`
      select member.level_code "levelCode", organisation.province_code "provinceCode"
      from member_fee join member on member.id = member_id join organisation on organisation.id = organisation_id
      join receivable r on r.kind = 'memberFee' and r.payable_id = member_fee.id
      join account on account.organisation_id = organisation.id where r.state = 'due' limit 1`)
    const to = { ...rows[0]!, unpaid: '1' }
    const { people } = await audience(to)
    expect(people).toBeGreaterThan(0)
    for (const name of ['levelCode', 'provinceCode', 'unpaid'] as const)
      expect((await audience({ [name]: to[name] })).people, name).toBeLessThan((await audience()).people)
    expect(await write({ ...to, title: '催缴通知', expected: people })).toMatchObject({ code: 200 })
  })

  test('is stopped: who has not been told yet is not', async () => {
    const { people } = await audience()
    const { data } = await write({ expected: people, title: '作废的通知', mail: true })
    const whose = eq(mailingRecipient.mailingId, data.id)
    const [first] = await site.services.db.select().from(mailingRecipient).where(whose).limit(1)
    await site.services.db
      .update(mailingRecipient)
      .set({ toldAt: new Date() })
      .where(and(whose, eq(mailingRecipient.accountId, first!.accountId)))
    expect((await admin.get('/staff/mailing/list')).data.list[0]).toMatchObject({ id: data.id, mail: true, told: 1 })
    expect((await admin.post('/staff/mailing/stop', { id: data.id })).data).toEqual({ told: 1 })
    await sendMailings(job())
    const rows = await site.services.db.select().from(mailingRecipient).where(eq(mailingRecipient.mailingId, data.id))
    expect(rows.filter(({ toldAt }) => toldAt !== null).map(({ accountId }) => accountId)).toEqual([first!.accountId])
    expect((await admin.post('/staff/mailing/stop', { id: data.id })).code).toBe(409)
  })
})
