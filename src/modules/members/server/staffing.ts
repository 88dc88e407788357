import type { Ctx } from '#lib/server/api/context.ts'

/** Of organisations: which may have less than before, which can only have more. */
export type Staffing = { lost?: readonly (number | null)[]; gained?: readonly (number | null)[] }
type Follower = (ctx: Ctx, staffing: { lost: number[]; gained: number[] }) => Promise<void>

const followers: Follower[] = []

/** For whoever counts an organisation's people; in the transaction of what changed. */
export function followStaffing(follower: Follower): void {
  followers.push(follower)
}

/** Somebody has come or gone, or has another title. */
export async function staffingChanged(ctx: Ctx, { lost = [], gained = [] }: Staffing): Promise<void> {
  const known = (ids: readonly (number | null)[]) => ids.filter(id => id !== null)
  for (const follow of followers) await follow(ctx, { lost: known(lost), gained: known(gained) })
}
