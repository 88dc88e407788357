import { typedKeys } from '#lib/keys.ts'
/** What makes an expert step aside. An employer of the past counts for as long as `COUNTS_FOR_YEARS`. */
export const tieNames = {
  employer: '任职',
  adviser: '顾问、兼职',
  shareholder: '持股、投资',
  family: '亲属任职',
  declared: '本人申报回避',
}
export type Tie = keyof typeof tieNames
export const ties = typedKeys(tieNames)

export const COUNTS_FOR_YEARS = 3
