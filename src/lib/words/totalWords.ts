import type { Total } from '#lib/paging.ts'

/** How many there are: an estimate is never told as a fact. */
export const totalWords = ({ total, isEstimate, more }: Total) =>
  `${isEstimate ? '约 ' : ''}${total.toLocaleString('en')}${more ? '+' : ''}`
