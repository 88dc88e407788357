import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { ReceivableState } from '#modules/ledger/ledgerWords.ts'
import type { Tone } from '#ui/Tag.tsx'

export type Fee = Output<ApiContract['GET /staff/fee/list']>['list'][number]
export type FeeDetail = Output<ApiContract['GET /staff/fee/detail']>

export const feeTones: Record<ReceivableState, Tone> = {
  due: 'plain',
  claimed: 'warn',
  confirmed: 'good',
  refused: 'bad',
  waived: 'water',
  cancelled: 'plain',
}
