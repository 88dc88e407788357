import { typedKeys } from '#lib/keys.ts'

/** Figures of the monthly report: net receipts, and documents by type. */
export const figureNames = { booked: '到账净额', invoiced: '数电发票', receipts: '会费收据', red: '红字' } as const
export type Figure = keyof typeof figureNames
export const figures = typedKeys(figureNames)
