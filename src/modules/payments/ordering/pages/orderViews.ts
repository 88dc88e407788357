import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { Tone } from '#ui/Tag.tsx'
import type { ItemState, OrderState } from '../../paymentWords.ts'

export type OwnOrder = Output<ApiContract['GET /member/payment/order']>
export type OrderRow = Output<ApiContract['GET /staff/payment/list']>['list'][number]
export type OrderDetail = Output<ApiContract['GET /staff/payment/detail']>

export const orderTones: Record<OrderState, Tone> = { waiting: 'warn', paid: 'good', closed: 'plain' }
export const itemTones: Record<ItemState, Tone> = { open: 'warn', booked: 'good', surplus: 'bad', released: 'plain' }
