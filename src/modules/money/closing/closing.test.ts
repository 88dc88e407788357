import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import {
  ask,
  claim,
  close,
  closes,
  confirm,
  dayAt,
  entriesAt,
  giveBack,
  issuePapers,
  receive,
} from '#test/setups/membership/closing.ts'
import {
  cashier,
  cookie,
  csv,
  type Fee,
  fees,
  other,
  setUpBankStatements,
  upload,
} from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { movements } from './server/movements.ts'

setUpBankStatements()

/** Dates before any demo payment. */
const [MONDAY, TUESDAY, WEDNESDAY] = ['2019-03-04', '2019-03-05', '2019-03-06'] as const

describe('a day is closed', () => {
  let firstLine: number
  let chosen: [Fee, Fee, Fee, Fee, Fee]
  beforeAll(() => {
    const [one, two, three, five] = fees as [Fee, Fee, Fee, Fee]
    chosen = [one, two, three, fees.slice(4).find(({ fee }) => fee.amount !== one.fee.amount)!, five]
  })

  test('when its sums by kind and way were seen, each with the list behind it, and what is still open', async () => {
    const [one, two, three, four] = chosen
    expect((await dayAt(MONDAY)).all).toEqual({ received: 0, refunded: 0, net: 0, count: 0 })
    firstLine = await receive(one, MONDAY)
    await receive(two, MONDAY)
    await claim(three, MONDAY)
    await confirm(three)
    await claim(four, MONDAY)
    await issuePapers(two, MONDAY)
    const { data: statement } = await upload(csv(`${MONDAY},77.7,某某单位,,往来款,OPEN1`))
    const of = await dayAt(MONDAY)
    const received = sumAmounts([one, two, three].map(({ fee }) => fee.amount))
    expect(of).toMatchObject({ day: MONDAY, close: null, problem: '', all: { received, net: received, count: 3 } })
    expect(of.papers).toEqual({ invoices: 1, receipts: 1 })
    expect(of.claims).toMatchObject({
      total: 1,
      list: [{ name: four.name, amount: four.fee.amount, day: MONDAY, about: expect.stringContaining('会费') }],
    })
    expect(of.bankLines).toEqual({
      total: 1,
      list: [{ id: statement.id, name: '某某单位', about: '往来款', amount: 77.7, day: MONDAY }],
    })
    expect(of.lines.map(({ wayName, count }: { wayName: string; count: number }) => [wayName, count])).toEqual([
      ['银行流水入账', 2],
      ['凭证确认', 1],
    ])
    for (const { kind, way, net, count } of of.lines) {
      const behind = await entriesAt(MONDAY, { kind, way })
      expect([behind.length, sumAmounts(behind.map(({ amount }) => amount))]).toEqual([count, net])
    }
    const all = await entriesAt(MONDAY)
    expect(all[0]).toMatchObject({
      kindName: '会费',
      directionName: '收款',
      isLate: false,
      confirmedOn: dayOf(new Date()),
    })
    expect(all.map(({ payer }) => payer).toSorted()).toEqual([one, two, three].map(({ name }) => name).toSorted())
    expect(await entriesAt(MONDAY, { kind: 'enrolment' })).toEqual([])
    expect(await entriesAt(MONDAY, { direction: 'refund' })).toEqual([])
    expect(await entriesAt(MONDAY, { late: 'yes' })).toEqual([])
    const pages = await Promise.all([1, 2].map(pageNum => ask('entries', { day: MONDAY, pageSize: 2, pageNum })))
    expect(pages.flatMap(({ list }) => list)).toEqual(all)
    expect((await ask('entries', { day: MONDAY, pageSize: 1, pageNum: 1 })).list).toEqual(all.slice(0, 1))
    expect(await ask('entries', { day: MONDAY, pageSize: 2, pageNum: 3 })).toMatchObject({ list: [], total: 3 })
    expect(await entriesAt(TUESDAY)).toEqual([])
  })

  test('by one of two who do it at once; the other is told who was first', async () => {
    const { version } = await dayAt(MONDAY)
    expect(await cashier.post('/staff/closing/close', { day: MONDAY, version: 'old' })).toMatchObject({ code: 409 })
    const both = await Promise.all(
      [cashier, other].map(by => by.post('/staff/closing/close', { day: MONDAY, version })),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(both.find(({ code }) => code === 409)!.msg).toMatch(/已由 .+ 于 .+ 日结（第 1 号）/)
    const { close: kept } = await dayAt(MONDAY)
    expect(kept).toMatchObject({ number: 1, openClaims: 1, openLines: 1 })
    expect(kept.closedName).not.toBe('')
    const tomorrow = addDays(dayOf(new Date()), 1)
    expect((await dayAt(tomorrow)).problem).toContain('还没有到')
    expect(await close(tomorrow)).toMatchObject({ code: 400 })
  })

  test('and stays as it was: what is confirmed later comes as 补记 in the next close, what is taken back too', async () => {
    const [one, two, , four, five] = chosen
    const before = await dayAt(MONDAY)
    await confirm(four)
    expect(await dayAt(MONDAY)).toMatchObject({ all: before.all, waiting: { count: 1, net: four.fee.amount } })
    await receive(five, TUESDAY)
    const tuesday = await dayAt(TUESDAY)
    expect(tuesday).toMatchObject({ all: { count: 2 }, late: { count: 1, net: four.fee.amount } })
    expect(await entriesAt(TUESDAY, { late: 'yes' })).toMatchObject([{ payer: four.name, day: MONDAY, isLate: true }])
    expect(await entriesAt(TUESDAY, { late: 'no' })).toMatchObject([{ payer: five.name, day: TUESDAY }])
    expect(await close(TUESDAY)).toMatchObject({ code: 200, data: { number: 2 } })
    expect((await dayAt(MONDAY)).waiting).toEqual({ count: 0, net: 0 })

    const undone = { lineId: firstLine, reason: '付款人说是另一家的' }
    expect(await cashier.post('/staff/statement/undo', undone)).toMatchObject({ code: 200 })
    expect((await dayAt(MONDAY)).waiting).toEqual({ count: 1, net: -one.fee.amount })
    expect(await entriesAt(WEDNESDAY)).toMatchObject([{ payer: one.name, amount: -one.fee.amount, isLate: true }])
    await giveBack(two, 12.5, WEDNESDAY)
    expect((await dayAt(WEDNESDAY)).all).toMatchObject({ refunded: 12.5, count: 2 })
    expect(await entriesAt(WEDNESDAY, { direction: 'refund' })).toMatchObject([{ payer: two.name, amount: -12.5 }])
    const rows = await closes({ state: 'changed' })
    expect(rows).toMatchObject([
      { number: 1, changes: 2, changed: sumAmounts([four.fee.amount, -one.fee.amount]), late: 0, net: before.all.net },
    ])
    expect(await close(WEDNESDAY)).toMatchObject({ code: 200 })
    expect((await closes()).map(({ number, late }) => [number, late])).toEqual([
      [3, -one.fee.amount],
      [2, four.fee.amount],
      [1, 0],
    ])
    expect(await closes({ month: '2019-04' })).toEqual([])
    expect((await closes({ month: '2019-03', pageSize: 1, pageNum: 2 })).map(({ number }) => number)).toEqual([2])
    const ofMarch = await Promise.all([1, 2, 3].map(pageNum => closes({ pageSize: 1, pageNum })))
    expect(ofMarch.flat().map(({ number }) => number)).toEqual([3, 2, 1])
    expect(await closes({ pageSize: 2, pageNum: 1 })).toHaveLength(2)
    expect((await dayAt(dayOf(new Date()))).earlier.length).toBeGreaterThan(0)
  })

  test('and opened again for a reason, with a second person; it stays in the list and counts no more', async () => {
    const { close: first, all } = await dayAt(MONDAY)
    const asked = { id: first.id, reason: '四号客户的日期记错' }
    expect(await cashier.post('/staff/closing/reopen', { ...asked, reason: ' ' })).toMatchObject({ code: 400 })
    expect(await cashier.post('/staff/closing/reopen', asked)).toMatchObject({ code: 202 })
    expect((await dayAt(MONDAY)).close).toMatchObject({ id: first.id })
    const { list } = (await other.get('/staff/approval/list', { state: 'forMe' })).data
    expect(list[0]).toMatchObject({ ruleName: '重新打开日结', changes: [{ after: expect.stringContaining('记错') }] })
    expect(await other.post('/staff/approval/agree', { id: list[0].id })).toMatchObject({ code: 200 })
    const open = await dayAt(MONDAY)
    expect(open.close).toBeNull()
    expect(open.all).toEqual(all)
    const [row] = await closes({ state: 'reopened' })
    expect(row).toMatchObject({ id: first.id, stateName: '已重开', reason: asked.reason })
    for (const name of [row!.reopenedName, row!.agreedName, row!.reopenedTime]) expect(name).toBeTruthy()
    expect(row!.agreedName).not.toBe(row!.reopenedName)
    expect(await closes({ state: 'closed' })).toHaveLength(2)
    expect(await close(MONDAY)).toMatchObject({ code: 200, data: { number: 4 } })
  })

  test('beside which the month by day and kind comes to the same, and to what the register of receivables has', async () => {
    const of = await ask('month', { month: '2019-03' })
    expect(await ask('month')).toMatchObject({ month: dayOf(new Date()).slice(0, 7) })
    const byDay = (figure: 'received' | 'refunded' | 'net' | 'count') =>
      sumAmounts(of.days.map((day: Record<string, number>) => day[figure]))
    for (const figure of ['received', 'refunded', 'net', 'count'] as const) {
      expect(byDay(figure)).toBe(of.all[figure])
      expect(sumAmounts(of.kinds.map((kind: Record<string, number>) => kind[figure]))).toBe(of.all[figure])
    }
    for (const { day, net, number, fixed, difference } of of.days) {
      const close = (await closes({ state: 'closed' })).find(one => one.day === day)!
      expect(number).toBe(close.number)
      expect(fixed).toBe(sumAmounts([close.net, -close.late]))
      expect(difference).toBe(sumAmounts([net, -fixed]))
    }
    expect(sumAmounts((await closes({ state: 'closed' })).map(({ net }) => net))).toBe(of.all.net)
    const kept = chosen
      .slice(1)
      .map(({ name }) => cashier.get('/staff/receivable/list', { payer: name, state: 'paid' }))
    const rows = (await Promise.all(kept)).flatMap(({ data }) => data.list)
    const inMonth = rows.filter(({ paidOn }) => paidOn?.startsWith('2019-03'))
    expect(sumAmounts(inMonth.map(({ received }) => received))).toBe(of.all.received)

    const bookOf = async (month: string) =>
      (await site.app.inject({ url: `/api/staff/closing/month/export?month=${month}`, headers: cookie })).rawPayload
    expect(textsOf(await sheetOf(await bookOf('2019-02'), '按日'))).toHaveLength(1)
    const rawPayload = await bookOf('2019-03')
    const sheet = async (name: string) => textsOf(await sheetOf(rawPayload, name))
    const [headings, ...days] = await sheet('按日')
    const net = headings!.indexOf('净额（元）')
    expect(sumAmounts(days.map(row => Number(row[net])))).toBe(of.all.net)
    expect((await sheet('按种类')).at(-1)!.slice(0, 3)).toEqual(['合计', String(of.all.received), '12.5'])
    expect(await sheet('明细')).toHaveLength(of.all.count + 1)
  })

  test('over all time what came, by kind, is what the register of receivables has received', async () => {
    const { data } = await cashier.get('/staff/receivable/totals', {})
    const months = new Set<string>()
    const all = await site.services.db.execute<{ month: string }>(
      sql`select distinct to_char(m.day, 'YYYY-MM') as month from ${movements}`,
    )
    for (const { month } of all.rows) months.add(month)
    const reports = await Promise.all([...months].map(month => ask('month', { month })))
    for (const { kind, received, refunded } of data.kinds) {
      const of = reports.map(({ kinds }) => kinds.find((one: { kind: string }) => one.kind === kind))
      expect(sumAmounts(of.map(one => one.received)), kind).toBe(received)
      expect(sumAmounts(of.map(one => one.refunded)), kind).toBe(refunded)
    }
  })

  test('as a workbook it has the same sums, the same list and what is open', async () => {
    const { all, lines } = await dayAt(MONDAY)
    const bookOf = (day: string) => site.app.inject({ url: `/api/staff/closing/export?day=${day}`, headers: cookie })
    expect(textsOf(await sheetOf((await bookOf('2019-03-01')).rawPayload, '明细'))).toHaveLength(1)
    const { rawPayload } = await bookOf(MONDAY)
    const summary = textsOf(await sheetOf(rawPayload, '汇总'))
    expect(summary).toHaveLength(lines.length + 2)
    expect(summary.at(-1)!.filter(Boolean)).toEqual([
      '合计',
      String(all.received),
      '0',
      String(all.net),
      String(all.count),
    ])
    const rows = textsOf(await sheetOf(rawPayload, '明细')).slice(1)
    expect(sumAmounts(rows.map(row => Number(row[8])))).toBe(all.net)
    expect(textsOf(await sheetOf(rawPayload, '说明'))).toContainEqual(['日结编号', '第 4 号'])
    expect(textsOf(await sheetOf(rawPayload, '未了事项'))).toHaveLength(3)
  })
})
