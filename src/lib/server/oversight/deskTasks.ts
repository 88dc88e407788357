import { type Ctx, signed } from '../api/context.ts'
import { mayUse } from '../api/within.ts'
import { type Filters, type List, routeTo } from './lists.ts'

/** What may wait for somebody of the staff. */
type Task = {
  code: string
  name: string
  /** Whose it is: who has this permission, or of whom this is so. */
  may: `staff:${string}` | ((ctx: Ctx) => boolean)
  /** Where it comes up only with what a site has set up; absent: everywhere. */
  isOffered?: (ctx: Ctx) => boolean
  of: List
  filters: Filters
  isUrgent?: boolean
  /** Where it stands among those of all modules: what is more pressing has a lower number. */
  rank: number
}

const all: Task[] = []

/** The module in whose lists they wait defines them. */
export function defineTasks(...tasks: Task[]): void {
  all.push(...tasks)
  all.sort((one, other) => one.rank - other.rank)
}

/** One after the other: the workbench is opened often, and leaves connections to who works. */
export async function listTasks(ctx: Ctx) {
  const listed: { code: string; name: string; count: number; isEstimate: boolean; isUrgent: boolean; route: string }[] =
    []
  for (const { code, name, may, isOffered, of, filters, isUrgent = false } of all) {
    if (!isFor(ctx, may, of) || isOffered?.(ctx) === false) continue
    const { total, isEstimate = false } = await of.count(ctx, filters)
    listed.push({ code, name, count: total, isEstimate, isUrgent, route: routeTo(of.screen, filters) })
  }
  return listed
}

function isFor(ctx: Ctx, may: Task['may'], { isWithin }: List): boolean {
  if (typeof may === 'function') return may(ctx)
  return isWithin ? mayUse(ctx, may) : signed(ctx).permissions.includes(may)
}
