import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { PaymentState } from '#modules/ledger/paymentFilters.ts'
import type { Tone } from '#ui/Tag.tsx'

export type PaymentDetail = Output<ApiContract['GET /staff/received/detail']>

export const paymentTones: Record<PaymentState, Tone> = { allocated: 'good', credit: 'warn', cancelled: 'plain' }
