import { and, eq, ne, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { recordPaidFees } from '#modules/ledger/allocating/server/paidFees.ts'
import { owedId, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { lockFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { message } from '#modules/messages/server/tables.ts'
import { cashier, cookie, type Fee, fees, other, setUpBankStatements, YEAR } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, signInAs, staffWith } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'
import { by, byName, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import { memberFee } from '../../membership/server/tables.ts'
import { receipt } from '../server/tables.ts'
import type { ReceiptRow } from './contract.ts'

setUpBankStatements()

const today = dayOf(new Date())
const year = today.slice(0, 4)
const idOf = (of: Fee) => owedId(receivableKind('memberFee')!, of.fee.id)
const form = {
  name: '年度收据',
  prefix: 'HF',
  byYear: 'yes',
  digits: 6,
  firstNumber: 1,
  kinds: ['memberFee'],
  automatic: 'no',
  status: 'open',
}
const save = (given: object, more: object = {}) =>
  cashier.post('/staff/record/save', { type: 'receiptSeries', form: { ...form, ...given }, ...more })
/** Series created by this test, without that of the demo association. */
const listed = async () => (await cashier.get('/staff/record/list', { type: 'receiptSeries' })).data.list.slice(1)
const issue = (ids: number[], seriesId: number, as = cashier) => as.post('/staff/receipt/issue', { ids, seriesId })
const receivable = async (of: Fee) => (await cashier.get('/staff/receivable/detail', { id: idOf(of) })).data

let seriesId: number
let mine: Fee
let rest: Fee[]
beforeAll(async () => {
  mine = fees.find(({ name }) => name.includes('清源'))!
  rest = fees.filter(of => of !== mine)
  const paid = await lockFees(site.services, and(eq(memberFee.year, YEAR), ne(memberFee.id, rest[20]!.fee.id)))
  await writeFees(site.services, paid, { state: 'confirmed', paidOn: today, confirmedAt: new Date() })
  await recordPaidFees(site.services)
  seriesId = (await save({})).data.id
})

describe('a series of receipts', () => {
  test('is set up by finance; what decides its numbers stays once one was given', async () => {
    expect(await save({ name: '另一种' })).toMatchObject({
      code: 400,
      data: { fields: { prefix: '另一个系列已用这个前缀' } },
    })
    expect(await save({ prefix: '会' })).toMatchObject({ code: 400 })
    const spare = (
      await save({ name: '通用收据', prefix: 'TY', byYear: 'no', firstNumber: 1201, digits: 5, kinds: [] })
    ).data
    expect(await listed()).toMatchObject([
      { id: seriesId, name: '年度收据', uses: 0, next: `HF${year}-000001` },
      { id: spare.id, uses: 0, next: 'TY01201' },
    ])
    const [of, second] = rest.slice(-2) as [Fee, Fee]
    expect((await issue([idOf(of)], spare.id)).data).toEqual([{ id: idOf(of), done: true, message: '已开 TY01201' }])
    const [, row] = await listed()
    expect(row).toMatchObject({ uses: 1, next: 'TY01202' })
    const changed = { id: spare.id, version: row.version }
    expect(await save({ ...row.values, firstNumber: 1 }, changed)).toMatchObject({
      code: 400,
      data: { fields: { firstNumber: '已开过收据，不能再改' } },
    })
    expect((await cashier.post('/staff/record/remove', { type: 'receiptSeries', ...changed })).code).toBe(409)
    expect((await save({ ...row.values, status: 'closed' }, changed)).code).toBe(200)
    expect((await issue([idOf(second)], spare.id)).data).toMatchObject([{ done: false, message: '“通用收据”已停用' }])
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await issue([idOf(second)], seriesId, trainer)).code).toBe(403)
  })

  test('numbers what is paid: by each reason why not, in the words of its row', async () => {
    const open = fees.find(of => of === rest[20])!
    const rows = (await cashier.get('/staff/receivable/list', { kind: 'enrolment', state: 'paid' })).data.list
    const asked = [idOf(mine), idOf(open), rows[0].id, idOf(mine), 9]
    const { data } = await issue(asked, seriesId)
    expect(data.map(({ message: said }: { message: string }) => said)).toEqual([
      `已开 HF${year}-000001`,
      '这笔款项没有到账',
      '“年度收据”不用于培训费',
      '这笔款项不存在',
    ])
    expect((await issue([idOf(mine)], seriesId)).data[0].message).toBe(`已开收据 HF${year}-000001`)
    expect(await receivable(mine)).toMatchObject({
      receiptNumber: `HF${year}-000001`,
      receipts: [
        { number: `HF${year}-000001`, state: 'valid', stateName: '有效', amount: mine.fee.amount, issuedOn: today },
      ],
    })
    const found = (await cashier.get('/staff/receivable/list', { receipted: 'yes', kind: 'memberFee' })).data
    expect(found.list.map(({ id }: { id: number }) => id)).toContain(idOf(mine))
    const not = (await cashier.get('/staff/receivable/list', { receipted: 'no', kind: 'memberFee' })).data
    expect(not.list.map(({ id }: { id: number }) => id)).not.toContain(idOf(mine))
  })

  test('leaves no gap and gives no number twice, to twenty who ask at once', async () => {
    const twenty = rest.slice(0, 20)
    // Two colleagues issue a receipt for each payment at the same time.
    const all = await Promise.all(
      twenty.flatMap(of => [issue([idOf(of)], seriesId), issue([idOf(of)], seriesId, other)]),
    )
    const done = all.flatMap(({ data }) => data).filter((one: { done: boolean }) => one.done)
    expect(done).toHaveLength(20)
    const rows = await site.services.db.select().from(receipt).where(eq(receipt.seriesId, seriesId))
    const serials = rows.map(({ serial }) => serial).sort((a, b) => a - b)
    expect(serials).toEqual(Array.from({ length: 21 }, (_, i) => i + 1))
    expect(new Set(rows.map(({ number }) => number)).size).toBe(21)
  })

  test('gives the same number again where the program dies between the number and the receipt', async () => {
    const { db } = site.services
    const [one, two] = rest.slice(21, 23) as [Fee, Fee]
    const meanwhile = await db.transaction(async held => {
      // Blocks the audit log, then terminates the connection as if the program had crashed. A concurrent request waits
      // for the number.
      await held.execute(sql`lock table ${auditEvent} in exclusive mode`)
      const dying = issue([idOf(one)], seriesId)
      const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "audit_event"%'`
      const pid = await vi.waitFor(async () => (await db.execute<{ pid: number }>(waiting)).rows[0]!.pid)
      const second = issue([idOf(two)], seriesId, other)
      await db.execute(sql`select pg_terminate_backend(${pid})`)
      expect((await dying).data).toMatchObject([{ done: false, message: expect.stringContaining('请稍后重试') }])
      return { second }
    })
    expect((await meanwhile.second).data).toMatchObject([{ done: true, message: `已开 HF${year}-000022` }])
    expect((await receivable(one)).receipts).toEqual([])
    expect((await issue([idOf(one)], seriesId)).data).toMatchObject([{ done: true, message: `已开 HF${year}-000023` }])
  })
})

test('a receipt reaches its payer, who saves and prints it; made void it keeps its number and says so', async () => {
  const member = site.as(await signInAs(site, 'qingyuan'))
  const { list, total } = (await member.get('/member/receipt/list', {})).data
  expect(total).toBe(1)
  const [paper] = list
  const number = `HF${year}-000001`
  expect(paper).toMatchObject({ number, kindName: '会费', amount: mine.fee.amount, issuedOn: today, stateName: '有效' })
  expect(paper.about).toBe(`${YEAR} 年度会费`)
  const token = await signInAs(site, 'qingyuan')
  const text = async () =>
    textOf((await site.app.inject({ url: `/api/member/receipt/file?id=${paper.id}`, headers: { token } })).rawPayload)
  expect(await text()).toContain('人民币')
  expect(await text()).toContain(number)
  const stranger = site.as(await signInAs(site, 'taishan'))
  expect((await stranger.get('/member/receipt/file', { id: paper.id })).code).toBe(404)
  const wrong = await cashier.post('/staff/receipt/void', { id: paper.id, reason: ' ' })
  expect(wrong).toMatchObject({ code: 400, data: { fields: { reason: '请填写原因' } } })
  const voided = await cashier.post('/staff/receipt/void', { id: paper.id, reason: '抬头有误' })
  expect(voided).toMatchObject({ code: 200, data: { id: paper.id, state: 'void', stateName: '已作废' } })
  expect((await cashier.post('/staff/receipt/void', { id: paper.id, reason: '再来' })).code).toBe(409)
  expect(await text()).toContain('已作废')
  expect((await member.get('/member/receipt/list', {})).data.list).toMatchObject([{ id: paper.id, state: 'void' }])
  const told = await site.services.db.select().from(message).where(eq(message.objectId, paper.id))
  const titles = told.filter(({ objectType }) => objectType === 'receipt').map(({ title }) => title)
  expect(titles).toEqual([`收据 ${number} 已开具`, `收据 ${number} 已作废`])
  expect((await issue([idOf(mine)], seriesId)).data).toMatchObject([{ message: `已开 HF${year}-000024` }])
  expect((await receivable(mine)).receipts.map((one: { state: string }) => one.state)).toEqual(['valid', 'void'])
  const pages = [1, 2].map(
    async pageNum => (await member.get('/member/receipt/list', { pageNum, pageSize: 1 })).data.list[0].id,
  )
  const [newest, former] = await Promise.all(pages)
  expect(newest).not.toBe(former)
  expect((await member.get('/member/receipt/list', { pageSize: 2 })).data.list).toHaveLength(2)
  expect((await member.get('/member/receipt/list', { pageSize: 1 })).data.list).toHaveLength(1)
  for (const id of [newest, former]) {
    const own = await site.app.inject({ url: `/api/member/receipt/file?id=${id}`, headers: { token } })
    expect(await verifyPdf(own.rawPayload)).toMatchObject({ signed: true, intact: true })
    const kept = await site.app.inject({ url: `/api/staff/receipt/file?id=${id}`, headers: cookie })
    expect(kept.rawPayload.subarray(0, 4).toString()).toBe('%PDF')
    expect((await cashier.get('/staff/receipt/detail', { id })).data.id).toBe(id)
  }
  expect((await cashier.get('/staff/receipt/detail', { id: paper.id })).data).toMatchObject({
    number,
    voidReason: '抬头有误',
    voidedName: expect.stringMatching(/./),
    voidedTime: expect.stringMatching(/^\d{4}/),
    receivableId: idOf(mine),
    capitals: expect.stringMatching(/^人民币.+元整$/),
  })
})

test('the register is narrowed, sorted and saved as it stands there', async () => {
  const { db } = site.services
  const [first] = await db.select().from(receipt).limit(1)
  await db.update(receipt).set({ issuedOn: '2041-01-05' }).where(eq(receipt.id, first!.id))
  const register = await openRegister(site, '/staff/receipt', 'cashier')
  await expectNarrowed(register, [
    [{ key: mine.name }, (row: ReceiptRow) => row.payer === mine.name],
    [{ key: 'ty0' }, (row: ReceiptRow) => row.number.startsWith('TY0')],
    [{ seriesId }, (row: ReceiptRow) => row.seriesId === seriesId],
    [{ state: 'void' }, (row: ReceiptRow) => row.state === 'void'],
    [{ issuedFrom: '2041-01-01' }, (row: ReceiptRow) => row.issuedOn >= '2041-01-01'],
    [{ issuedTo: addDays(today, 1) }, (row: ReceiptRow) => row.issuedOn <= addDays(today, 1)],
  ])
  const { total } = await register.list({})
  expect((await register.list({ kind: 'memberFee' })).total).toBe(total)
  expect((await register.list({ kind: 'advertFee' })).total).toBe(0)
  await expectSorted(
    register,
    { columns: 'number,payer,amount,issuedOn' },
    {
      number: by(row => row.number),
      payer: byName(row => row.payer),
      amount: by(row => row.amount),
      issuedOn: by(row => row.issuedOn),
    },
  )
  const [line] = await register.workbook({ state: 'void' })
  expect(line).toMatchObject({ 状态: '已作废', 作废原因: '抬头有误' })
  expect(await register.workbook({ ids: String(first!.id) })).toHaveLength(1)
  expect((await register.workbook({ kind: 'memberFee' })).length).toBe(total)
  expect(await register.workbook({ kind: 'advertFee' })).toEqual([])
  expect(Object.keys((await register.workbook({ columns: 'number,amount' }))[0]!)).toEqual(['号码', '金额（元）'])
  expect(Object.keys((await register.workbook({ columns: 'number,payer' }))[0]!)).toEqual(['号码', '缴费人'])
  const page = async (query: object) => (await cashier.get('/staff/receipt/list', { ...query })).data.list
  const [one, two] = await page({ pageSize: 2 })
  expect(await page({ pageSize: 1 })).toMatchObject([{ id: one.id }])
  expect(await page({ pageSize: 1, pageNum: 2 })).toMatchObject([{ id: two.id }])
  const receivables = await openRegister(site, '/staff/receivable', 'cashier')
  for (const receipted of ['yes', 'no']) {
    const query = { kind: 'memberFee', receipted }
    const found = (await receivables.list(query)).total
    expect((await cashier.get('/staff/receivable/totals', query)).data.count).toBe(found)
    expect(await receivables.workbook(query)).toHaveLength(found)
  }
  expect((await cashier.get('/staff/receipt/list', { pageSize: 1, pageNum: 2 })).data.list).toHaveLength(1)
  const { rawPayload } = await site.app.inject({ url: `/api/staff/receipt/file?id=${first!.id}`, headers: cookie })
  expect(rawPayload.subarray(0, 4).toString()).toBe('%PDF')
})
