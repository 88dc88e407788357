import { byOrder, type Ordered } from '../../byOrder.ts'
import { type Ctx, signedInActor } from '../api/context.ts'
import { mayUse } from '../api/permissionLimits.ts'
import { type Filters, type List, routeTo } from './lists.ts'

/** Work that may wait for a staff member, counted by a list. More pressing tasks stand first. */
type Task = Ordered & {
  code: string
  name: string
  /** Permission, or condition, that shows the task to a staff member. */
  may: `staff:${string}` | ((ctx: Ctx) => boolean)
  /** Whether the site's settings make the task possible; absent: always. */
  isOffered?: (ctx: Ctx) => boolean
  of: List
  filters: Filters
  isUrgent?: boolean
}

const all: Task[] = []

/** The module in whose lists they wait defines them. */
export function defineTasks(...tasks: Task[]): void {
  all.push(...tasks)
}

/** Counts one list after the other: the workbench is opened often and must leave connections to people at work. */
export async function listTasks(ctx: Ctx) {
  const listed: { code: string; name: string; count: number; more: boolean; isUrgent: boolean; route: string }[] = []
  for (const { code, name, may, isOffered, of, filters, isUrgent = false } of all.toSorted(byOrder)) {
    if (!isFor(ctx, may, of) || isOffered?.(ctx) === false) continue
    const { total, more = false } = await of.count(ctx, filters)
    listed.push({ code, name, count: total, more, isUrgent, route: routeTo(of.screen, filters) })
  }
  return listed
}

function isFor(ctx: Ctx, may: Task['may'], { isWithin }: List): boolean {
  if (typeof may === 'function') return may(ctx)
  return isWithin ? mayUse(ctx, may) : signedInActor(ctx).permissions.includes(may)
}
