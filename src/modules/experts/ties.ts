/** What makes an expert step aside. An employer of the past counts for as long as `COUNTS_FOR_YEARS`. */
export const ties = ['employer', 'adviser', 'shareholder', 'family', 'declared'] as const
export type Tie = (typeof ties)[number]
export const tieNames: Record<Tie, string> = {
  employer: '任职',
  adviser: '顾问、兼职',
  shareholder: '持股、投资',
  family: '亲属任职',
  declared: '本人申报回避',
}

export const COUNTS_FOR_YEARS = 3
