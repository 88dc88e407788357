import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { Tone } from '#ui/Tag.tsx'
import type { EInvoiceState } from '../../eInvoiceWords.ts'

export type EInvoiceRow = Output<ApiContract['GET /staff/eInvoice/list']>['list'][number]

export const eInvoiceTones: Record<EInvoiceState, Tone> = {
  waiting: 'plain',
  issuing: 'warn',
  issued: 'good',
  failed: 'bad',
  reversed: 'plain',
}
