import excel from '@protobi/exceljs'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bankLine } from '#modules/ledger/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import {
  cashier,
  cookie,
  csv,
  type Fee,
  feeOf,
  fees,
  HEAD,
  linesOf,
  other,
  setUpBankStatements,
  stateOf,
  upload,
  YEAR,
} from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'

setUpBankStatements()

/** Sums from the list and from the statement itself. */
async function sums(id: number) {
  const { msg, data } = await cashier.get('/staff/statement/list', { pageSize: 20 })
  expect(msg).toBe('ok')
  const row = data.list.find((one: { id: number }) => one.id === id)
  expect((await cashier.get('/staff/statement/detail', { id })).data).toMatchObject(row)
  return row
}

describe('a statement', () => {
  let id: number

  test('is read as UTF-8, as GBK and as a workbook, and what went out is passed over', async () => {
    const read = await upload(csv(`2041-01-05,1,零星,6222000000001111,无关,U1`, `2041-01-06,,取款,,,U2`))
    expect(read).toMatchObject({ code: 200, data: { added: 1, known: 0, passedOver: 1 } })
    // 交易日期,收入金额,付款人 and 丁: as GBK writes them.
    const gbk = Buffer.concat([
      Buffer.from('bdbbd2d7c8d5c6da2ccad5c8ebbdf0b6ee2cb8b6bfeec8cb0a', 'hex'),
      Buffer.from('2041-01-07,2,'),
      Buffer.from('b6a10a', 'hex'),
    ])
    const { data } = await upload(gbk)
    expect(await linesOf(data.id)).toMatchObject([{ payer: '丁', amount: 2, paidOn: '2041-01-07' }])
    const book = new excel.Workbook()
    const sheet = book.addWorksheet('明细')
    sheet.addRow(['某某银行'])
    sheet.addRow(['记账日期', '收入金额', '对方户名', '摘要'])
    sheet.addRow([new Date('2041-01-08T00:00:00Z'), 3.5, '戊', '往来'])
    const { data: made } = await upload(Buffer.from(await book.xlsx.writeBuffer()), '流水.xlsx')
    expect(await linesOf(made.id)).toMatchObject([{ payer: '戊', amount: 3.5, paidOn: '2041-01-08', remark: '往来' }])
  })

  test('that is none is refused in words, and breaks nothing', async () => {
    for (const bytes of [
      Buffer.from('姓名,电话\n甲,1'),
      Buffer.from('PK\x03\x04 not a workbook'),
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      csv('2041-01-05,-5,甲,,,X'),
      Buffer.from(`${HEAD}\n${'2041-01-05,1,甲,,,\n'.repeat(5_001)}`),
    ])
      expect(await upload(bytes)).toMatchObject({ code: 400, msg: expect.stringMatching(/[一-龥]/) })
    const large = Buffer.alloc((5 << 20) + 1, 'a')
    expect(await upload(large)).toMatchObject({ code: 400, msg: expect.stringContaining('5 MB') })
  })

  test('comes again with another month: the payments that are known are passed over', async () => {
    const same = ['2041-02-01,10,甲,,同日同额,', '2041-02-01,10,甲,,同日同额,']
    const first = await upload(csv(...same, '2041-02-02,20,乙,,,S1'))
    expect(first.data).toMatchObject({ added: 3, known: 0 })
    const second = await upload(csv(...same, '2041-02-02,20,乙,,,S1', '2041-02-03,30,丙,,,S2'))
    expect(second.data).toMatchObject({ added: 1, known: 3 })
    expect(await sums(second.data.id)).toMatchObject({ count: 1, known: 3, accepted: 0, aside: 0 })
    expect(await upload(csv(...same))).toMatchObject({ code: 409, msg: expect.stringContaining('此前都已导入') })
  })

  test('keeps account numbers sealed, shows their end, and the whole only to who asks and is noted', async () => {
    const { data } = await upload(csv('2041-02-09,40,己,6222021234567890123,,K1'))
    const [line] = await linesOf(data.id)
    expect(line.account).toBe('**** 0123')
    const [row] = await site.services.db.select().from(bankLine).where(eq(bankLine.id, line.id))
    expect(JSON.stringify(row)).not.toContain('6222021234567890123')
    const shown = await cashier.post('/staff/statement/account', { lineId: line.id })
    expect(shown.data).toEqual({ account: '6222021234567890123' })
  })

  test('proposes by number, by name and by short name, and says why', async () => {
    const [one, two, three] = fees as [Fee, Fee, Fee]
    const { data } = await upload(
      csv(
        `2041-03-01,${one.fee.amount},代付人,,会费 ${one.number},P1`,
        `2041-03-02,${two.fee.amount},${two.name.replace(/（/g, '(').replace(/）/g, ')')},,,P2`,
        `2041-03-03,${three.fee.amount + 1},${three.name},,会费,P3`,
        `2041-03-04,88,路人,,捐赠,P4`,
      ),
    )
    id = data.id
    const lines = await linesOf(id)
    expect(
      lines.map(({ proposal }: { proposal: { owed: { payableId: number }[] } | null }) => proposal?.owed[0]?.payableId),
    ).toEqual([one.fee.id, two.fee.id, three.fee.id, undefined])
    expect(lines[0].proposal).toMatchObject({ score: 100, certain: true, reason: expect.stringContaining(one.number) })
    expect(lines[1].proposal).toMatchObject({ score: 90, certain: true })
    expect(lines[2].proposal).toMatchObject({ certain: false, problem: expect.stringContaining('金额不符') })
    expect((await cashier.get('/staff/statement/detail', { id })).data).toMatchObject({ certain: 2, open: 4 })
  })

  test('gives no receivable more than it owes, nor more than has come', async () => {
    const [, , line] = await linesOf(id)
    const { fee } = fees[2]!
    const give = (amount: number) =>
      cashier.post('/staff/statement/accept', { lineId: line.id, ...feeOf({ ...fee, amount }) })
    expect(await give(fee.amount + 1)).toMatchObject({ code: 400, msg: expect.stringContaining('还欠') })
    expect(await give(fee.amount + 2)).toMatchObject({ code: 400, msg: expect.stringContaining('超出到账') })
    expect(await give(0.001)).toMatchObject({ code: 400 })
    expect((await stateOf(fee.id)).state).toBe('due')
  })

  test('two cashiers accept the same line: one does, the other is told who and when', async () => {
    const [line] = await linesOf(id)
    const [owed] = line.proposal.owed
    const body = { lineId: line.id, ...feeOf({ id: owed.payableId, amount: owed.open }) }
    const answers = await Promise.all(
      [cashier, other, cashier, other].map(by => by.post('/staff/statement/accept', body)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/已由 .+ 于 .+ 标为已入账/)
    expect(await stateOf(owed.payableId)).toMatchObject({ state: 'confirmed', paidOn: '2041-03-01', payer: '代付人' })
  })

  test('what a line paid in part is still owed for the rest, and what it paid too much stays the payer’s', async () => {
    const of = fees[5]!
    const { data } = await upload(
      csv(`2041-03-05,100,子,,,PART1`, `2041-03-06,${of.fee.amount},子,,,PART2`, '2041-03-07,1,子,,,PART3'),
    )
    const [first, second] = await linesOf(data.id)
    const accept = (lineId: number, amount: number, more = {}) =>
      cashier.post('/staff/statement/accept', { lineId, ...feeOf({ ...of.fee, amount }), ...more })
    expect((await accept(first.id, 100)).code).toBe(200)
    const open = of.fee.amount - 100
    expect((await linesOf(data.id))[0].paid).toMatchObject({ owed: [{ share: 100, open }], rest: 0 })
    expect((await accept(second.id, open - 5, { writeOff: true, note: '理事会同意免 5 元' })).code).toBe(200)
    const [, paid] = await linesOf(data.id)
    expect(paid).toMatchObject({ note: '理事会同意免 5 元', paid: { owed: [{ share: open - 5, open: 0 }], rest: 105 } })
    const { list } = (await cashier.get('/staff/received/list', { way: 'writeOff' })).data
    expect(list).toMatchObject([{ amount: 5, payer: of.name, remark: '理事会同意免 5 元' }])
  })

  test('who pays again by a number that has paid is asked about, however that number is written', async () => {
    const [one] = fees as [Fee]
    const again = async (said: string) => {
      const { data } = await upload(csv(`2041-03-09,${one.fee.amount},代付人,,${said},R${said}`))
      return (await linesOf(data.id))[0].proposal
    }
    const told = {
      owed: [{ payableId: one.fee.id }],
      certain: false,
      problem: expect.stringContaining('会费已确认，现在不能入账'),
    }
    expect(await again(`会费${one.number.toLowerCase()}`)).toMatchObject(told)
    expect(await again(`${one.number.replaceAll('-', ' ')}会费`)).toMatchObject(told)
    const numbered = (number: string) =>
      site.services.db.update(member).set({ number }).where(eq(member.id, one.fee.memberId!))
    await numbered(`会员（${one.number}）`)
    expect(await again(`缴 ${one.number}`)).toMatchObject(told)
    await numbered(one.number)
  })

  test('one payment cannot pay two fees, nor two payments one fee', async () => {
    const twins = fees.filter(({ fee }) => fee.amount === fees[3]!.fee.amount).slice(-2)
    const [a, b] = twins as [Fee, Fee]
    const { data } = await upload(csv(`2041-04-01,${a.fee.amount},庚,,,T1`, `2041-04-01,${a.fee.amount},庚,,,T2`))
    const [first, second] = await linesOf(data.id)
    const accept = (lineId: number, feeId: number) =>
      cashier.post('/staff/statement/accept', { lineId, ...feeOf({ id: feeId, amount: a.fee.amount }) })
    const split = await Promise.all([accept(first.id, a.fee.id), accept(first.id, b.fee.id)])
    expect(split.map(({ code }) => code).sort()).toEqual([200, 409])
    const paid = (await stateOf(a.fee.id)).state === 'confirmed' ? a : b
    expect((await accept(second.id, paid.fee.id)).code).toBe(409)
    await cashier.post('/staff/statement/undo', { lineId: first.id, reason: '测试后撤销' })
  })

  test('all certain ones at once, as many as was said', async () => {
    expect(await cashier.post('/staff/statement/acceptAll', { id, expected: 2 })).toMatchObject({ code: 409 })
    const { data } = await cashier.post('/staff/statement/acceptAll', { id, expected: 1 })
    expect(data).toMatchObject([{ done: true, msg: '已入账' }])
    expect((await stateOf(fees[1]!.fee.id)).state).toBe('confirmed')
    expect(await sums(id)).toMatchObject({ count: 4, open: 2, accepted: 2 })
  })

  test('what was accepted by mistake is taken back as it was, while no receipt is out', async () => {
    const [, line] = await linesOf(id)
    const feeId = line.paid.owed[0].payableId
    expect((await cashier.post('/staff/statement/undo', { lineId: line.id })).code).toBe(400)
    const undone = await cashier.post('/staff/statement/undo', { lineId: line.id, reason: '记错单位' })
    expect(undone.code).toBe(200)
    expect(await stateOf(feeId)).toMatchObject({ state: 'due', paidOn: null, payer: '', confirmedAt: null })
    expect((await linesOf(id))[1]).toMatchObject({ state: 'open', note: '记错单位', paid: null })
    const of = (await site.services.db.select().from(member).where(eq(member.id, fees[1]!.fee.memberId!)))[0]!
    expect(of.feePaidYear).not.toBe(YEAR)
    expect(await cashier.post('/staff/statement/undo', { lineId: line.id, reason: '再撤' })).toMatchObject({
      code: 409,
    })
  })

  test('what is no fee is put aside with a note, and can come back', async () => {
    const line = (await linesOf(id))[3]
    const put = (aside: boolean, note = '') => cashier.post('/staff/statement/note', { lineId: line.id, aside, note })
    expect((await put(true)).code).toBe(400)
    expect((await put(true, '捐赠')).code).toBe(200)
    expect(await linesOf(id, { state: 'aside' })).toMatchObject([{ note: '捐赠', stateName: '其他款项' }])
    expect(await sums(id)).toMatchObject({ count: 4, aside: 1 })
    const taken = { lineId: line.id, ...feeOf(fees[2]!.fee) }
    expect((await cashier.post('/staff/statement/accept', taken)).code).toBe(409)
    expect((await put(false, '再查')).code).toBe(200)
    const headers = { ...cookie, 'sec-fetch-site': 'same-origin' }
    const file = await site.app.inject({ url: `/api/staff/statement/export?id=${id}`, headers })
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})
