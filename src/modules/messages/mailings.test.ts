import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf, iso } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { lockFees, raiseFees, selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { signInAs, staffSession } from '#test/support/make.ts'
import { writeSetting } from '../settings/server/settings.ts'
import { sendMailings } from './server/mailings.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

const COMPANY = '北京清源锅炉清洗有限公司'
let admin: ReturnType<typeof site.as>
let qingyuan: typeof account.$inferSelect
let memberId: number
beforeAll(async () => {
  const { db } = site.services
  admin = site.as(await staffSession(site, 'admin'))
  qingyuan = (await db.select().from(account).where(eq(account.userName, 'qingyuan')))[0]!
  memberId = (await db.select().from(member).where(eq(member.organisationId, qingyuan.organisationId!)))[0]!.id
  await writeSetting(site.ctx(), 'sms', { price: '0.05' })
})

const audience = async (query: object = {}) => (await admin.get('/staff/mailing/audience', query as never)).data
const preview = (given: object) => admin.post('/staff/mailing/preview', given)
const toQingyuan = () => ({ register: 'member', ids: String(memberId) })
const inbox = async () =>
  (await site.as(await signInAs(site, 'qingyuan')).get('/member/message/list', { type: 'system' })).data.list

describe('before it goes', () => {
  test('it is said how it reads, what it costs, and for whom a placeholder has nothing to say', async () => {
    const { db } = site.services
    await writeFees({ db }, await lockFees({ db }, eq(memberFee.memberId, memberId)), { state: 'confirmed' })
    const content = '{名称}（{会员号}）：级别 {级别}，有效期至 {会员有效期至}。\n应缴 {应缴会费} 元。'
    const { data } = await preview({ ...toQingyuan(), title: '{名称}', content, sms: '{名称}请查看。' })
    expect(data).toMatchObject({
      people: 1,
      phones: 1,
      mails: 1,
      smsParts: 1,
      textPrice: 0.05,
      words: '所选的 1 个会员',
      missing: [{ name: '应缴会费', count: 1, examples: [COMPANY] }],
      sample: { name: COMPANY, title: COMPANY, sms: `协会通知：${COMPANY}请查看。请登录会员中心查看全文。` },
    })
    expect(data.sample.content).toMatch(new RegExp(`^${COMPANY}（\\S+）：级别 \\S+，有效期至 .+。$`))
    const owing = { memberId, year: 2038, levelCode: 10, amount: 2000, dueOn: '2038-06-30' }
    const raised = await raiseFees({ db, now: new Date() }, [owing])
    const owes = (await preview({ ...toQingyuan(), title: '会费', content: '应缴 {应缴会费} 元' })).data
    expect(owes).toMatchObject({ missing: [], sample: { content: '应缴 2,000 元' } })
    await writeFees({ db }, raised, { state: 'cancelled' })
  })

  test('a placeholder that nobody knows is refused beside its field, with those there are', async () => {
    const wrong = { ...toQingyuan(), title: '通知', content: '{公司}您好' }
    expect(await preview(wrong)).toMatchObject({
      code: 400,
      data: { fields: { content: expect.stringMatching(/^没有“\{公司\}”，可以用的有：名称、/) } },
    })
    expect(await admin.post('/staff/mailing/send', { ...wrong, expected: 1 })).toMatchObject({ code: 400 })
    expect((await audience()).placeholders).toContainEqual({ name: '级别', sample: '会员单位' })
  })

  test('it is tried on oneself alone, as the first who gets it will read it', async () => {
    const given = {
      ...toQingyuan(),
      title: '核对 {名称}',
      content: '{名称}请核对。',
      sms: '{名称}请核对。',
      mail: true,
    }
    const { data } = await admin.post('/staff/mailing/trial', given)
    expect(data.to).toMatch(/^站内消息，短信发到 1\d\d\*{4}\d{4}，邮件发到 /)
    const [own] = (await admin.get('/staff/message/list')).data.list
    expect(own).toMatchObject({ title: `试发：核对 ${COMPANY}`, content: `${COMPANY}请核对。` })
    expect((await inbox()).map(({ title }: { title: string }) => title)).not.toContain(`核对 ${COMPANY}`)
  })
})

describe('a message for later', () => {
  const HOUR = 3_600_000
  const write = (more: object) =>
    admin.post('/staff/mailing/send', {
      ...toQingyuan(),
      title: '定时通知',
      content: '{名称}请参会。',
      expected: 1,
      ...more,
    })

  test('goes out at its time and not before, filled in as things are then', async () => {
    const at = new Date(Date.now() + HOUR)
    const { data } = await write({ at: at.toISOString(), title: '到时再发' })
    expect((await admin.get('/staff/mailing/list')).data.list[0]).toMatchObject({
      id: data.id,
      state: 'scheduled',
      stateName: '定时待发',
      told: 0,
      total: 1,
      scheduledFor: expect.stringMatching(/\+08:00$/),
    })
    const { scheduledFor } = (await admin.get('/staff/mailing/detail', { id: data.id })).data
    expect(scheduledFor).toBe(iso(at))
    await sendMailings(site.ctx())
    expect((await inbox())[0]?.title).not.toBe('到时再发')
    const { db } = site.services
    await db.update(account).set({ displayName: '清源新名' }).where(eq(account.id, qingyuan.id))
    await sendMailings(site.ctx(new Date(at.getTime() + 60_000)))
    await db.update(account).set({ displayName: qingyuan.displayName }).where(eq(account.id, qingyuan.id))
    expect((await inbox())[0]).toMatchObject({ title: '到时再发', content: '清源新名请参会。' })
  })

  test('is cancelled before its time, and cannot be planned for the past', async () => {
    const { data } = await write({ at: new Date(Date.now() + HOUR).toISOString(), title: '取消的通知' })
    expect((await admin.post('/staff/mailing/stop', { id: data.id })).data).toEqual({ told: 0 })
    await sendMailings(site.ctx(new Date(Date.now() + 2 * HOUR)))
    expect((await inbox()).map(({ title }: { title: string }) => title)).not.toContain('取消的通知')
    expect(await write({ at: new Date(Date.now() - HOUR).toISOString() })).toMatchObject({
      code: 400,
      data: { fields: { at: '请选择以后的时间' } },
    })
  })
})

describe('who can be written to', () => {
  test('are those whose certificate ends within so many days, each told which', async () => {
    const { db } = site.services
    const [of] = await db
      .select()
      .from(certificate)
      .where(and(eq(certificate.organisationId, qingyuan.organisationId!), eq(certificate.register, 'qualification')))
      .limit(1)
    const ends = { status: 'valid' as const, validTo: addDays(dayOf(new Date()), 45) }
    await db.update(certificate).set(ends).where(eq(certificate.id, of!.id))
    const [all, members, few] = [
      await audience({ audience: 'expiring' }),
      await audience(),
      await audience({ audience: 'expiring', days: 30 }),
    ]
    expect(all.words).toBe('证书在 60 天内到期的持证者')
    expect(few.people).toBeLessThan(all.people)
    expect(members.words).toBe('全部会员')
    const text = { title: '换证', content: '{名称}：{到期证书} 于 {证书到期日} 到期。' }
    const { sample, missing } = (await preview({ audience: 'expiring', days: 60, ...text })).data
    expect(missing).toEqual([])
    expect(sample.content).toMatch(/：\S+ 于 \d{4}年\d+月\d+日 到期。$/)
    const given = { audience: 'expiring', days: 60, ...text, expected: all.people }
    const sent = await admin.post('/staff/mailing/send', given)
    expect(sent.code).toBe(200)
    await sendMailings(site.ctx())
    const told = (await inbox()).find(({ title }: { title: string }) => title === '换证')
    expect(told.content).toContain(of!.number)

    // Narrows the selected members to those whose certificate expires.
    const everybody = await db.select({ id: member.id }).from(member).limit(200)
    const picked = { register: 'member', ids: everybody.map(({ id }) => id).join() }
    const [chosen, due] = [await audience(picked), await audience({ ...picked, audience: 'expiring', days: 60 })]
    expect(due.people).toBeGreaterThan(0)
    expect(due.people).toBeLessThan(chosen.people)
    expect(due.words).toBe(`所选的 ${everybody.length} 个会员中，证书在 60 天内到期的持证者`)
  })

  test('are those who signed up for a course, and members of a trade', async () => {
    const { courses, trades, audiences, levels } = await audience()
    expect(audiences.map(({ code }: { code: string }) => code).toSorted()).toEqual(['course', 'expiring', 'members'])
    expect(levels.length).toBeGreaterThan(1)
    expect(await audience({ audience: 'course' })).toMatchObject({ people: 0, words: '没有选定培训班' })
    const reached = []
    for (const { code } of courses) reached.push((await audience({ audience: 'course', courseId: code })).people)
    expect(Math.max(...reached)).toBeGreaterThan(0)
    const every = (await audience()).people
    const counts = []
    for (const { code } of trades) counts.push((await audience({ trade: code })).people)
    expect(counts.some(n => n > 0 && n < every)).toBe(true)
    expect(await admin.get('/staff/mailing/audience', { audience: 'nobody' })).toMatchObject({ code: 400 })
    const more = { kind: 'organisation', levelCode: 10, provinceCode: '110000', unpaid: '1', trade: trades[0].code }
    expect(await preview({ ...more, audience: 'members', courseId: 1, title: '通知', content: '通知' })).toMatchObject({
      code: 200,
    })
    const trial = { ...more, audience: 'members', courseId: 1, days: 30, title: '通知', content: '通知', fileIds: [] }
    expect(await admin.post('/staff/mailing/trial', trial)).toMatchObject({ code: 200 })
    const text = { title: '通知', content: '通知' }
    const send = (to: object, expected: number) => admin.post('/staff/mailing/send', { ...to, ...text, expected })
    const most = reached.indexOf(Math.max(...reached))
    const course = { audience: 'course', courseId: courses[most].code }
    expect(await send(course, reached[most]!)).toMatchObject({ code: 200 })
    const some = counts.findIndex(n => n > 0)
    expect(await send({ trade: trades[some].code }, counts[some]!)).toMatchObject({ code: 200 })
  })

  test('are those behind fees that were picked out', async () => {
    const [fee] = await selectFees(site.services).where(eq(memberFee.memberId, memberId)).limit(1)
    expect(await audience({ register: 'fee', ids: String(fee!.id) })).toMatchObject({
      people: 1,
      words: '所选的 1 笔会费的会员',
    })
  })
})
