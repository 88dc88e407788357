import { typedKeys } from '#lib/keys.ts'

/** Types of document: the tax bureau's e-invoice, or the finance bureau's receipt for association dues. */
export const paperNames = { invoice: '数电发票', duesReceipt: '社会团体会费收据' } as const
export type Paper = keyof typeof paperNames
export const papers = typedKeys(paperNames)

/** Blue is what is issued, red is what takes it back. */
export const colourNames = { blue: '蓝字', red: '红字' } as const
export type Colour = keyof typeof colourNames
export const colours = typedKeys(colourNames)

/** States of an e-invoice. A fully reversed blue one is `reversed`. */
export const eInvoiceStateNames = {
  waiting: '待开',
  issuing: '开具中',
  issued: '已开',
  failed: '失败',
  reversed: '已冲红',
} as const
export type EInvoiceState = keyof typeof eInvoiceStateNames
export const eInvoiceStates = typedKeys(eInvoiceStateNames)

/** Files of one paper, by their ending. */
export const paperFiles = ['pdf', 'ofd', 'xml'] as const
export type PaperFile = (typeof paperFiles)[number]

/** A file at the provider. Size and SHA-256 are verified where it gives them. */
export type ProviderFile = { kind: PaperFile; size?: number; sha256?: string; url?: string }

export const taxRates = {
  exempt: '免税',
  untaxed: '不征税',
  '0.01': '1%',
  '0.03': '3%',
  '0.05': '5%',
  '0.06': '6%',
  '0.09': '9%',
  '0.13': '13%',
} as const
export type TaxRate = keyof typeof taxRates
