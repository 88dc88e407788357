import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { EInvoiceRow } from '#modules/money/einvoices/contract.ts'
import type { ReceivableRow } from '#modules/money/receivables/contract.ts'
import { sign } from '#stand-ins/invoicing/signing.ts'
import { startStandIns } from '#stand-ins/start.ts'
import { asStaff } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export let cashier: Awaited<ReturnType<typeof asStaff>>
let platform: Awaited<ReturnType<typeof startStandIns>>
let folder: string

/** The demo association with a platform that issues its e-invoices, before the tests of a file, and after them. */
export function setUpEInvoices() {
  setUpSite(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-'))
    platform = await startStandIns({ port: 0, site: 'http://127.0.0.1:9', folder })
    const own = Object.entries(platform.settings).filter(([name]) => name.startsWith('INVOICE_'))
    return { demo: true, env: { ...Object.fromEntries(own), WRITES_PER_MINUTE: '5000' } }
  })
  beforeAll(async () => {
    cashier = await asStaff(site, 'cashier')
  })
  afterAll(async () => {
    await platform.close()
    await rm(folder, { recursive: true })
  })
}

/** Sets the platform's reaction to the next request. */
export const platformWill = (mode: 'issue' | 'hold' | 'fail' | 'cut') => act({ mode })
/** Issues or refuses one request on the platform. */
export const atPlatform = (requestNumber: string, what: 'issue' | 'fail') => act({ requestNumber, act: what })

async function act(fields: Record<string, string>) {
  const address = `${platform.settings.INVOICE_ENDPOINT}/act`
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect(answer.status).toBe(303)
}

type Word = {
  requestNumber: string
  colour: string
  amount: string
  state: string
  number?: string
  issuedOn?: string
  reason?: string
}
type Given = { timestamp?: string; nonce?: string; secret?: string; key?: string; body?: string }

/** Sends a webhook to the site, as the platform or in its name. */
export async function tell(word: Word, { secret, key, body = JSON.stringify(word), ...given }: Given = {}) {
  const { INVOICE_SECRET = '', INVOICE_KEY = '' } = platform.settings
  const url = '/callbacks/e-invoices'
  const headers = {
    'content-type': 'application/json',
    'x-invoice-key': key ?? INVOICE_KEY,
    ...sign(secret ?? INVOICE_SECRET, 'POST', url, body, given),
  }
  const answer = await site.app.inject({ method: 'POST', url, headers, payload: body })
  return { status: answer.statusCode, ...answer.json() }
}

export async function ofPayment(id: number) {
  const { data } = await cashier.get('/staff/eInvoice/of', { id })
  return data as { paperName: string; mayIssue: boolean; redDue: number; list: EInvoiceRow[] }
}
/** The paper of a payment that has one. */
export const paperOf = async (id: number) => (await ofPayment(id)).list[0]!
/** The next payment of a kind that waits for a paper. */
export async function nextPaid(kind: string): Promise<ReceivableRow> {
  const asked = { kind, state: 'paid', pageSize: 100 }
  const rows: ReceivableRow[] = (await cashier.get('/staff/receivable/list', asked)).data.list
  for (const row of rows) if (!row.invoiceNumber && (await ofPayment(row.id)).mayIssue) return row
  throw new Error(`no payment of ${kind} waits`)
}
export const issue = async (...ids: number[]) => (await cashier.post('/staff/eInvoice/issue', { ids })).data
