import { typedKeys } from '#lib/keys.ts'

/** How a receipt stands; a void one keeps its number. */
export const receiptStateNames = { valid: '有效', void: '已作废' } as const
export type ReceiptState = keyof typeof receiptStateNames
export const receiptStates = typedKeys(receiptStateNames)
