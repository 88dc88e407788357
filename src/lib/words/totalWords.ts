import type { Total } from '#lib/paging.ts'
import { withCommas } from '#lib/words/numbers.ts'

/** Formats a total: 1,601, or 10,000+ where there are more than were counted. */
export const totalWords = ({ total, more }: Total) => `${withCommas(total)}${more ? '+' : ''}`
