import type { Ctx } from '#lib/server/api/context.ts'

/** Ids of organisations that may have lost qualified staff (`lost`) or can only have gained (`gained`). */
export type Staffing = { lost?: readonly (number | null)[]; gained?: readonly (number | null)[] }
type StaffingListener = (ctx: Ctx, staffing: { lost: number[]; gained: number[] }) => Promise<void>

const listeners: StaffingListener[] = []

/** Registers a listener, called in the transaction that changed an organisation's staff. */
export function onStaffingChange(follower: StaffingListener): void {
  listeners.push(follower)
}

/** Notifies listeners that a person has joined or left, or has another title. */
export async function notifyStaffingChange(ctx: Ctx, { lost = [], gained = [] }: Staffing): Promise<void> {
  const known = (ids: readonly (number | null)[]) => ids.filter(id => id !== null)
  for (const follow of listeners) await follow(ctx, { lost: known(lost), gained: known(gained) })
}
