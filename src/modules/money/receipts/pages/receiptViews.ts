import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { Tone } from '#ui/Tag.tsx'
import type { ReceiptState } from '../../receiptWords.ts'

export type ReceiptRow = Output<ApiContract['GET /staff/receipt/list']>['list'][number]

export const receiptTones: Record<ReceiptState, Tone> = { valid: 'good', void: 'bad' }
