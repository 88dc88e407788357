import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { FeeState, LineState } from '#modules/membership/feeWords.ts'
import type { Tone } from '#ui/Tag.tsx'

export type Fee = Output<ApiContract['GET /staff/fee/list']>['list'][number]
export type FeeDetail = Output<ApiContract['GET /staff/fee/detail']>
export type Line = Output<ApiContract['GET /staff/statement/lines']>['list'][number]
export type Owed = Output<ApiContract['GET /staff/statement/candidates']>[number]

export const feeTones: Record<FeeState, Tone> = {
  due: 'plain',
  claimed: 'warn',
  confirmed: 'good',
  refused: 'bad',
  waived: 'water',
  cancelled: 'plain',
}
export const lineTones: Record<LineState, Tone> = { open: 'warn', accepted: 'good', aside: 'plain' }
