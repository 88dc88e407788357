import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { message } from '#modules/messages/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { by, infoOf, listOf, setUpAdvertiser, update } from '#test/setups/advertiser.ts'
import { site } from '#test/setups/site.ts'
import {
  approvedAdvert,
  decideAdvert,
  handInAdvert,
  inDays,
  makeAdvertiser,
  slipOf,
} from '#test/support/advertising.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { runningAdverts } from './server/adverts.ts'
import { advert } from './server/tables.ts'

setUpAdvertiser()

describe('drawing up an advert', () => {
  test('begins with the contact of the company, and keeps whatever has been filled in', async () => {
    const blank = await infoOf(by)
    expect(blank).toMatchObject({ advert: null, mode: 'apply', editable: true, advertiser: by.orgName })
    expect(blank.form).toMatchObject({ contactName: '王芳', contactMobile: '13900000902' })
    const saved = await update(by, { form: { title: '半份', position: 'P2', startsOn: '还没想好' }, action: 'save' })
    expect(saved).toMatchObject({ code: 200, data: { status: 'draft' } })
    const { form, advert } = await infoOf(by, saved.data.id)
    expect(form).toMatchObject({ title: '半份', position: 'P2', startsOn: '还没想好' })
    expect(advert).toMatchObject({ title: '半份', positionName: '首页中部通栏', startDate: null, canRemove: true })
  })

  test('sent twice at once is one draft', async () => {
    const one = await makeAdvertiser(site)
    const body = { form: { title: '一次' }, action: 'save' }
    const both = await Promise.all([update(one, body), update(one, body)])
    expect(both.map(({ code }) => code)).toEqual([200, 200])
    expect((await listOf(one)).total).toBe(1)
  })

  test('nobody sees, changes, removes or counts another’s', async () => {
    const { data } = await update(by, { form: { title: '我的' }, action: 'save' })
    const other = await makeAdvertiser(site)
    expect((await other.api.get('/cms/adverti/user/info', { id: data.id })).code).toBe(404)
    expect((await update(other, { id: data.id, form: { title: '你的' }, action: 'save' })).code).toBe(404)
    expect((await other.api.post('/cms/adverti/user/remove', { id: data.id })).code).toBe(404)
    expect((await other.api.get('/cms/adverti/stats', { id: data.id })).code).toBe(404)
    expect((await listOf(other)).total).toBe(0)
    expect((await site.get('/cms/adverti/list')).status).toBe(401)
  })

  test('whom to call about it is sealed in the database', async () => {
    const { data } = await handInAdvert(site, by, { position: 'P5' })
    const [row] = await site.services.db.select().from(application).where(eq(application.id, data.applicationId))
    expect(JSON.stringify(row)).not.toContain('13900000902')
  })
})

describe('from the first draft to the site', () => {
  test('returned at one field, mended, passed, paid, confirmed, shown, ended', async () => {
    const one = await makeAdvertiser(site)
    const { data } = await handInAdvert(site, one, { position: 'P6' })
    expect(data).toMatchObject({ status: 'submitted', statusName: '待初审' })
    const remarks = [{ field: 'title', text: '请写明产品型号' }]
    await decideAdvert(site, data.applicationId, { action: 'return', remarks })
    const returned = await infoOf(one, data.id)
    expect(returned).toMatchObject({ openFields: ['title'], advert: { status: 'returned', canEdit: true } })
    expect(returned.auditReason).toMatchObject([{ field: 'title', text: '请写明产品型号' }])
    const form = { ...returned.form, title: '补给水成套装置 BGS-10', alt: '不许改的' }
    const answers = { title: '型号已写明' }
    const again = await update(one, { id: data.id, version: returned.version, form, answers, action: 'submit' })
    expect(again.data.status).toBe('submitted')
    const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
    const seen = (await reviewer.get('/staff/review/detail', { id: data.applicationId })).data
    expect(seen.form.find(({ field }: { field: string }) => field === 'title').answer).toBe(answers.title)
    await decideAdvert(site, data.applicationId, { action: 'pass' })
    const unpaid = await infoOf(one, data.id)
    expect(unpaid).toMatchObject({
      advert: { status: 'unpaid', canPay: true, deadline: inDays(4), title: '补给水成套装置 BGS-10' },
      fee: { amount: 1000, words: '共 10 天，10 天 × 100 元 = 1,000 元', state: 'due' },
    })
    expect(unpaid.form.alt).not.toBe('不许改的')
    const paid = await update(one, { id: data.id, pay: await slipOf(site, one), action: 'submit' })
    expect(paid.data.status).toBe('paying')
    await decideAdvert(site, data.applicationId, { action: 'return', opinion: '回单看不清' }, 'cashier')
    expect((await infoOf(one, data.id)).fee.state).toBe('refused')
    await update(one, { id: data.id, pay: await slipOf(site, one), action: 'submit' })
    await decideAdvert(site, data.applicationId, { action: 'pass' }, 'cashier')
    expect((await infoOf(one, data.id)).advert).toMatchObject({ status: 'scheduled', statusName: '排期中' })

    const on = async (day: string, time: string) =>
      (await runningAdverts({ ...site.services, now: new Date(`${day}T${time}+08:00`) }, { position: 'P6' })).map(
        ({ id }) => id,
      )
    expect(await on(inDays(4), '23:59:59')).not.toContain(data.id)
    expect(await on(inDays(5), '00:00:00')).toContain(data.id)
    expect(await on(inDays(14), '23:59:59')).toContain(data.id)
    expect(await on(inDays(15), '00:00:00')).not.toContain(data.id)
  })

  test('a change is looked at while what was approved runs on; where and when it stands does not change', async () => {
    const one = await makeAdvertiser(site)
    const { id } = await approvedAdvert(site, one, { position: 'P6', title: '原来的' })
    const before = await infoOf(one, id)
    expect(before.mode).toBe('change')
    expect(before.fields.map(({ name }: { name: string }) => name)).not.toContain('endsOn')
    const form = { ...before.form, title: '新的', endsOn: inDays(300), position: 'P1' }
    const changed = await update(one, { id, form, action: 'submit' })
    expect(changed).toMatchObject({ code: 200, data: { id, status: 'scheduled' } })
    const during = (await listOf(one)).list[0]
    expect(during).toMatchObject({ title: '原来的', change: { status: 'submitted' }, canChange: false })
    const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
    const { changeId } = (await reviewer.get('/staff/advert', { id })).data
    expect(changeId).toBe(changed.data.applicationId)
    await decideAdvert(site, changed.data.applicationId, { action: 'pass' })
    expect((await listOf(one)).list[0]).toMatchObject({
      title: '新的',
      position: 'P6',
      endDate: inDays(14),
      change: null,
      canChange: true,
    })
  })

  test('what was passed too late is not asked money for', async () => {
    const one = await makeAdvertiser(site)
    const { data } = await handInAdvert(site, one, { position: 'P6' })
    await site.services.db
      .update(advert)
      .set({ startsOn: inDays(0) })
      .where(eq(advert.id, data.id))
    const late = await decideAdvert(site, data.applicationId, { action: 'pass' })
    expect(late).toMatchObject({ code: 409, msg: expect.stringContaining('改期') })
    expect((await infoOf(one, data.id)).advert.status).toBe('submitted')
  })

  test('withdrawn or rejected, it is off the list only when its advertiser clears it', async () => {
    const one = await makeAdvertiser(site)
    const { data } = await handInAdvert(site, one, { position: 'P6' })
    expect((await one.api.post('/cms/adverti/user/remove', { id: data.id })).code).toBe(409)
    const [row] = (await listOf(one)).list
    expect(row.canWithdraw).toBe(true)
    await one.api.post('/member/application/withdraw', { id: row.applicationId, version: row.applicationVersion })
    expect((await listOf(one, { status: 'withdrawn' })).total).toBe(1)
    expect((await one.api.post('/cms/adverti/user/remove', { id: data.id })).code).toBe(200)
    expect((await listOf(one)).total).toBe(0)
    expect(await site.services.db.select().from(advert).where(eq(advert.id, data.id))).toHaveLength(1)
  })

  test('a draft that is removed leaves nothing to do behind', async () => {
    const one = await makeAdvertiser(site)
    const { data } = await update(one, { form: { title: '不要了' }, action: 'save' })
    expect((await one.api.post('/cms/adverti/user/remove', { id: data.id })).code).toBe(200)
    expect((await one.api.get('/member/doing/list')).data).toEqual([])
  })

  test('its advertiser hears of every step', async () => {
    const one = await makeAdvertiser(site)
    await approvedAdvert(site, one, { position: 'P6' })
    const rows = await site.services.db
      .select()
      .from(message)
      .where(eq(message.accountId, one.accountId))
      .orderBy(message.id)
    expect(rows.filter(({ kind }) => kind === 'advert').map(({ title }) => title)).toEqual([
      '广告投放已提交',
      '广告投放待缴费',
      '广告投放的缴费凭证已提交',
      '广告投放已通过',
    ])
  })
})
