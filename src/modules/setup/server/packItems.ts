import type { Packable } from '#modules/settings/server/packable.ts'

/** A record of a pack: what is filled in, by the names of its fields. */
export type Item = Record<string, unknown>

/** Orders records of a tree: parents before their children, in the order of the parents. */
export function parentsFirst({ objectType, keyField, refers }: Packable, items: readonly Item[]): Item[] {
  const name = Object.keys(refers).find(name => refers[name] === objectType)
  if (!name) return [...items]
  const keys = new Set(items.map(item => item[keyField]))
  const above = items.filter(item => !keys.has(item[name]))
  const placeOf = (item: Item) => above.findIndex(one => one[keyField] === item[name])
  return [...above, ...items.filter(item => keys.has(item[name])).toSorted((a, b) => placeOf(a) - placeOf(b))]
}
