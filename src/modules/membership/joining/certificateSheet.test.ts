import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCodes } from '#lib/server/documents/qr.ts'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { certificatePdf } from '#modules/certificates/documents/server/certificateFile.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { pagesOf } from '#test/support/pdfText.ts'
import { feeNoticePdf, feeReceiptPdf } from './server/certificateSheet.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheet-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The words of a document of one page. */
async function read(pdf: Buffer) {
  const pages = await pagesOf(pdf)
  expect(pages).toHaveLength(1)
  return pages[0]!
}

setUpSite({ demo: true })

let demo: Certificate
beforeAll(async () => {
  const [found] = await site.services.db.select().from(certificate).where(eq(certificate.register, 'membership'))
  demo = found!
})
const ctx = () => site.ctx()
/** Renders without a design, as for an association that has none. */
const make = (change: Partial<Certificate>) => certificatePdf(ctx(), { ...demo, lookId: null, ...change })

test('a membership certificate says whose it is and until when, and its code leads to the check', async () => {
  const change = { holderName: '济南泰山水处理药剂有限公司', validTo: '2099-11-30', status: 'valid' as const }
  const pdf = await make(change)
  const text = await read(pdf)
  for (const words of [
    '会员证书',
    demo.number,
    change.holderName,
    demo.levelName,
    '2099年11月30日',
    '入会日期',
    '盖章处',
  ])
    expect(text).toContain(words)
  await writeFile(join(folder, 'certificate.pdf'), pdf)
  const verifyUrl = `http://site.test/admin/verify?token=${demo.token}`
  expect(await readCodes(join(folder, 'certificate.pdf'), 'application/pdf')).toEqual([verifyUrl])
  expect(await verifyPdf(pdf)).toMatchObject({ intact: true, contact: verifyUrl })
})

test('it has room for the longest name, and says so where there is no end', async () => {
  const text = await read(await make({ holderName: '#'.repeat(60), validTo: null, status: 'valid' }))
  expect(text).toContain('长期有效')
  expect(text).toContain('#')
})

test('one that is over says so across the page', async () => {
  expect(await read(await make({ status: 'cancelled' }))).toContain('本证书已注销')
})

const fee = {
  association: '全国演示协会',
  number: 'RH2026-000123',
  payer: '济南泰山水处理药剂有限公司',
  year: 2026,
  levelName: '会员单位',
  amount: 2000,
  issuedOn: '2026年11月21日',
}

test('a fee notice says how much, to which account, and what to write beside it', async () => {
  const account = { name: '全国演示协会', bank: '演示银行', number: '110100000000000018', code: '000100000018' }
  const text = await read(await feeNoticePdf({ ...fee, account, received: 500, remark: '泰山 RH2026-000123' }))
  for (const words of [
    '¥2,000.00',
    '此前已缴',
    '¥500.00',
    '人民币贰仟元整',
    '2026年度',
    '110100000000000018',
    '泰山RH2026-000123',
  ])
    expect(text).toContain(words)
})

test('a confirmation says what was paid and when', async () => {
  const text = await read(await feeReceiptPdf({ ...fee, paidOn: '2026年11月20日' }))
  for (const words of ['会费缴纳确认单', '人民币贰仟元整', '2026年11月20日']) expect(text).toContain(words)
})
