import { byOrder, type Ordered } from '../../byOrder.ts'
import { type Ctx, signedInActor } from '../api/context.ts'
import { actAsDeputy } from '../api/deputy.ts'
import { mayUse } from '../api/permissionLimits.ts'

/** Search result of the back office: its title, what distinguishes it from others of the same name, and its page. */
export type StaffSearchResult = { title: string; about: string; route: string }

type Finder = Ordered & {
  code: string
  /** Heading of the group of results. */
  name: string
  /** Permission needed to see the list of these records. */
  may: `staff:${string}`
  /** Whether results are limited to the caller's provinces, as the list is. */
  isWithin: boolean
  /** Returns at most `limit` records, the best first; finds only records that the list shows to the caller. */
  find: (ctx: Ctx, typed: string, limit: number) => Promise<StaffSearchResult[]>
  /** The list of all that are found so, where it finds the same; never where what was typed may not stand in an address. */
  list?: (typed: string) => string | undefined
}
export type FoundGroup = Pick<Finder, 'code' | 'name'> & {
  things: StaffSearchResult[]
  more: boolean
  list: string | null
}

const all: Finder[] = []

/**
 * Registers a kind of records for the search of the back office. The module that owns the records defines it.
 */
export function defineFinder(finder: Finder): void {
  all.push(finder)
}

/** Searches each kind of records that the caller may see: up to `limit` results, and whether there are more. */
export async function searchStaffRecords(ctx: Ctx, typed: string, limit: number): Promise<FoundGroup[]> {
  const own = all
    .toSorted(byOrder)
    .filter(({ may, isWithin }) => (isWithin ? mayUse(ctx, may) : signedInActor(ctx).permissions.includes(may)))
  const groups = await Promise.all(
    own.map(async ({ code, name, may, find, list }) => {
      const things = await find(actAsDeputy(ctx, may), typed, limit + 1)
      return {
        code,
        name,
        things: things.slice(0, limit),
        more: things.length > limit,
        list: list?.(typed) ?? null,
      }
    }),
  )
  return groups.filter(({ things }) => things.length > 0)
}
