import { eq } from 'drizzle-orm'
import { beforeAll, expect } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import type { BatchRow } from '#modules/money/invoices/contract.ts'
import type { ReceivableRow } from '#modules/money/receivables/contract.ts'
import { signInAs, staffSession } from '../../support/make.ts'
import { pdf, upload } from '../../support/uploads.ts'
import { workbookOf } from '../../support/workbooks.ts'
import { setUpSite, site } from '../site.ts'

export const today = dayOf(new Date())
const HEADINGS = [
  '序号',
  '发票代码',
  '发票号码',
  '数电发票号码',
  '购方识别号',
  '购买方名称',
  '开票日期',
  '金额',
  '税额',
  '价税合计',
  '备注',
  '被红冲蓝字数电票号码',
  '红冲原因',
]
export type Line = {
  number: string
  title: string
  amount: number | string
  remark?: string
  code?: string
  issuedOn?: string
  /** Only for a red invoice: the blue one that it reverses, and the reason. */
  blue?: string
  reason?: string
}
const lineOf = (
  { number, title, amount, remark = '', code = '', issuedOn = today, blue = '', reason = '' }: Line,
  i: number,
) => [String(i + 1), '', '', number, code, title, `${issuedOn} 10:00:00`, '', '', amount, remark, blue, reason]

export let cashier: ReturnType<typeof site.as>
export let headers: { cookie: string; 'sec-fetch-site': string }
export function setUpInvoiceBatch() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })
  beforeAll(async () => {
    headers = { ...(await staffSession(site, 'cashier')), 'sec-fetch-site': 'same-origin' }
    cashier = site.as(headers)
    // Papers of earlier years were sent by post.
    const rows = await selectFees(site.services).where(eq(receivable.state, 'confirmed'))
    const old = rows.filter(({ year }) => year < Number(today.slice(0, 4))).map(({ id }) => id)
    await writeFees(site.services, old, { state: 'cancelled' })
  })
}

let made = 0
export const nextNumber = () => `261120000000${String(++made).padStart(8, '0')}`
export async function idOf(name: string, bytes: Buffer): Promise<number> {
  const answer = await upload(site, bytes, { use: 'import', name, headers })
  expect(answer.msg).toBe('ok')
  return answer.data.id
}
export const sheetOf = async (lines: Line[]) =>
  idOf('发票清单.xlsx', await workbookOf([['全量发票查询导出结果'], HEADINGS, ...lines.map(lineOf)]))
export async function zip(entries: { name: string; bytes?: Buffer }[]) {
  async function* all() {
    for (const { name, bytes = pdf() } of entries) yield { name, bytes }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zipOf(all(), new Date())) chunks.push(chunk)
  return idOf('发票.zip', Buffer.concat(chunks))
}
export const named = (lines: Line[]) =>
  lines.map(({ number, title }) => ({ name: `发票/dzfp_${number}_${title}_20260305.pdf` }))
export const check = async (files: { sheetId: number; zipId: number }) => {
  const { data, msg } = await cashier.get('/staff/invoiceBatch/check', files)
  expect(msg).toBe('ok')
  return data as { rows: BatchRow[]; ready: number; others: string[] }
}
/** Paid, and without a paper, of which no other has the same payer and sum. */
export async function wanting(kind: string, count: number): Promise<ReceivableRow[]> {
  const asked = { kind, state: 'paid', pageSize: 100, sort: '-raisedOn' }
  const rows: ReceivableRow[] = (await cashier.get('/staff/receivable/list', asked)).data.list
  const free = rows.filter(({ invoiceNumber }) => !invoiceNumber)
  const single = free.filter(one => free.filter(({ payer }) => payer === one.payer).length === 1)
  expect(single.length).toBeGreaterThanOrEqual(count)
  return single.slice(0, count)
}
export const lineFor = ({ payer, amount }: ReceivableRow): Line => ({ number: nextNumber(), title: payer, amount })

export async function readAs(userName: string, url: string) {
  const token = await signInAs(site, userName)
  return site.app.inject({ url, headers: { token } })
}

export async function rawZip(name: string): Promise<Buffer> {
  async function* one() {
    yield { name, bytes: pdf() }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zipOf(one(), new Date())) chunks.push(chunk)
  return Buffer.concat(chunks)
}
