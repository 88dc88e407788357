import type { Contract, Key } from '../../contract.ts'
import type { Page } from '../../paging.ts'
import type { Handlers } from '../api/call.ts'
import { type Ctx, signed } from '../api/context.ts'
import { mayUse } from '../api/within.ts'

/**
 * The very list of a screen: what is counted here is what stands there, and by the same filters in the address.
 * `isWithin`: it keeps to the provinces of who asks.
 */
type List = { screen: string; isWithin: boolean; read: (ctx: Ctx, filters: Filters) => Promise<Page<unknown>> }
type Filters = Record<string, string>

export function listOf<C extends Contract>(
  screen: string,
  { contract, handlers, key }: { contract: C; handlers: Handlers<C>; key: keyof C & Key },
): List {
  const read = (ctx: Ctx, filters: Filters) => {
    const asked = contract[key]!.input.parse({ ...filters, pageSize: 1 })
    return handlers[key](ctx, asked as never) as Promise<Page<unknown>>
  }
  return { screen, isWithin: contract[key]!.provinces === 'within', read }
}

/** What may wait for somebody of the staff. */
type Task = {
  code: string
  name: string
  may: `staff:${string}`
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
  const listed: { code: string; name: string; count: number; more: boolean; isUrgent: boolean; route: string }[] = []
  for (const { code, name, may, of, filters, isUrgent = false } of all) {
    if (of.isWithin ? !mayUse(ctx, may) : !signed(ctx).permissions.includes(may)) continue
    const { total, more = false } = await of.read(ctx, filters)
    listed.push({ code, name, count: total, more, isUrgent, route: `${of.screen}?${new URLSearchParams(filters)}` })
  }
  return listed
}
