import { eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/context.ts'
import { awardCall, awardEntry, awardKind } from './tables.ts'

export type Entry = typeof awardEntry.$inferSelect
export type Call = typeof awardCall.$inferSelect
export type AwardKind = typeof awardKind.$inferSelect
export type EntryCase = { entry: Entry; call: Call; kind: AwardKind }

/** An entry with the call that it answers; the caller has seen to who may read it. */
export async function readEntry({ db }: Pick<Ctx, 'db'>, id: number): Promise<EntryCase> {
  const [found] = await db
    .select({ entry: awardEntry, call: awardCall, kind: awardKind })
    .from(awardEntry)
    .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(eq(awardEntry.id, id))
  if (!found) throw notFound('没有这项申报')
  return found
}
