import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { Tone } from '#ui/Tag.tsx'

export type InvoiceRequest = Output<ApiContract['GET /staff/training/invoices']>['list'][number]

export const invoiceTones: Record<InvoiceRequest['state'], Tone> = { requested: 'warn', issued: 'good', refused: 'bad' }
