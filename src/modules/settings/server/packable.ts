import type { SecondPersonRule } from '#lib/access/secondPerson.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Saving } from '../records.ts'

/** A record as it can stand in a pack: `key` names it on every site, whatever its id. */
export type PackableRow = { id: number; key: string; name: string; values: FormValues; version: string }

/** A kind of record, or of setting, that one association hands to another in a pack (see `modules/setup`). */
export type Packable = {
  /** Key in a pack. */
  objectType: string
  /** Name of one record for the user. */
  called: string
  /** The field that says the key, or `key` where no field does. */
  keyField: string
  /** Fields whose values are ids, or an id, of another kind of record. */
  refers: Readonly<Record<string, string>>
  /** Kinds that its fields name by code: they are applied before. */
  names?: readonly string[]
  /** Fields that speak of this site alone: they stand in no pack, and a pack leaves them as they are. */
  leaves: readonly string[]
  /** Permission of its screen, where it differs from that to set up the site: a pack must not bypass it. */
  permission?: `staff:${string}`
  /**
   * Rule by which its screen requires a second person; while it applies, staff cannot change these records by a pack.
   */
  secondPerson?: SecondPersonRule
  /** Applied after all other kinds. */
  last?: boolean
  fields: (ctx: Ctx, key: string) => Promise<readonly FormField[]>
  read: (ctx: Ctx) => Promise<PackableRow[]>
  /** Saves like its screen: same checks, same refusals, same audit record. */
  save: (ctx: Ctx, sent: Saving) => Promise<{ id: number }>
  /** Puts the rows of these ids before the others, in their order. */
  arrange?: (ctx: Ctx, ids: readonly number[]) => Promise<void>
}

const packables = new Map<string, Packable>()

export function definePackable(packable: Packable): void {
  if (packables.has(packable.objectType)) throw new Error(`${packable.objectType} stands in packs twice`)
  packables.set(packable.objectType, packable)
}

/** Kinds ordered so that each follows those it refers to. */
export function allPackables(): Packable[] {
  const ordered = new Set<Packable>()
  const add = (packable: Packable, above: readonly string[]) => {
    for (const other of [...Object.values(packable.refers), ...(packable.names ?? [])])
      if (!above.includes(other) && packables.has(other)) add(packables.get(other)!, [...above, other])
    ordered.add(packable)
  }
  for (const packable of packables.values()) add(packable, [packable.objectType])
  return [...ordered].toSorted((a, b) => Number(a.last ?? false) - Number(b.last ?? false))
}
