import { typedKeys } from '#lib/keys.ts'

/** States of a receipt; a void one keeps its number. */
export const receiptStateNames = { valid: '有效', void: '已作废' } as const
export type ReceiptState = keyof typeof receiptStateNames
export const receiptStates = typedKeys(receiptStateNames)
