import type { Contract, Key } from '../../contract.ts'
import type { Page, Total } from '../../paging.ts'
import type { Handlers } from '../api/call.ts'
import type { Ctx } from '../api/context.ts'

export type Filters = Record<string, string | undefined>

/**
 * The very list of a screen: what is counted here is what stands there, and by the same filters in the address.
 * `isWithin`: it keeps to the provinces of who asks.
 */
export type List = {
  screen: string
  isWithin: boolean
  count: (ctx: Ctx, filters: Filters) => Promise<Total>
}

export function listOf<C extends Contract>(
  screen: string,
  { contract, handlers, key }: { contract: C; handlers: Handlers<C>; key: keyof C & Key },
): List {
  const count = (ctx: Ctx, filters: Filters) => {
    const asked = contract[key]!.input.parse({ ...filters, pageSize: 1 })
    return handlers[key](ctx, asked as never) as Promise<Page<unknown>>
  }
  return { screen, isWithin: contract[key]!.provinces === 'within', count }
}

/** The address at which a screen shows what these filters leave; what is undefined filters nothing. */
export function routeTo(screen: string, filters: Filters): string {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length ? `${screen}?${new URLSearchParams(given)}` : screen
}
