import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { EInvoiceRow } from '#modules/money/einvoices/contract.ts'
import { advanceDueRequests } from '#modules/money/einvoices/server/sending.ts'
import type { ReceivableRow } from '#modules/money/receivables/contract.ts'
import type { Form, Invoice, Mode } from '#stand-ins/nuonuo/books.ts'
import { startStandIns } from '#stand-ins/start.ts'
import { asStaff } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export let cashier: Awaited<ReturnType<typeof asStaff>>
let platform: Awaited<ReturnType<typeof startStandIns>>
let folder: string

/** The demo association with 诺诺 for its e-invoices, before the tests of a file, and after them. */
export function setUpNuonuo() {
  setUpSite(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nuonuo-'))
    platform = await startStandIns({ port: 0, site: 'http://127.0.0.1:9', folder })
    const own = Object.entries(platform.settings).filter(([name]) => name.startsWith('NUONUO_'))
    return { demo: true, env: { ...Object.fromEntries(own), INVOICE_PROVIDER: 'nuonuo', WRITES_PER_MINUTE: '5000' } }
  })
  beforeAll(async () => {
    cashier = await asStaff(site, 'cashier')
  })
  afterAll(async () => {
    await platform.close()
    await rm(folder, { recursive: true })
  })
}

export const address = (path: string) => `${platform.settings.NUONUO_API}${path}`

/** Sets the platform's reaction to the next request. */
export const nuonuoWill = (mode: Mode) => atNuonuo({ mode })

/** Performs an act on the platform or at the tax bureau. */
export async function atNuonuo(fields: Record<string, string>) {
  const answer = await fetch(address('/act'), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect(answer.status).toBe(303)
}

type Books = { lent: number; invoices: Invoice[]; forms: Form[] }
export const booksOfNuonuo = async (): Promise<Books> => (await fetch(address('/counts'))).json()

export async function ofPayment(id: number) {
  const { data } = await cashier.get('/staff/eInvoice/of', { id })
  return data as { paperName: string; mayIssue: boolean; redDue: number; list: EInvoiceRow[] }
}
export const newest = async (id: number) => (await ofPayment(id)).list[0]!
export const issue = async (...ids: number[]) => (await cashier.post('/staff/eInvoice/issue', { ids })).data
export const red = (id: number, amount: number, more: object = {}) =>
  cashier.post('/staff/eInvoice/red', { id, amount, reason: '退款', ...more })
export const runDueJobs = (minutes = 2) => advanceDueRequests(site.ctx(new Date(Date.now() + minutes * 60_000)))

/** The next payment that waits for an invoice. */
export async function nextPaid(): Promise<ReceivableRow> {
  for (const kind of ['assessmentFee', 'enrolment', 'advertFee']) {
    const rows: ReceivableRow[] = (await cashier.get('/staff/receivable/list', { kind, state: 'paid', pageSize: 100 }))
      .data.list
    for (const row of rows) if (!row.invoiceNumber && (await ofPayment(row.id)).mayIssue) return row
  }
  throw new Error('no payment waits for an invoice')
}
