import { type Ctx, signed } from '../api/context.ts'
import { standingIn } from '../api/standingIn.ts'
import { mayUse } from '../api/within.ts'

/** Something of the back office that has a screen: what it is called, what tells it from its namesakes, and where it is. */
export type Thing = { title: string; about: string; route: string }

type Finder = {
  code: string
  /** Of the things, as a heading. */
  name: string
  /** Whoever has this permission may see their list. */
  may: `staff:${string}`
  /** It keeps to the provinces of who asks, as the list does. */
  isWithin: boolean
  /** At most `limit`, the likeliest first: of what the list shows to who asks, and of nothing else. */
  find: (ctx: Ctx, typed: string, limit: number) => Promise<Thing[]>
  /** The list of all that are found so, where it finds the same; never where what was typed may not stand in an address. */
  list?: (typed: string) => string | undefined
}
export type FoundGroup = Pick<Finder, 'code' | 'name'> & { things: Thing[]; more: boolean; list: string | null }

const all: Finder[] = []

/** What the search of the back office finds. The module whose records they are defines it; groups stand in that order. */
export function defineFinder(finder: Finder): void {
  all.push(finder)
}

/** Of each kind that who asks may see so many, and whether there are more. */
export async function findThings(ctx: Ctx, typed: string, limit: number): Promise<FoundGroup[]> {
  const own = all.filter(({ may, isWithin }) => (isWithin ? mayUse(ctx, may) : signed(ctx).permissions.includes(may)))
  const groups = await Promise.all(
    own.map(async ({ code, name, may, find, list }) => {
      const things = await find(standingIn(ctx, may), typed, limit + 1)
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
