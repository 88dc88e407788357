import type { Ctx } from '#lib/server/api/context.ts'

type Merged = { id: number; intoId: number }
type Listener = (ctx: Ctx, merged: Merged) => Promise<unknown>

const listeners: Listener[] = []

/** A module that holds the id of an organisation elsewhere than in a foreign key or a column `organisation_id` moves it. */
export const onOrganisationsMerged = (listener: Listener): void => void listeners.push(listener)

export async function afterMerge(ctx: Ctx, merged: Merged): Promise<void> {
  for (const listener of listeners) await listener(ctx, merged)
}
