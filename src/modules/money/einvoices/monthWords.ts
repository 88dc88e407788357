import { typedKeys } from '#lib/keys.ts'

/** What a month's list of papers is made of: the money, and the papers of each kind. */
export const figureNames = { booked: '到账净额', invoiced: '数电发票', receipts: '会费收据', red: '红字' } as const
export type Figure = keyof typeof figureNames
export const figures = typedKeys(figureNames)
