import type { Total } from '#lib/paging.ts'
import { withCommas } from '#lib/words/numbers.ts'

/** How many there are: an estimate is never told as a fact. */
export const totalWords = ({ total, isEstimate, more }: Total) =>
  `${isEstimate ? '约 ' : ''}${withCommas(total)}${more ? '+' : ''}`
