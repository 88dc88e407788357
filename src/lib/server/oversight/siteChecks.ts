import type { Ctx } from '../api/context.ts'

/** Groups of checks, in their order. */
const groups = ['信息更新', '可用性', '互动回应', '无障碍', '运行'] as const

export type Finding = {
  code: string
  group: (typeof groups)[number]
  name: string
  level: 'good' | 'warn' | 'bad' | 'unknown'
  /** `found`: the finding in a sentence; `count`: number of cases. */
  found: string
  count: number
  why: string
  /** Points out of a hundred. */
  deducted: number
  /** The list that has exactly these cases, where there is one; the single cases, as many as are listed. */
  route: string | null
  items: { text: string; route: string | null }[]
}

/** `isRejected`: what fails a site as a whole, whatever else is good about it. */
export type Checked = Finding & { isRejected?: boolean }
export type Check = (ctx: Ctx) => Promise<Checked>

const all: Check[] = []

/** Checks of the site's health. The module that knows what is checked defines them, in the order of its findings. */
export function defineChecks(...checks: Check[]): void {
  all.push(...checks)
}

/** Runs the checks one after the other, so that they occupy one connection only. */
export async function runChecks(ctx: Ctx): Promise<Checked[]> {
  const found: Checked[] = []
  for (const check of all) found.push(await check(ctx))
  return groups.flatMap(group => found.filter(finding => finding.group === group))
}

type Rule = Pick<Finding, 'code' | 'group' | 'name' | 'why'> & {
  /** Points for each case, and at most. */
  each: number
  most: number
  /** Sentence shown when nothing was found. */
  good: string
}
type Result = {
  count: number
  /** Sentence about the finding. */
  found: string
  items?: Finding['items']
  route?: string
  isRejected?: boolean
  /** Few of these are only to be known. */
  isBad?: boolean
}

/** Maximum cases listed. */
export const MAX_LISTED_CASES = 100

/** A check's answer: nothing found costs nothing. */
export function judge(
  { each, most, good, ...rule }: Rule,
  { count, found, items = [], route, isRejected, isBad }: Result,
): Checked {
  const deducted = Math.min(most, Math.round(count * each * 10) / 10)
  if (count === 0) return { ...rule, level: 'good', found: good, count, deducted: 0, route: null, items: [] }
  const level = isRejected || (isBad ?? deducted >= most / 2) ? 'bad' : 'warn'
  return {
    ...rule,
    level,
    found,
    count,
    deducted,
    isRejected,
    route: route ?? null,
    items: items.slice(0, MAX_LISTED_CASES),
  }
}

/** Result of a check that could not be made: deducts nothing and says how to find out. */
export const unknownFinding = (rule: Pick<Rule, 'code' | 'group' | 'name' | 'why'>, found: string): Checked => ({
  ...rule,
  level: 'unknown',
  found,
  count: 0,
  deducted: 0,
  route: null,
  items: [],
})
