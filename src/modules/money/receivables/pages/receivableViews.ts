import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { Tone } from '#ui/Tag.tsx'
import type { OwedState } from '../../receivableWords.ts'

export type Receivable = Output<ApiContract['GET /staff/receivable/list']>['list'][number]
export type Totals = Output<ApiContract['GET /staff/receivable/totals']>

export const owedTones: Record<OwedState, Tone> = {
  due: 'plain',
  claimed: 'warn',
  paid: 'good',
  refunded: 'water',
  waived: 'water',
  cancelled: 'plain',
  used: 'plain',
}
