import { and, arrayContains, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { recordPaidFees } from '#modules/ledger/allocating/server/paidFees.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import {
  cashier,
  check,
  headers,
  lineFor,
  named,
  nextNumber,
  readAs,
  setUpInvoiceBatch,
  sheetOf,
  wanting,
  zip,
} from '#test/setups/membership/invoiceBatch.ts'
import { site, today } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'
import { pdf, upload } from '#test/support/uploads.ts'
import type { ReceivableRow } from '../receivables/contract.ts'

setUpInvoiceBatch()

const detail = async (id: number) => (await cashier.get('/staff/receivable/detail', { id })).data
const fileOf = async () => (await upload(site, pdf(), { use: 'invoice', name: '红字.pdf', headers })).data.id as number
async function invoiced(row: ReceivableRow): Promise<string> {
  const line = { ...lineFor(row), remark: row.number ? `${row.number} ${row.about}` : row.about }
  const files = { sheetId: await sheetOf([line]), zipId: await zip(named([line])) }
  expect((await check(files)).rows).toMatchObject([{ state: 'ready', record: { id: row.id } }])
  expect((await cashier.post('/staff/invoiceBatch/take', { ...files, expected: 1 })).code).toBe(200)
  return line.number
}
const red = async (id: number, amount: number, more: object = {}) =>
  cashier.post('/staff/invoice/red', {
    id,
    number: nextNumber(),
    amount,
    reason: '销售退回',
    issuedOn: today,
    fileId: await fileOf(),
    ...more,
  })

describe('a red invoice', () => {
  test('takes back part of a blue one, never more than it, and reaches the payer beside it', async () => {
    const { list } = (await cashier.get('/staff/receivable/list', { key: '清源', kind: 'memberFee', state: 'paid' }))
      .data
    const mine: ReceivableRow = list.find(({ invoiceNumber }: ReceivableRow) => !invoiceNumber)
    expect(await red(mine.id, 1)).toMatchObject({ code: 409, msg: expect.stringContaining('没有已开的发票') })
    const blue = await invoiced(mine)
    expect(await detail(mine.id)).toMatchObject({ redable: mine.amount, reds: [] })
    expect(await red(mine.id, mine.amount + 1)).toMatchObject({ code: 400, msg: expect.stringContaining('最多可冲红') })
    expect(await red(mine.id, 100, { issuedOn: addDays(today, 1) })).toMatchObject({ code: 400 })
    expect(await red(mine.id, 100, { number: blue })).toMatchObject({
      code: 400,
      data: { fields: { number: '这一号码已经登记' } },
    })
    const left = sumAmounts([mine.amount, -100])
    const number = nextNumber()
    expect(await red(mine.id, 100, { number })).toMatchObject({ code: 200, data: { id: mine.id, left } })
    const after = await detail(mine.id)
    expect(after).toMatchObject({ redable: left, invoiceNumber: blue })
    expect(after.reds).toMatchObject([
      { number, amount: -100, reason: '销售退回', issuedOn: today, blueNumber: blue, blueAmount: mine.amount },
    ])
    const { file, blueFile } = after.reds[0]
    expect([file.ext, blueFile.ext]).toEqual(['pdf', 'pdf'])
    const member = site.as(await signInAs(site, 'qingyuan'))
    const papers = (await member.get('/member/invoice/list', { pageSize: 100 })).data.list
    expect(papers.find((one: { number: string }) => one.number === number)).toMatchObject({
      amount: -100,
      blueNumber: blue,
    })
    expect(papers.find((one: { number: string }) => one.number === blue)).toMatchObject({ blueNumber: '' })
    const read = async (as: string) => (await readAs(as, file.url)).rawPayload.subarray(0, 4).toString()
    expect([await read('qingyuan'), await read('taishan')].map(head => head === '%PDF')).toEqual([true, false])
    const told = await site.services.db
      .select()
      .from(message)
      .where(arrayContains(message.fileIds, [file.id]))
    expect(told.map(({ title }) => title)).toEqual([`红字发票 ${number} 已开具`])
  })

  test('of all of it lets the payment be invoiced again; both papers stay with the payer', async () => {
    const { list } = (await cashier.get('/staff/receivable/list', { key: '清源', kind: 'memberFee', state: 'paid' }))
      .data
    const mine: ReceivableRow = list.find(({ invoiceNumber }: ReceivableRow) => invoiceNumber)
    const { redable } = await detail(mine.id)
    const both = await Promise.all([red(mine.id, redable), red(mine.id, redable)])
    expect(both.map(({ code }) => code).sort()[0]).toBe(200)
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1)
    const cleared = await detail(mine.id)
    expect(cleared).toMatchObject({ invoiceNumber: '', invoiceFile: null, redable: 0 })
    expect(sumAmounts(cleared.reds.map(({ amount }: { amount: number }) => amount))).toBe(-mine.amount)
    const again = await invoiced({ ...mine, invoiceNumber: '' })
    expect(await detail(mine.id)).toMatchObject({ invoiceNumber: again, redable: mine.amount })
    const member = site.as(await signInAs(site, 'qingyuan'))
    const { list: papers, total } = (await member.get('/member/invoice/list', { pageSize: 100 })).data
    expect(total).toBe(papers.length)
    const numbers = papers.map((one: { number: string }) => one.number)
    expect(numbers).toEqual(expect.arrayContaining([mine.invoiceNumber, again]))
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('works for every kind of fee that can be invoiced', async () => {
    const { db } = site.services
    const given = { invoiceIssuedOn: today, invoiceFileId: null }
    const recordOn = (kind: string, payableId: number, invoiceNumber: string) =>
      db
        .update(receivable)
        .set({ ...given, invoiceNumber, state: 'confirmed' })
        .where(and(eq(receivable.kind, kind), eq(receivable.payableId, payableId)))
    const kinds = {
      enrolment: (id: number, invoiceNumber: string) => recordOn('enrolment', id, invoiceNumber),
      assessmentFee: (id: number, invoiceNumber: string) => recordOn('assessmentFee', id, invoiceNumber),
      advertFee: (id: number, invoiceNumber: string) => recordOn('advertFee', id, invoiceNumber),
    }
    for (const [kind, invoice] of Object.entries(kinds)) {
      const [row] = (
        await cashier.get('/staff/receivable/list', { kind, ...(kind === 'enrolment' && { state: 'paid' }) })
      ).data.list
      const number = nextNumber()
      await invoice((await detail(row.id)).payableId, number)
      await recordPaidFees(site.services)
      const { amount, redable, invoiceNumber } = await detail(row.id)
      expect([invoiceNumber, redable], kind).toEqual([number, amount])
      expect(await red(row.id, amount), kind).toMatchObject({ code: 200, data: { left: 0 } })
      const after = await detail(row.id)
      expect(after, kind).toMatchObject({ invoiceNumber: '', invoicedOn: null, redable: 0 })
      expect(after.reds, kind).toMatchObject([{ blueNumber: number, blueIssuedOn: today, blueFile: null }])
    }
  })
})

test('red rows of the bureau’s list are booked beside what they take back, each once and never more than it', async () => {
  const [one, two] = (await wanting('memberFee', 2)) as [ReceivableRow, ReceivableRow]
  const [blue, whole] = [await invoiced(one), await invoiced(two)]
  const [part, rest] = [100, sumAmounts([one.amount, -100])]
  const said = `被红冲蓝字数电票号码：${blue} 红字发票信息确认单编号：11010126031234567890`
  const lines = [
    { ...lineFor(one), amount: -part, remark: said },
    { ...lineFor(one), amount: -rest - 1, blue, reason: '开票有误' },
    { ...lineFor(one), amount: -rest, blue, reason: '开票有误' },
    { ...lineFor(two), amount: -two.amount, blue: whole, title: '别的公司' },
    { ...lineFor(two), amount: -two.amount, blue: nextNumber() },
    { ...lineFor(two), amount: -two.amount },
    { ...lineFor(two), amount: -two.amount, blue: whole },
    { ...lineFor(two), amount: 0 },
  ]
  const unfiled = lines[6]!
  const files = { sheetId: await sheetOf(lines), zipId: await zip(named(lines.filter(line => line !== unfiled))) }
  const { rows, ready } = await check(files)
  expect(rows.map(({ state }) => state)).toEqual('ready wrong ready wrong noRecord wrong noFile wrong'.split(' '))
  expect(ready).toBe(2)
  expect(rows[0]).toMatchObject({
    isRed: true,
    blueNumber: blue,
    amount: -part,
    note: `冲红 ${blue}`,
    record: { id: one.id },
  })
  const notes = ['最多可冲红', '抬头与蓝字发票', '没有登记，或已全部冲红', '没有写明蓝字号码']
  expect([1, 3, 4, 5].map(i => rows[i]!.note)).toEqual(notes.map(note => expect.stringContaining(note)))
  const take = () => cashier.post('/staff/invoiceBatch/take', { ...files, expected: 2 })
  const taken = (await Promise.all([take(), take()])).flatMap(({ data }) => data ?? [])
  expect(taken.filter(({ done }: { done: boolean }) => done)).toHaveLength(2)
  const after = await detail(one.id)
  expect(after).toMatchObject({ invoiceNumber: '', redable: 0 })
  expect(after.reds).toMatchObject([
    {
      number: lines[0]!.number,
      amount: -part,
      reason: '税务平台已开具红字发票',
      blueNumber: blue,
      file: { ext: 'pdf' },
    },
    { number: lines[2]!.number, amount: -rest, reason: '开票有误', blueNumber: blue },
  ])
  // Neither the red ones nor the blue one that they took back come in again with the list.
  const again = [...lines.slice(0, 3), { ...lineFor(one), number: blue }]
  const later = { sheetId: await sheetOf(again), zipId: await zip(named(again)) }
  const states = (await check(later)).rows.map(({ state }) => state)
  expect(states).toEqual(['already', 'noRecord', 'already', 'already'])
})
