import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  type AdvertMaker,
  approvedAdvert,
  decideAdvert,
  handInAdvert,
  inDays,
  makeAdvertiser,
  openPosition,
  slipOf,
} from '#test/support/advertising.ts'
import { asStaff, putFile, staffSession, staffWith } from '#test/support/make.ts'
import { importPayments } from '#test/support/statements.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { advertAllowance } from './server/tables.ts'

setUpSite({ env: { WRITES_PER_MINUTE: '1000' } })

let reviewer: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  for (const code of ['P2', 'P5'] as const) await openPosition(site, code, 100, 20)
  reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
})

const show = async (id: number, staff = reviewer) => (await staff.get('/staff/advert', { id })).data
const act = async (what: 'takeDown' | 'putBack', id: number, more: object = {}, staff = reviewer) => {
  const { version } = await show(id)
  return staff.post(`/staff/advert/${what}`, { id, version, reason: '与检验报告不符', ...more })
}
const titlesTo = async (by: AdvertMaker) =>
  (await site.services.db.select().from(message).where(eq(message.accountId, by.accountId)).orderBy(message.id)).map(
    ({ title }) => title,
  )

describe('taking down', () => {
  test('is at once, with a reason that its advertiser reads; what has not begun costs no free days', async () => {
    const by = await makeAdvertiser(site, { advertDays: 30 })
    const { id } = await approvedAdvert(site, by)
    const held = () => site.services.db.$count(advertAllowance, eq(advertAllowance.advertId, id))
    expect(await held()).toBeGreaterThan(0)
    expect(await act('takeDown', id)).toMatchObject({ code: 200, data: { status: 'takenDown', statusName: '已下线' } })
    expect(await held()).toBe(0)
    expect((await by.api.get('/cms/adverti/list')).data.list[0]).toMatchObject({
      status: 'takenDown',
      reason: '与检验报告不符',
      canRemove: true,
      canChange: false,
    })
    expect((await titlesTo(by)).at(-1)).toBe('广告已下线：锅炉补给水成套装置')
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectId, id))
      .orderBy(auditEvent.id)
    const line = lines.find(({ action }) => action === 'advert.takeDown')
    expect(line).toMatchObject({ before: { 状态: '排期中' }, after: { 状态: '已下线' } })
    expect(await act('putBack', id, { reason: '已补报告' })).toMatchObject({ code: 200, data: { status: 'scheduled' } })
    expect(await held()).toBeGreaterThan(0)
  })

  test('asks for the password, a reason, and what was last seen', async () => {
    const { id } = await approvedAdvert(site, await makeAdvertiser(site))
    expect((await act('takeDown', id, { reason: '' })).code).toBe(400)
    const both = await Promise.all([act('takeDown', id), act('takeDown', id)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(both.find(({ code }) => code === 409)!.msg).toMatch(/已由 .+ 于 .+ 处理|已下线/)
    const { cookie } = await staffSession(site, await staffWith(site, ['reviewer']))
    const stale = site.as({ cookie })
    await site.services.db.execute("update session set confirmed_at = now() - interval '1 hour'")
    expect((await act('takeDown', id, {}, stale)).code).toBe(428)
    await site.services.db.execute('update session set confirmed_at = now()')
  })

  test('back on the site only where there is still a place', async () => {
    await openPosition(site, 'P5', 100, 1)
    const { id } = await approvedAdvert(site, await makeAdvertiser(site), { position: 'P5' })
    await act('takeDown', id)
    await handInAdvert(site, await makeAdvertiser(site), { position: 'P5', startsOn: inDays(14), endsOn: inDays(20) })
    expect(await act('putBack', id)).toMatchObject({ code: 409, msg: expect.stringContaining(inDays(14)) })
  })
})

describe('the desk', () => {
  test('lists, filters, exports and shows what was handed in, never drafts', async () => {
    const by = await makeAdvertiser(site)
    const draft = await by.api.post('/cms/adverti/user/update', { form: { title: '草稿' }, action: 'save' })
    const { data } = await handInAdvert(site, by, { title: '待审的' })
    const list = async (query = {}) => (await reviewer.get('/staff/adverts', { key: by.orgName, ...query })).data
    expect((await list()).list).toMatchObject([{ id: data.id, title: '待审的', statusName: '待初审', feeName: '' }])
    expect((await list({ status: 'running' })).total).toBe(0)
    expect((await list({ from: inDays(15) })).total).toBe(0)
    expect((await list({ from: inDays(14), to: inDays(14) })).total).toBe(1)
    expect((await reviewer.get('/staff/advert', { id: draft.data.id })).code).toBe(404)
    const aside = (await reviewer.get('/staff/review/detail', { id: data.applicationId })).data.aside
    expect(JSON.stringify(aside)).toContain('所选日期有空位')
    const { cookie } = await staffSession(site, await staffWith(site, ['reviewer']))
    const exported = async (asked: Record<string, string> = {}) => {
      const query = new URLSearchParams({ key: by.orgName, ...asked })
      const file = await site.app.inject({ url: `/api/staff/advert/export?${query}`, headers: { cookie } })
      expect(file.headers['content-type']).toContain('spreadsheetml')
      const [, ...rows] = textsOf(await sheetOf(file.rawPayload))
      return rows.length
    }
    expect(await exported()).toBe(1)
    expect(await exported({ from: inDays(14) })).toBe(1)
    expect(await exported({ from: inDays(15) })).toBe(0)
    expect(await exported({ to: inDays(4) })).toBe(0)
  })

  test('shows who stands where, and what is free', async () => {
    const calendar = async () => (await reviewer.get('/staff/advert/calendar', { from: inDays(0), days: 31 })).data
    const placeOf = (data: { positions: { code: string; free: number[]; adverts: object[] }[] }) =>
      data.positions.find(({ code }) => code === 'P2')!
    const before = placeOf(await calendar())
    const { id } = await approvedAdvert(site, await makeAdvertiser(site))
    const after = placeOf(await calendar())
    expect(after.free[5]).toBe(before.free[5]! - 1)
    expect(after.free[4]).toBe(before.free[4])
    expect(after.adverts).toContainEqual(expect.objectContaining({ id, status: 'scheduled' }))
  })

  test('each act is the right of its desk', async () => {
    const { id } = await approvedAdvert(site, await makeAdvertiser(site))
    const editor = await asStaff(site, await staffWith(site, ['editor']))
    const cashier = await asStaff(site, await staffWith(site, ['cashier']))
    expect((await editor.get('/staff/adverts')).code).toBe(403)
    expect((await editor.get('/staff/record/list', { type: 'advertPosition' })).code).toBe(200)
    expect((await reviewer.get('/staff/record/list', { type: 'advertPosition' })).code).toBe(403)
    expect((await cashier.get('/staff/adverts')).code).toBe(200)
    expect((await act('takeDown', id, {}, cashier)).code).toBe(403)
  })
})

describe('positions and prices', () => {
  test('are edited with what was seen, leave a line, and can be put back; what was handed in keeps its price', async () => {
    const editor = await asStaff(site, await staffWith(site, ['editor']))
    const read = async () => {
      const { list } = (await editor.get('/staff/record/list', { type: 'advertPosition' })).data
      return list.find(({ code }: { code: string }) => code === 'P2')
    }
    const by = await makeAdvertiser(site)
    const { data } = await handInAdvert(site, by)
    const { id, version, values } = await read()
    const form = { ...values, price: 250 }
    expect((await editor.post('/staff/record/save', { type: 'advertPosition', id, version, form })).code).toBe(200)
    expect((await editor.post('/staff/record/save', { type: 'advertPosition', id, version, form })).code).toBe(409)
    expect((await by.api.get('/cms/adverti/user/info', { id: data.id })).data.fee.price).toBe(100)
    const asked = { position: 'P2', startDate: inDays(5), endDate: inDays(5) }
    expect((await by.api.get('/cms/adverti/quote', asked)).data.price).toBe(250)
    const [line] = (await editor.get('/staff/site/history', { objectType: 'advertPosition' })).data.list
    expect(line).toMatchObject({ objectName: '首页中部通栏', canRestore: true })
    await editor.post('/staff/site/restore', { id: line.id })
    expect((await read()).values.price).toBe(100)
    const bad = { id, version: (await read()).version, form: { ...values, most: 0 } }
    expect((await editor.post('/staff/record/save', { type: 'advertPosition', ...bad })).code).toBe(400)
  })
})

describe('the money', () => {
  test('is found in the bank’s statement, by number and by name; without a slip the bank speaks for the payer', async () => {
    const by = await makeAdvertiser(site)
    const { data } = await handInAdvert(site, by)
    await decideAdvert(site, data.applicationId, { action: 'pass' })
    const cookie = await staffSession(site, await staffWith(site, ['cashier']))
    const { number } = await show(data.id)
    const payment = { amount: 1000, payer: by.orgName, remark: `广告费 ${number}` }
    const { lines } = await importPayments(site, cookie, payment)
    expect(JSON.stringify(lines[0])).toContain(number)
    const owed = {
      lineId: lines[0].id,
      shares: [{ payable: 'advertFee', payableId: data.applicationId, amount: 1000 }],
    }
    expect((await site.as(cookie).post('/staff/statement/accept', owed)).code).toBe(200)
    expect(await show(data.id)).toMatchObject({ status: 'scheduled', fee: { paidOn: '2041-05-01', payer: by.orgName } })
  })

  test('is told by slip, and the invoice comes as a message with its file', async () => {
    const by = await makeAdvertiser(site)
    const { data } = await handInAdvert(site, by)
    await decideAdvert(site, data.applicationId, { action: 'pass' })
    await by.api.post('/cms/adverti/user/update', {
      id: data.id,
      pay: { ...(await slipOf(site, by)), receiptCreditCode: by.creditCode },
      action: 'submit',
    })
    const userName = await staffWith(site, ['cashier'])
    const cashier = await asStaff(site, userName)
    const paying = await show(data.id, cashier)
    expect(paying.fee).toMatchObject({ amount: 1000, canInvoice: false, invoiceTitle: by.orgName })
    const { cookie } = await staffSession(site, userName)
    const bytes = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
    const fileId = await putFile(site, { cookie, 'sec-fetch-site': 'same-origin' }, '发票.pdf', bytes, 'invoice')
    const { receivableId } = paying.fee
    const issue = {
      id: receivableId,
      title: by.orgName,
      replaces: '',
      number: '26112000000012345678',
      issuedOn: inDays(0),
      fileId,
    }
    const early = await cashier.post('/staff/invoice/record', issue)
    expect(early).toMatchObject({ code: 409, msg: expect.stringContaining('到账后') })
    await decideAdvert(site, data.applicationId, { action: 'pass' }, 'cashier')
    const due = (await cashier.get('/staff/adverts', { invoice: 'due', key: by.orgName })).data
    expect(due.total).toBe(1)
    expect((await cashier.post('/staff/invoice/record', issue)).code).toBe(200)
    expect((await cashier.post('/staff/invoice/record', issue)).code).toBe(409)
    const isTheirs = eq(message.accountId, by.accountId)
    const sent = await site.services.db.select().from(message).where(isTheirs).orderBy(message.id)
    expect(sent.at(-1)).toMatchObject({ title: expect.stringContaining('发票已开具'), fileIds: [fileId] })
    const { fee } = await show(data.id, cashier)
    expect(fee).toMatchObject({ invoiceCreditCode: by.creditCode, invoiceFile: { id: fileId, name: '发票.pdf' } })
    const { fee: own } = (await by.api.get('/cms/adverti/user/info', { id: data.id })).data
    expect(own.invoice).toEqual({ number: issue.number, issuedOn: issue.issuedOn })
    const fetchInvoice = (id: number) =>
      site.app.inject({ url: `/api/cms/adverti/invoice?id=${id}`, headers: { token: by.token } })
    expect((await fetchInvoice(data.id)).rawPayload).toEqual(bytes)
    const { data: theirs } = await handInAdvert(site, await makeAdvertiser(site))
    expect((await fetchInvoice(data.id)).rawPayload).toEqual(bytes)
    expect((await fetchInvoice(theirs.id)).json().code).toBe(404)
    expect((await cashier.get('/staff/adverts', { invoice: 'due', key: by.orgName })).data.total).toBe(0)
  })
})

test('statistics count by position, by advert and by day', async () => {
  const { id } = await approvedAdvert(site, await makeAdvertiser(site))
  await site.services.db.execute(
    `insert into advert_day (advert_id, day, views, clicks) values (${id}, '${inDays(-1)}', 200, 3)`,
  )
  const { data } = await reviewer.get('/staff/advert/statistics', { position: 'P2' })
  expect(data).toMatchObject({ views: 200, clicks: 3, rate: 1.5, from: inDays(-29), to: inDays(0) })
  expect(data.days).toHaveLength(30)
  expect(data.adverts).toMatchObject([{ id, rate: 1.5 }])
  expect((await reviewer.get('/staff/advert/statistics', { from: inDays(0), to: inDays(-1) })).code).toBe(400)
})
