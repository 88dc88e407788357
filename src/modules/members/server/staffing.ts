import type { Ctx } from '#lib/server/api/context.ts'

/** Ids of organisations that may have lost qualified staff (`lost`) or can only have gained (`gained`). */
export type Staffing = { lost?: readonly (number | null)[]; gained?: readonly (number | null)[] }
type Follower = (ctx: Ctx, staffing: { lost: number[]; gained: number[] }) => Promise<void>

const followers: Follower[] = []

/** Registers a listener, called in the transaction that changed an organisation's staff. */
export function followStaffing(follower: Follower): void {
  followers.push(follower)
}

/** Notifies listeners that a person has joined or left, or has another title. */
export async function staffingChanged(ctx: Ctx, { lost = [], gained = [] }: Staffing): Promise<void> {
  const known = (ids: readonly (number | null)[]) => ids.filter(id => id !== null)
  for (const follow of followers) await follow(ctx, { lost: known(lost), gained: known(gained) })
}
