import { and, eq, gt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { recordPaidFees } from '#modules/ledger/allocating/server/paidFees.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { writeFees } from '#modules/membership/server/feeRows.ts'
import { registration } from '#modules/training/server/tables.ts'
import { close, receive } from '#test/setups/membership/closing.ts'
import { cashier, cookie, type Fee, fees, other, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { staffSession } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import type { EntryRow } from '../closing/contract.ts'

setUpBankStatements()

/** Dates before any demo payment. */
const [MONDAY, TUESDAY, WEDNESDAY] = ['2019-05-06', '2019-05-07', '2019-05-08'] as const
const MONTH = '2019-05'

const settings = async () => (await cashier.get('/staff/voucher/settings')).data
const save = async (changes: object) => {
  const { version, values } = await settings()
  return cashier.post('/staff/voucher/settings', { version, form: { ...values, ...changes } })
}
const list = async (month = MONTH) => (await cashier.get('/staff/voucher/list', { month })).data
/** Entries booked by the two closes, as the screen of the day lists them. */
async function entries(): Promise<EntryRow[]> {
  const days = await Promise.all([MONDAY, TUESDAY].map(day => cashier.get('/staff/closing/entries', { day })))
  return days.flatMap(({ data }) => data.list)
}
/** Subject of the money, once slips are booked as cash. */
const subjectOf = (way: string) => (way === 'line' ? '1002' : '1001')
async function pay({ fee }: Fee, paidOn: string) {
  await writeFees(site.services, [fee.id], { state: 'confirmed', paidOn, confirmedAt: new Date() })
  await recordPaidFees(site.services)
}
/** A sheet of a workbook, each row by its headings. */
async function rowsOf(format: string, sheet: string, month = MONTH): Promise<Record<string, string>[]> {
  const url = `/api/staff/voucher/export?month=${month}&format=${format}`
  const { rawPayload } = await site.app.inject({ url, headers: cookie })
  const [headings = [], ...rows] = textsOf(await sheetOf(rawPayload, sheet))
  return rows.map(row => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])))
}
const sum = (rows: Record<string, string>[], heading: string) => sumAmounts(rows.map(row => Number(row[heading])))

let refunded: number

test('a close becomes a voucher whose sides are the same; what was refunded stands in red', async () => {
  const [one, two, three, late] = fees as [Fee, Fee, Fee, Fee]
  const { db } = site.services
  await receive(one, MONDAY)
  await pay(two, MONDAY)
  await pay(three, MONDAY)
  await pay(late, WEDNESDAY)
  const [enrolment] = await db
    .select()
    .from(registration)
    .where(and(eq(registration.status, 'confirmed'), gt(registration.totalFee, 0)))
  refunded = enrolment!.totalFee
  await db.update(registration).set({ status: 'refunded' }).where(eq(registration.id, enrolment!.id))
  const paidBack = { payable: 'enrolment', payableId: enrolment!.id, amount: refunded, reason: '课程取消' }
  await db.insert(refund).values({ ...paidBack, state: 'paid', paidOn: TUESDAY })
  expect(await list()).toMatchObject({ total: 0, debit: 0, unclosed: 3 })
  for (const day of [MONDAY, TUESDAY]) expect(await close(day)).toMatchObject({ code: 200 })
  expect((await cashier.get('/staff/closing/day', { day: TUESDAY })).data).toMatchObject({
    all: { received: 0, refunded, net: -refunded, count: 1 },
    lines: [{ kindName: '培训费', refunded }],
  })
  const month = (await cashier.get('/staff/closing/month', { month: MONTH })).data
  expect(month.days[1].cells).toEqual([{ kind: 'enrolment', received: 0, refunded }])

  const { vouchers, ...all } = await list()
  const received = sumAmounts([one, two, three].map(({ fee }) => fee.amount))
  const net = sumAmounts([received, -refunded])
  expect(all).toEqual({ month: MONTH, total: 2, debit: net, credit: net, unclosed: 1 })
  expect(vouchers).toMatchObject([
    {
      number: 1,
      day: MONDAY,
      attachments: 3,
      lines: [
        { code: '1002', name: '银行存款', debit: received, credit: 0, summary: expect.stringContaining('收会费 3 笔') },
        { code: '4201', name: '会费收入', debit: 0, credit: received },
      ],
    },
    {
      number: 2,
      day: TUESDAY,
      lines: [
        { code: '1002', debit: -refunded, summary: expect.stringMatching(/^退/) },
        { code: '4301', name: '提供服务收入', credit: -refunded },
      ],
    },
  ])
  const today = await cashier.get('/staff/voucher/list')
  expect(today.data).toMatchObject({ month: dayOf(new Date()).slice(0, 7), total: 0 })
})

test('subjects are the association’s own: changed by one who has seen them, put back, and taken along in its pack', async () => {
  const before = await settings()
  expect(before.values).toMatchObject({
    word: '记',
    line: '1002 银行存款',
    online: '1009 其他货币资金',
    subject_memberFee: '4201 会费收入',
  })
  expect(await save({ subject_memberFee: '会费收入' })).toMatchObject({
    code: 400,
    data: { fields: { subject_memberFee: expect.stringContaining('科目编码') } },
  })
  const changes = { word: '收', split: 'movement', slip: '1001 现金', subject_memberFee: '4201.01 会费收入-年度' }
  expect(await save(changes)).toMatchObject({ code: 200 })
  const stale = { version: before.version, form: before.values }
  expect(await cashier.post('/staff/voucher/settings', stale)).toMatchObject({ code: 409 })
  const { vouchers } = await list()
  const booked = await entries()
  expect(booked.map(({ way }) => way).toSorted()).toEqual(['line', 'slip', 'slip', 'slip'])
  expect(vouchers).toMatchObject(
    booked.map(({ way, kind, payer }, at) => ({
      number: at + 1,
      attachments: 1,
      lines: [
        { code: subjectOf(way), summary: expect.stringContaining(payer) },
        { code: kind === 'memberFee' ? '4201.01' : '4301' },
      ],
    })),
  )
  const { body } = await site.app.inject({ url: '/api/staff/pack/export', headers: await staffSession(site, 'admin') })
  expect(body).toMatch(/voucherSettings:\n +- key: association\n +word: 收/)
  const { data } = await other.get('/staff/audit/list', { pageSize: 20 })
  const line = data.list.find(({ objectName }: { objectName: string }) => objectName === '记账凭证')
  expect(await other.post('/staff/audit/restore', { id: line.id })).toMatchObject({ code: 200 })
  expect((await settings()).values).toEqual(before.values)
  expect(await save(changes)).toMatchObject({ code: 200 })
})

test('as a workbook it has the columns that 用友 and 金蝶 take in, both sides the same in all and in each voucher', async () => {
  const { debit, total } = await list()
  const lines = await rowsOf('yonyou', '填制凭证')
  expect(Object.keys(lines[0]!).slice(0, 8)).toEqual(
    '制单日期 凭证类别字 业务号 附单据数 摘要 科目编码 金额借方 金额贷方'.split(' '),
  )
  expect([sum(lines, '金额借方'), sum(lines, '金额贷方')]).toEqual([debit, debit])
  expect(new Set(lines.map(row => row.业务号)).size).toBe(total)
  for (const voucher of Map.groupBy(lines, row => row.业务号).values())
    expect(sum(voucher, '金额借方')).toBe(sum(voucher, '金额贷方'))
  for (const { 凭证类别字, 制单人 } of lines) expect([凭证类别字, Boolean(制单人)]).toEqual(['收', true])
  expect(lines.at(-1)).toMatchObject({ 制单日期: TUESDAY, 科目编码: '4301', 金额贷方: String(-refunded) })

  const [first] = await entries()
  const page = await rowsOf('kingdee', 'Page1')
  expect([sum(page, 'FDebit'), sum(page, 'FCredit')]).toEqual([debit, debit])
  expect(page[0]).toMatchObject({
    FDate: MONDAY,
    FYear: '2019',
    FPeriod: '5',
    FGroupID: '收',
    FNumber: '1',
    FAccountNum: subjectOf(first!.way),
    FAccountName: first!.way === 'line' ? '银行存款' : '现金',
    FEntryID: '0',
  })
  const schema = await rowsOf('kingdee', 't_Schema')
  expect(await rowsOf('kingdee', 'Page1', '2019-06')).toEqual([])
  const fields = schema.filter(({ FType }) => FType === 'FieldInfo').map(({ FFieldName }) => FFieldName)
  expect(fields).toEqual(Object.keys(page[0]!))
})
