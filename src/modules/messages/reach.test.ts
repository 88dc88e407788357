import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { outbox, smsTemplate } from '#lib/server/outbox/tables.ts'
import { noteOperation, operation } from '#lib/server/process/operation.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { raiseFees } from '#modules/membership/server/feeRows.ts'
import { member } from '#modules/membership/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  confirmedEnrolment,
  decideEnrolment,
  enrolVisitor,
  memberCompany,
  openCourse,
  somePeople,
} from '#test/support/enrolling.ts'
import { asStaff, newCreditCode, newPhone, staffSession, staffWith, textsTo } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { sendMailings } from './server/mailings.ts'
import { notify } from './server/notify.ts'
import { reach } from './server/reach.ts'
import { message } from './server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

const LEVEL = 10
/** A provider of text messages without any template. */
const PROVIDER = {
  provider: 'aliyun' as const,
  keyId: '',
  keySecret: '',
  signName: '示例协会',
  endpoint: 'http://127.0.0.1:1',
  codeTemplate: undefined,
  maxVariable: undefined,
}

/** A member company that nobody signs in for. */
async function companyWith(
  name: string,
  contact: { mobile?: string; email?: string },
  { levelCode = LEVEL, categories = [] as string[] } = {},
) {
  const { db, encryption } = site.services
  const row = {
    categories,
    name,
    creditCode: newCreditCode(),
    provinceCode: '540000',
    city: '拉萨市',
    address: '演示路 1 号',
    postcode: '850000',
  }
  const [of] = await db.insert(organisation).values(row).returning()
  await db.insert(organisationContact).values({
    organisationId: of!.id,
    role: 'liaison',
    name: '李晓明',
    mobileSealed: contact.mobile ? encryption.encrypt(contact.mobile) : null,
    email: contact.email ?? '',
  })
  const common = { kind: 'organisation', levelCode, joinedOn: '2020-01-01', status: 'active' } as const
  const [kept] = await db
    .insert(member)
    .values({ ...common, number: `FD-${of!.id}`, organisationId: of!.id })
    .returning()
  return { id: of!.id, memberId: kept!.id }
}

const sent = async (subject: string) => {
  const rows = await site.services.db.select().from(outbox).where(eq(outbox.subject, subject)).orderBy(outbox.channel)
  return rows.map(({ channel, toSealed }) => `${channel} ${site.services.encryption.decrypt(toSealed)}`)
}

test('a mailing says whom it reaches by which channel, opens exactly those, and tells companies without an account by their contact', async () => {
  const headers = await staffSession(site, 'admin')
  const admin = site.as(headers)
  const [phone, other] = [newPhone(), newPhone()]
  const to = { provinceCode: '540000', kind: 'organisation' }
  const texts = { title: '换届通知', content: '请参加换届大会。', sms: '换届大会改到 12 月 20 日' }
  const ahead = async () => (await admin.post('/staff/mailing/preview', { ...to, ...texts, mail: true })).data
  const before = (await ahead()).reach
  await companyWith('甲无账号公司', { mobile: phone, email: 'jia@example.com' })
  await companyWith('乙只有手机公司', { mobile: other })
  await companyWith('丙没有联系方式公司', {})
  const { people, reach: counts } = await ahead()
  expect(counts).toMatchObject({
    people: before.people + 3,
    inbox: people,
    sms: before.sms + 2,
    mail: before.mail + 1,
    none: before.none + 1,
    written: ['sms', 'mail'],
    smsUnfiled: false,
  })
  const of = async (channel: string) =>
    (await admin.get('/staff/mailing/reach', { ...to, withSms: '1', withMail: '1', channel, pageSize: '100' })).data
  for (const channel of ['inbox', 'sms', 'mail', 'none'] as const)
    expect((await of(channel)).total, channel).toBe(counts[channel])
  expect((await of('none')).list).toContainEqual(
    expect.objectContaining({ name: '丙没有联系方式公司', hasAccount: false, to: '演示路 1 号' }),
  )
  expect((await of('sms')).list).toContainEqual(
    expect.objectContaining({ name: '乙只有手机公司', to: `${other.slice(0, 3)}****${other.slice(-4)}` }),
  )
  const asked = new URLSearchParams({ ...to, withSms: '1', withMail: '1' })
  const { rawPayload } = await site.app.inject({ url: `/api/staff/mailing/addresses?${asked}`, headers })
  expect(textsOf(await sheetOf(rawPayload))).toContainEqual(
    expect.arrayContaining(['丙没有联系方式公司', '李晓明', '演示路 1 号', '850000']),
  )
  expect(await admin.post('/staff/mailing/send', { ...to, ...texts, mail: true, expected: people })).toMatchObject({
    code: 200,
  })
  await sendMailings(site.ctx())
  const out = await sent('换届通知')
  for (const line of [`sms ${phone}`, `sms ${other}`, 'mail jia@example.com']) expect(out).toContain(line)
  const [listed] = (await admin.get('/staff/mailing/list')).data.list
  expect([listed.told, listed.total >= people + 2]).toEqual([listed.total, true])
})

test('whom a mailing does not reach is listed, and addressed, by the same conditions as the mailing', async () => {
  const headers = await staffSession(site, 'admin')
  const admin = site.as(headers)
  const silent = await companyWith('子没有联系方式公司', {}, { categories: ['cleaning'] })
  const texted = await companyWith('丑只有手机公司', { mobile: newPhone() }, { levelCode: 20 })
  await companyWith('寅只有邮箱公司', { email: 'yin@example.com' })
  const fee = { year: 2037, levelCode: 20, amount: 2000, dueOn: '2037-06-30', memberId: texted.memberId }
  await raiseFees({ ...site.services, now: new Date() }, [fee])
  const unreached = async (to: Record<string, string>) => {
    const { list, total } = (await admin.get('/staff/mailing/reach', { ...to, channel: 'none', pageSize: '100' })).data
    const url = `/api/staff/mailing/addresses?${new URLSearchParams(to)}`
    const [, ...rows] = textsOf(await sheetOf((await site.app.inject({ url, headers })).rawPayload))
    const names: string[] = list.map(({ name }: { name: string }) => name)
    expect(rows.map(([name]) => name).slice(0, names.length), JSON.stringify(to)).toEqual(names)
    expect(rows.length, JSON.stringify(to)).toBe(total)
    return { to, total, names }
  }
  const all = await unreached({})
  expect(all.names).toEqual(expect.arrayContaining(['子没有联系方式公司', '丑只有手机公司', '寅只有邮箱公司']))
  const narrowed: [to: Record<string, string>, kept: string, left: string][] = [
    [{ levelCode: '20' }, '丑只有手机公司', '子没有联系方式公司'],
    [{ trade: 'cleaning' }, '子没有联系方式公司', '丑只有手机公司'],
    [{ unpaid: '1' }, '丑只有手机公司', '子没有联系方式公司'],
    [{ withSms: '1' }, '寅只有邮箱公司', '丑只有手机公司'],
    [{ withMail: '1' }, '丑只有手机公司', '寅只有邮箱公司'],
    [{ register: 'member', ids: String(silent.memberId) }, '子没有联系方式公司', '丑只有手机公司'],
    [{ register: 'member', ids: String(texted.memberId) }, '丑只有手机公司', '子没有联系方式公司'],
  ]
  const found = [all]
  for (const [to, kept, left] of narrowed) {
    const of = await unreached(to)
    expect([of.names.includes(kept), of.names.includes(left)], JSON.stringify(to)).toEqual([true, false])
    found.push(of)
  }
  // None of these companies is a person, elsewhere, on a course, or the one whose certificate has this number.
  const others: Record<string, string>[] = [
    { kind: 'person' },
    { provinceCode: '110000' },
    { audience: 'course' },
    { register: 'certificate', ids: String(silent.memberId) },
  ]
  for (const to of others) {
    found.push(await unreached(to))
    expect(found.at(-1)!.names, JSON.stringify(to)).not.toContain('子没有联系方式公司')
  }
  for (const { to, total } of found) {
    const { withSms, withMail, ...filter } = to
    const texts = { title: '通知', content: '内容', sms: withSms ? '短信' : '', mail: withMail === '1' }
    const { reach } = (await admin.post('/staff/mailing/preview', { ...filter, ...texts })).data
    expect(reach.none, JSON.stringify(to)).toBe(total)
  }
  // Whose certificate ends soon has an account, thus an inbox: so many days, so many people.
  const holders = async (days: number) =>
    (await admin.get('/staff/mailing/reach', { audience: 'expiring', days, channel: 'inbox' })).data.total
  expect(await holders(1)).toBeLessThan(await holders(366))
})

describe('what holds messages back is said beforehand', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => {
    vi.useRealTimers()
    noteOperation({ ...operation(), isTrial: false })
    site.services.config.sms = undefined
  })

  test('the night, the trial of the site, and a provider without the template', async () => {
    const { memberId } = await companyWith('卯公司', { mobile: newPhone(), email: 'mao@example.com' })
    const inputs = [{ ids: [memberId], action: 'suspend', effectiveOn: dayOf(new Date()), reason: '（待填写）' }]
    const mailing = {
      register: 'member',
      ids: String(memberId),
      title: '通知',
      content: '内容',
      sms: '短信',
      mail: true,
    }
    const said = async () => {
      const admin = await asStaff(site, 'admin')
      const act = await admin.post('/staff/reach', { call: 'POST /staff/member/bulk', inputs })
      const { reach } = (await admin.post('/staff/mailing/preview', mailing)).data
      return [act.data, reach].map(({ people, sms, mail, isNight, isTrial, smsUnfiled }) => ({
        reached: [people, sms, mail],
        holds: { isNight, isTrial, smsUnfiled },
      }))
    }
    const both = (of: { reached: number[]; holds: object }) => [of, of]
    const free = { isNight: false, isTrial: false, smsUnfiled: false }
    const at = (time: string) => vi.setSystemTime(new Date(`${dayOf(new Date())}T${time}:00+08:00`))
    at('12:00')
    expect(await said()).toEqual(both({ reached: [1, 1, 1], holds: free }))
    at('22:00')
    expect(await said()).toEqual(both({ reached: [1, 1, 1], holds: { ...free, isNight: true } }))
    at('12:00')
    noteOperation({ ...operation(), isTrial: true })
    expect(await said()).toEqual(both({ reached: [1, 1, 1], holds: { ...free, isTrial: true } }))
    noteOperation({ ...operation(), isTrial: false })
    site.services.config.sms = PROVIDER
    expect(await said()).toEqual(both({ reached: [1, 0, 1], holds: { ...free, smsUnfiled: true } }))
  })
})

test('a reminder says the same, and its mail goes to the contact of the company, too', async () => {
  const cashier = await asStaff(site, 'cashier')
  const phone = newPhone()
  const one = await companyWith('丁欠费公司', { mobile: phone, email: 'ding@example.com' })
  const two = await companyWith('戊欠费公司', {})
  const fee = { year: 2039, levelCode: LEVEL, amount: 2000, dueOn: '2039-06-30' }
  await raiseFees({ ...site.services, now: new Date() }, [
    { ...fee, memberId: one.memberId },
    { ...fee, memberId: two.memberId },
  ])
  const ahead = (await cashier.get('/staff/fee/remind', { year: 2039 })).data
  expect(ahead).toMatchObject({ count: 2, reach: { people: 2, inbox: 0, sms: 1, mail: 1, none: 1 } })
  const none = (await cashier.get('/staff/fee/remind/reach', { year: 2039, channel: 'none' })).data
  expect(none).toMatchObject({ total: 1, list: [{ name: '戊欠费公司' }] })
  expect(await cashier.post('/staff/fee/remind', { year: 2039, sms: true, expected: 2 })).toMatchObject({ code: 200 })
  await sendMailings(site.ctx())
  const rows = await site.services.db.select().from(outbox).where(eq(outbox.toMasked, 'd***@example.com'))
  expect(rows).toHaveLength(1)
  const texts = await site.services.db.select().from(outbox).where(eq(outbox.template, 'fee.reminder'))
  expect(texts.map(({ toSealed }) => site.services.encryption.decrypt(toSealed))).toContain(phone)
})

test('mail goes to the contact where the account has no address; and at once where a text must arrive and cannot go', async () => {
  const { db, config } = site.services
  const [qingyuan] = await db.select().from(account).where(eq(account.userName, 'qingyuan'))
  const organisationId = qingyuan!.organisationId!
  await db.update(account).set({ email: null }).where(eq(account.id, qingyuan!.id))
  await db
    .update(organisationContact)
    .set({ email: 'contact@example.com' })
    .where(and(eq(organisationContact.organisationId, organisationId), eq(organisationContact.role, 'liaison')))
  const sms = { text: '短信', template: 'fee.reminder', values: {} }
  const ctx = { ...site.ctx(), config: { ...config, sms: PROVIDER } }
  const means = { kind: 'fee', sms: 'fee.reminder', mandatory: true } as const
  const audience = { accounts: sql`select ${qingyuan!.id}::int` }
  await notify(ctx, { accountId: qingyuan!.id, kind: 'fee', title: '没有模板', content: '内容', sms, mandatory: true })
  expect(await sent('没有模板')).toContain('mail contact@example.com')
  expect(await reach(ctx, audience, means)).toMatchObject([{ inbox: true, sms: null, mail: 'contact@example.com' }])
  const filed = {
    provider: 'aliyun',
    kind: 'fee.reminder',
    templateCode: 'SMS_1',
    filedText: '请缴费',
    updatedName: '管理员',
  }
  await db.insert(smsTemplate).values(filed)
  await notify(ctx, { accountId: qingyuan!.id, kind: 'fee', title: '有模板', content: '内容', sms, mandatory: true })
  expect((await sent('有模板')).map(line => line.split(' ')[0])).not.toContain('mail')
  expect(await reach(ctx, audience, means)).toMatchObject([{ sms: expect.any(String), mail: null }])
})

describe('a call that sends', () => {
  const messagesNow = async () => (await site.services.db.select({ id: message.id }).from(message)).length

  test('says whom it reaches before it is made, names whom it does not, and changes nothing by that', async () => {
    const admin = await asStaff(site, 'admin')
    const { db } = site.services
    const phone = newPhone()
    const [reached, lost] = [
      await companyWith('己只有手机公司', { mobile: phone }),
      await companyWith('庚没有联系方式公司', {}),
    ]
    const [theirs] = await db
      .select({ id: member.id })
      .from(member)
      .innerJoin(account, eq(account.organisationId, member.organisationId))
      .where(and(eq(account.userName, 'qingyuan'), eq(account.status, 'active'), eq(member.status, 'active')))
    const ids = [reached.memberId, lost.memberId, theirs!.id]
    const call = 'POST /staff/member/bulk'
    const inputs = [{ ids, action: 'suspend', effectiveOn: dayOf(new Date()), reason: '（待填写）' }]
    const before = [await messagesNow(), await db.$count(outbox), await db.$count(auditEvent)]
    const { data } = await admin.post('/staff/reach', { call, inputs })
    expect(data).toMatchObject({ people: 3, inbox: 1, sms: 2, none: 1, unreached: ['庚没有联系方式公司'] })
    const listed = async (channel: string) =>
      (await admin.post('/staff/reach/list', { call, inputs, channel })).data.list.map(
        (one: { name: string }) => one.name,
      )
    expect(await listed('none')).toEqual(['庚没有联系方式公司'])
    const page = async (pageNum: number) =>
      (await admin.post('/staff/reach/list', { call, inputs, channel: 'sms', pageNum, pageSize: 1 })).data
    const [first, second] = [await page(1), await page(2)]
    expect([first.total, first.list.length, second.list.length]).toEqual([2, 1, 1])
    expect(first.list[0].id).not.toBe(second.list[0].id)
    expect(await listed('sms')).toContain('己只有手机公司')
    expect([await messagesNow(), await db.$count(outbox), await db.$count(auditEvent)]).toEqual(before)
    const states = async () =>
      (await db.select().from(member).where(inArray(member.id, ids))).map(({ status }) => status)
    expect(await states()).toEqual(['active', 'active', 'active'])
    expect((await admin.post('/staff/member/bulk', { ...inputs[0], reason: '核查' })).code).toBe(200)
    expect(await states()).toEqual(['suspended', 'suspended', 'suspended'])
    expect(await messagesNow()).toBe(before[0]! + data.inbox)
    expect(await db.$count(outbox, eq(outbox.channel, 'sms'))).toBeGreaterThan(0)
    expect(await textsTo(site, phone)).toHaveLength(1)
  })

  test('may be asked as often as somebody decides: it is no write', async () => {
    const admin = await asStaff(site, 'admin')
    const { memberId } = await companyWith('壬公司', {})
    const { limits } = site.services.config
    const writes = limits.writesPerMinute
    limits.writesPerMinute = 1
    const inputs = [{ ids: [memberId], action: 'suspend', effectiveOn: dayOf(new Date()), reason: '（待填写）' }]
    const codes = []
    for (let i = 0; i < 4; i++)
      codes.push((await admin.post('/staff/reach', { call: 'POST /staff/member/bulk', inputs })).code)
    limits.writesPerMinute = writes
    expect(codes).toEqual([200, 200, 200, 200])
  })

  test('is refused to whoever may not make it, for what it would be refused for itself, and where it sends nothing', async () => {
    const [admin, writer] = [await asStaff(site, 'admin'), await asStaff(site, await staffWith(site, ['writer']))]
    const { memberId } = await companyWith('辛公司', {})
    const input = { ids: [memberId], action: 'suspend', effectiveOn: dayOf(new Date()), reason: '（待填写）' }
    const ask = (by: typeof admin, given: object, call = 'POST /staff/member/bulk') =>
      by.post('/staff/reach', { call, inputs: [given] })
    expect((await ask(writer, input)).code).toBe(403)
    expect(await ask(admin, { ...input, reason: '' })).toMatchObject({
      code: 400,
      data: { fields: { reason: '请填写原因' } },
    })
    expect((await ask(admin, { id: memberId }, 'POST /staff/record/remove')).code).toBe(404)
  })

  test('of a cancelled course reaches each registration, by the number of the visitor too', async () => {
    const courseId = await openCourse(site, { quota: 20, title: '将取消的班', feeMember: 0, feeOther: 0 })
    const own = await memberCompany(site)
    await confirmedEnrolment(site, own.token, courseId, somePeople(83_000, 1))
    const visitor = await enrolVisitor(site, courseId, somePeople(83_100, 1))
    const trainer = await asStaff(site, 'trainer')
    const { id } = visitor.answer.data
    const { application } = (await trainer.get('/staff/training/registration', { id })).data
    const decision = { id, version: application.version, action: 'reject', opinion: '（待填写）', remarks: [] }
    const told = await trainer.post('/staff/reach', {
      call: 'POST /staff/training/registration/decide',
      inputs: [decision],
    })
    expect(told.data).toMatchObject({ people: 1, inbox: 0, sms: 1, none: 0 })
    await decideEnrolment(site, await asStaff(site, 'reviewer'), id)
    const { version } = (await trainer.get('/staff/training/course/detail', { id: courseId })).data
    const { data } = await trainer.post('/staff/reach', {
      call: 'POST /staff/training/course/cancel',
      inputs: [{ id: courseId, version, reason: '（待填写）' }],
    })
    expect(data).toMatchObject({ people: 2, inbox: 1, sms: 2, none: 0, unreached: [] })
  })
})
