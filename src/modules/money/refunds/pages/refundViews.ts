import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { RefundState } from '#modules/ledger/refundWords.ts'
import type { Tone } from '#ui/Tag.tsx'

export type RefundRow = Output<ApiContract['GET /staff/refund/list']>['list'][number]
export type RefundDetail = Output<ApiContract['GET /staff/refund/detail']>

export const refundTones: Record<RefundState, Tone> = {
  requested: 'warn',
  asked: 'warn',
  expired: 'bad',
  agreed: 'warn',
  paid: 'good',
  refused: 'bad',
  withdrawn: 'plain',
}
