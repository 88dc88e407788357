import type { SecondPersonRule } from '#lib/access/secondPerson.ts'
import type { Ctx } from '#lib/server/api/context.ts'

/** Former state that an audit line holds, to be restored. */
export type FormerState = { objectId: number | null; objectName: string; before: Record<string, unknown> }

/** A kind of record that can be put back to what it was before a change. */
export type Restorable = {
  /** Permission to restore: that of editing the record. */
  permission: `staff:${string}`
  /**
   * Rule by which a change of that record requires a second person. Restoring would bypass it, so it is refused where
   * the rule applies.
   */
  secondPerson?: (former: FormerState) => SecondPersonRule | undefined
  /** Writes the former values; records that itself as the change it is. Throws where the record is gone. */
  restore: (ctx: Ctx, former: FormerState) => Promise<void>
}

const restorables = new Map<string, Restorable>()

/** `objectType`: as in the audit log. The module whose records they are defines it; `audit` knows no more of them. */
export function defineRestorable(objectType: string, restorable: Restorable): void {
  restorables.set(objectType, restorable)
}

export const restorableOf = (objectType: string): Restorable | undefined => restorables.get(objectType)
