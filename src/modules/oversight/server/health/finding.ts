import type { Ctx } from '#lib/server/api/context.ts'
import type { Finding } from '../../healthContract.ts'

/** `isRejected`: what fails a site as a whole, whatever else is good about it. */
export type Checked = Finding & { isRejected?: boolean }
export type Check = (ctx: Ctx) => Promise<Checked>

type Rule = Pick<Finding, 'code' | 'group' | 'name' | 'why'> & {
  /** Points for each case, and at most. */
  each: number
  most: number
  /** What is well, in a sentence. */
  good: string
}
type Result = {
  count: number
  /** Of what was found. */
  found: string
  items?: Finding['items']
  route?: string
  isRejected?: boolean
  /** Few of these are only to be known. */
  isBad?: boolean
}

/** How many single cases are listed. */
export const SHOWN = 20

/** A check's answer: nothing found costs nothing. */
export function judge(
  { each, most, good, ...rule }: Rule,
  { count, found, items = [], route, isRejected, isBad }: Result,
): Checked {
  const deducted = Math.min(most, count * each)
  if (count === 0) return { ...rule, level: 'good', found: good, deducted: 0, route: null, items: [] }
  const level = isRejected || (isBad ?? deducted >= most / 2) ? 'bad' : 'warn'
  return { ...rule, level, found, deducted, isRejected, route: route ?? null, items: items.slice(0, SHOWN) }
}

/** Nobody knows: it costs nothing, and says how to know. */
export const unknown = (rule: Pick<Rule, 'code' | 'group' | 'name' | 'why'>, found: string): Checked => ({
  ...rule,
  level: 'unknown',
  found,
  deducted: 0,
  route: null,
  items: [],
})
