import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { file } from '#modules/files/server/tables.ts'
import type { ReceivableRow } from '#modules/money/receivables/contract.ts'
import { eInvoice } from '#modules/money/server/tables.ts'
import { pdfOf } from '#stand-ins/invoicing/papers.ts'
import {
  atPlatform,
  cashier,
  issue,
  nextPaid,
  ofPayment,
  paperOf,
  platformWill,
  setUpEInvoices,
  tell,
} from '#test/setups/money/eInvoices.ts'
import { site } from '#test/setups/site.ts'
import type { ProviderFile } from '../eInvoiceWords.ts'
import { deliver } from './server/delivery.ts'
import { genericDriver } from './server/drivers/generic.ts'
import { advanceDueRequests } from './server/sending.ts'

setUpEInvoices()

const today = dayOf(new Date())
/** Asked for, and not issued yet. */
async function asked() {
  const paid = await nextPaid('memberFee')
  await platformWill('hold')
  await issue(paid.id)
  await platformWill('issue')
  const { requestNumber, amount } = await paperOf(paid.id)
  const word = { requestNumber, colour: 'blue', amount: amount.toFixed(2), state: 'issued', issuedOn: today }
  return { id: paid.id, word: (number: string, more: object = {}) => tell({ ...word, number, ...more }) }
}

test('of a day that is still to come, or of the number of another paper, nothing is believed', async () => {
  const [one, other] = [await asked(), await asked()]
  expect(await one.word('26119999000000000011', { issuedOn: addDays(today, 2) })).toMatchObject({
    status: 422,
    message: expect.stringContaining('开具日期'),
  })
  expect(await one.word('26119999000000000011')).toMatchObject({ status: 200 })
  expect(await other.word('26119999000000000011')).toMatchObject({
    status: 422,
    message: '号码 26119999000000000011 已用于另一张',
  })
  expect(await paperOf(other.id)).toMatchObject({ state: 'issuing', number: '' })
})

test('what a payer has asked for, and nobody has sent to the platform, cannot have been issued', async () => {
  const { id, word } = await asked()
  await site.services.db
    .update(eInvoice)
    .set({ state: 'waiting' })
    .where(eq(eInvoice.id, (await paperOf(id)).id))
  expect(await word('26119999000000000012')).toMatchObject({ status: 422, message: '没有这个请求编号' })
})

test('what the platform has said to fail and has issued after all is taken, and asked for no second time', async () => {
  const paid = await nextPaid('memberFee')
  await platformWill('fail')
  await issue(paid.id)
  await platformWill('issue')
  const failed = await paperOf(paid.id)
  expect(failed).toMatchObject({ state: 'failed' })
  await atPlatform(failed.requestNumber, 'issue')
  expect(await issue(paid.id)).toMatchObject([{ done: true }])
  const { list } = await ofPayment(paid.id)
  expect(list).toMatchObject([{ state: 'issued', requestNumber: failed.requestNumber }])
})

test('files of another length, of other bytes, or of another kind are not kept', async () => {
  const { id, word } = await asked()
  expect(await word('26119999000000000013')).toMatchObject({ status: 200 })
  expect(await paperOf(id)).toMatchObject({ state: 'issued', problem: expect.stringContaining('还没有给出文件') })
  const { requestNumber } = await paperOf(id)
  const [issued] = await site.services.db.select().from(eInvoice).where(eq(eInvoice.requestNumber, requestNumber))
  const driver = genericDriver({ endpoint: 'http://127.0.0.1:9', key: 'k', secret: 'x'.repeat(32) })
  const bytes = pdfOf({ title: '票据', lines: [] })
  const given = async (file: ProviderFile) =>
    (await deliver(site.ctx(), { ...driver, download: () => Promise.resolve(bytes) }, { ...issued!, files: [file] }))
      .problem
  expect(await given({ kind: 'pdf', size: bytes.length + 1 })).toContain('PDF 文件的大小不符')
  expect(await given({ kind: 'pdf', size: bytes.length, sha256: '0'.repeat(64) })).toContain('PDF 文件的摘要不符')
  expect(await given({ kind: 'ofd', size: bytes.length })).toContain('OFD 文件的内容不对')
  expect(await paperOf(id)).toMatchObject({ state: 'issued', files: [] })
})

test('of what has not come no paper is issued', async () => {
  const due: ReceivableRow = (await cashier.get('/staff/receivable/list', { kind: 'memberFee', state: 'due' })).data
    .list[0]
  expect(await issue(due.id)).toMatchObject([{ done: false, message: '这笔款项没有到账' }])
  expect((await ofPayment(due.id)).list).toEqual([])
})

test('looked after three times at the same moment its files are kept once', async () => {
  const { id } = await asked()
  const { requestNumber } = await paperOf(id)
  await atPlatform(requestNumber, 'issue')
  const later = () => advanceDueRequests(site.ctx(new Date(Date.now() + 120_000)))
  await Promise.all([later(), later(), later()])
  const { number, files } = await paperOf(id)
  expect(files.map(({ ext }) => ext)).toEqual(['pdf', 'ofd', 'xml'])
  expect((await cashier.get('/staff/receivable/detail', { id })).data.invoiceNumber).toBe(number)
  const kept = await site.services.db
    .select()
    .from(file)
    .where(like(file.name, `%${number}%`))
  expect(kept).toHaveLength(3)
})
