import { arrayContains, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { file } from '#modules/files/server/tables.ts'
import { recordPaidFees } from '#modules/ledger/allocating/server/paidFees.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { raiseFees, selectFees } from '#modules/membership/server/feeRows.ts'
import { memberFee } from '#modules/membership/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { registration } from '#modules/training/server/tables.ts'
import {
  cashier,
  check,
  headers,
  idOf,
  lineFor,
  named,
  nextNumber,
  rawZip,
  readAs,
  setUpInvoiceBatch,
  sheetOf,
  wanting,
  zip,
} from '#test/setups/membership/invoiceBatch.ts'
import { site, today } from '#test/setups/site.ts'
import { asStaff, signInAs } from '#test/support/make.ts'
import { upload } from '#test/support/uploads.ts'
import { workbookOf } from '#test/support/workbooks.ts'

setUpInvoiceBatch()

test('the receipt of an earlier fee waits in the member centre, and opens', async () => {
  const member = site.as(await signInAs(site, 'qingyuan'))
  const { list } = (await member.get('/member/invoice/list', { pageSize: 100 })).data
  const paper = list.find(({ about }: { about: string }) => about === `${Number(today.slice(0, 4)) - 1} 年度会费`)
  expect(paper).toMatchObject({ kindName: '会费', number: expect.stringMatching(/^\d+$/), files: [{ ext: 'pdf' }] })
  expect((await readAs('qingyuan', paper.files[0].url)).rawPayload.subarray(0, 4).toString()).toBe('%PDF')
})

describe('a list of the tax bureau with its files', () => {
  test('is looked at before anything is kept: what fits, what does not, and why', async () => {
    const [fine, filed, cheap, twice, other] = await wanting('memberFee', 5)
    const ready = { ...lineFor(fine!), code: '' }
    const noFile = lineFor(filed!)
    const sum = { ...lineFor(cheap!), amount: '1,234.56' }
    const again = { ...lineFor(twice!), number: ready.number }
    const second = { ...lineFor(fine!), remark: fine!.number }
    const lines = [
      ready,
      noFile,
      sum,
      again,
      second,
      { ...lineFor(other!), number: '12' },
      { ...lineFor(other!), amount: -5 },
      { ...lineFor(other!), issuedOn: addDays(today, 2) },
      { ...lineFor(other!), title: '没有缴费的公司' },
      { ...lineFor(other!), code: '91110105MA0000002X' },
    ]
    const sheetId = await sheetOf(lines)
    const zipId = await zip([
      ...named(lines.filter(line => line !== noFile && line !== again)),
      { name: '说明.txt', bytes: Buffer.from('x') },
      { name: '26112000000099999999.pdf' },
    ])
    const { rows, ready: count, others } = await check({ sheetId, zipId })
    expect(rows.map(({ state }) => state)).toEqual(
      'ready noFile noRecord double double wrong wrong wrong noRecord wrong'.split(' '),
    )
    expect(count).toBe(1)
    expect(rows[0]).toMatchObject({
      record: { id: fine!.id },
      issuedOn: today,
      amount: fine!.amount,
      title: fine!.payer,
    })
    expect(rows[2]!.note).toContain('金额不符')
    expect(rows[4]!.note).toContain('同一笔款项')
    expect(others).toEqual(expect.arrayContaining(['说明.txt', '26112000000099999999.pdf']))
    expect((await cashier.get('/staff/receivable/detail', { id: fine!.id })).data.invoiceNumber).toBe('')
    // Two files with the same number are ambiguous; a list is checked against the files uploaded with it.
    const short = await sheetOf([noFile])
    const whole = await zip(named([ready, noFile]))
    const doubled = await zip([...named([ready]), { name: `${ready.number}.pdf` }])
    expect((await check({ sheetId: short, zipId: whole })).rows).toMatchObject([{ state: 'ready' }])
    expect((await check({ sheetId, zipId: whole })).rows[1]).toMatchObject({ state: 'ready' })
    expect((await check({ sheetId, zipId: doubled })).rows[0]).toMatchObject({ state: 'double' })
  })

  test('is kept in one act: 80 invoices, each at its record, told of and read by its member alone', async () => {
    const records = [...(await wanting('memberFee', 12))]
    const { db } = site.services
    const feeOf = async ({ id }: { id: number }) => {
      const { payableId } = (await cashier.get('/staff/receivable/detail', { id })).data
      return selectFees({ db }).where(eq(memberFee.id, payableId))
    }
    const [paid] = await feeOf(records[0]!)
    // The same members' fees of many years, told apart by what the remark says.
    const years = [2051, 2052, 2053, 2054, 2055, 2056]
    for (const record of records)
      for (const year of years) {
        const [of] = await feeOf(record)
        const { id: _, version: __, ...rest } = of!
        await raiseFees({ db, now: new Date() }, [{ ...rest, year, createdAt: new Date(), confirmedAt: new Date() }])
      }
    await recordPaidFees(site.services)
    expect(paid!.receiptFileId).toBeNull()
    const lines = records.flatMap(record => [
      { ...lineFor(record), remark: record.about },
      ...years.map(year => ({ ...lineFor(record), remark: `${record.number} ${year} 年度会费` })),
    ])
    const few = lines.slice(0, 80)
    const files = { sheetId: await sheetOf(few), zipId: await zip(named(few)) }
    expect(await cashier.post('/staff/invoiceBatch/take', { ...files, expected: 79 })).toMatchObject({ code: 409 })
    const { ready, rows } = await check(files)
    expect(rows.filter(({ state }) => state !== 'ready')).toEqual([])
    expect(ready).toBe(80)
    // Clicked in two windows at once: each invoice is kept once.
    const take = () => cashier.post('/staff/invoiceBatch/take', { ...files, expected: 80 })
    const taken = (await Promise.all([take(), take()])).flatMap(({ data }) => data ?? [])
    const done = taken.filter(one => one.done)
    expect(done).toHaveLength(80)
    expect(new Set(done.map(({ number }) => number)).size).toBe(80)
    const first = { number: few[0]!.number, title: few[0]!.title, row: 3, msg: '已登记并发给缴费人' }
    expect(done).toContainEqual({ ...first, done: true })
    expect((await check(files)).rows.every(({ state }) => state === 'already')).toBe(true)
    expect(await cashier.post('/staff/invoiceBatch/take', { ...files, expected: 1 })).toMatchObject({ code: 409 })
    const detail = (await cashier.get('/staff/receivable/detail', { id: records[0]!.id })).data
    expect(detail).toMatchObject({ invoiceNumber: few[0]!.number, invoiceFile: { ext: 'pdf' } })
  })

  test('reaches the member, who finds and saves each paper; another member does not', async () => {
    const { list: fees } = (
      await cashier.get('/staff/receivable/list', { key: '清源', kind: 'memberFee', state: 'paid' })
    ).data
    // Fee of this year, for which an earlier test may have issued an invoice; otherwise this one does.
    const mine = fees.find(({ about }: { about: string }) => about.startsWith(today.slice(0, 4)))
    const line = { ...lineFor(mine), remark: mine.about }
    const files = { sheetId: await sheetOf([line]), zipId: await zip(named([line])) }
    if (!mine.invoiceNumber)
      expect((await cashier.post('/staff/invoiceBatch/take', { ...files, expected: 1 })).code).toBe(200)
    const issued = { invoiceNumber: nextNumber(), invoiceIssuedOn: today, totalFee: 800, status: 'confirmed' as const }
    await site.services.db.update(registration).set(issued).where(eq(registration.organisationName, mine.payer))
    const member = site.as(await signInAs(site, 'qingyuan'))
    const { list, total } = (await member.get('/member/invoice/list', { pageSize: 100 })).data
    expect(total).toBe(list.length)
    const paper = list.find(({ id }: { id: number }) => id === mine.id)
    expect(paper).toMatchObject({ kindName: '会费', about: mine.about, amount: mine.amount, title: mine.payer })
    const read = await readAs('qingyuan', paper.files[0].url)
    const told = await site.services.db
      .select()
      .from(message)
      .where(arrayContains(message.fileIds, [paper.files[0].id]))
    expect(told).toHaveLength(1)
    expect(read.rawPayload.subarray(0, 200).toString()).toMatch(/^%PDF/)
    expect(read.rawPayload.subarray(0, 4).toString()).toBe('%PDF')
    const stranger = site.as(await signInAs(site, 'taishan'))
    const theirs = (await stranger.get('/member/invoice/list', { pageSize: 100 })).data.list
    expect(theirs.map(({ id }: { id: number }) => id)).not.toContain(mine.id)
    expect((await readAs('taishan', paper.files[0].url)).rawPayload.subarray(0, 4).toString()).not.toBe('%PDF')
    const page = async (pageNum: number, pageSize: number) =>
      (await member.get('/member/invoice/list', { pageNum, pageSize })).data.list.length
    expect([await page(1, 2), await page(1, 1), await page(900, 1)]).toEqual([2, 1, 0])
    expect(list.some(({ issuedOn }: { issuedOn: string | null }) => issuedOn === today)).toBe(true)
  })

  test('of a review fee comes to its applicant, too', async () => {
    const { db } = site.services
    const [fee] = await db.select().from(receivable).where(eq(receivable.kind, 'assessmentFee'))
    await db
      .update(receivable)
      .set({ state: 'confirmed', amount: 8123, invoiceTitle: '', invoiceCreditCode: '', confirmedAt: new Date() })
      .where(eq(receivable.id, fee!.id))
    await recordPaidFees(site.services)
    const id = fee!.id
    const record = (await cashier.get('/staff/receivable/detail', { id })).data
    const line = { ...lineFor(record), remark: record.number }
    const files = { sheetId: await sheetOf([line]), zipId: await zip(named([line])) }
    expect((await check(files)).rows[0]).toMatchObject({ state: 'ready', record: { id, kindName: '评审费' } })
    const { data } = await cashier.post('/staff/invoiceBatch/take', { ...files, expected: 1 })
    expect(data).toMatchObject([{ done: true }])
    const after = (await cashier.get('/staff/receivable/detail', { id })).data
    expect(after).toMatchObject({ invoiceNumber: line.number, invoicedOn: today })
  })

  test('that is none, or hides something, is refused in words and leaves nothing behind', async () => {
    const [one] = await wanting('memberFee', 1)
    const line = lineFor(one!)
    const sheetId = await sheetOf([line])
    const zipId = await zip(named([line]))
    const ask = (files: object) => cashier.get('/staff/invoiceBatch/check', files as { sheetId: number; zipId: number })
    expect(await ask({ sheetId: zipId, zipId })).toMatchObject({ code: 400, msg: '发票清单应为 XLSX 文件' })
    expect(await ask({ sheetId, zipId: sheetId })).toMatchObject({ code: 400, msg: '发票文件应打包为 ZIP' })
    const headless = await idOf(
      '空.xlsx',
      await workbookOf([
        ['姓名', '电话'],
        ['甲', '1'],
      ]),
    )
    expect(await ask({ sheetId: headless, zipId })).toMatchObject({ code: 400, msg: expect.stringContaining('表头') })
    const many = await sheetOf(Array.from({ length: 201 }, () => lineFor(one!)))
    expect(await ask({ sheetId: many, zipId })).toMatchObject({ code: 400, msg: expect.stringContaining('200') })
    const evil = await upload(site, await rawZip(`../${line.number}.pdf`), { use: 'import', name: '坏.zip', headers })
    expect(evil.code).toBe(400)
    // A file named .pdf that is no PDF is refused on recording, while the others are kept.
    const faked = await zip([{ name: `${line.number}.pdf`, bytes: Buffer.from('no paper') }])
    const before = await site.services.db.$count(file)
    const { data } = await cashier.post('/staff/invoiceBatch/take', { sheetId, zipId: faked, expected: 1 })
    expect(data).toMatchObject([{ done: false, msg: expect.stringMatching(/[一-龥]/) }])
    expect(await site.services.db.$count(file)).toBe(before)
    // Uploads of another colleague are not found.
    const admin = await asStaff(site, 'admin')
    expect(await admin.get('/staff/invoiceBatch/check', { sheetId, zipId })).toMatchObject({ code: 404 })
  })
})
