import { typedKeys } from '#lib/keys.ts'
/** Kinds of ties that exclude an expert. A former employer counts for `COUNTS_FOR_YEARS` years. */
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
