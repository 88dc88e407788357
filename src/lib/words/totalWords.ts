import type { Total } from '#lib/paging.ts'
import { withCommas } from '#lib/words/numbers.ts'

/** Formats a total; an estimate is shown as one. */
export const totalWords = ({ total, isEstimate, more }: Total) =>
  `${isEstimate ? '约 ' : ''}${withCommas(total)}${more ? '+' : ''}`
