import { randomInt } from 'node:crypto'
import { eq, max, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { LIST_SIZE } from './bitstring.ts'
import { credentialEntry } from './tables.ts'

export type Entry = { list: number; index: number }
type Writing = Pick<Ctx, 'db' | 'now'>

/** Random draws of a place before the free ones are queried. In a half full list every second draw fails. */
const MAX_RANDOM_DRAWS = 8

/**
 * Returns a certificate's place in the status lists. The first call assigns it; concurrent calls get the same place.
 */
export async function entryOf(ctx: Writing, certificateId: number, size = LIST_SIZE): Promise<Entry> {
  for (;;) {
    const known = await readEntry(ctx, certificateId)
    if (known) return known
    const list = await newestList(ctx)
    const given =
      (await draw(ctx, { certificateId, list, size })) ?? (await takeFree(ctx, { certificateId, list, size }))
    if (given) return given
  }
}

type Wanted = { certificateId: number; list: number; size: number }

/** The database refuses a place that is taken, and a second one for the same certificate. */
async function draw(ctx: Writing, { certificateId, list, size }: Wanted): Promise<Entry | undefined> {
  for (let tries = 0; tries < MAX_RANDOM_DRAWS; tries++) {
    const given = await take(ctx, certificateId, { list, index: randomInt(size) })
    if (given) return given
    const known = await readEntry(ctx, certificateId)
    if (known) return known
  }
  return undefined
}

/** Takes a random free place of the list; starts the next list if it is full. */
async function takeFree(ctx: Writing, { certificateId, list, size }: Wanted): Promise<Entry | undefined> {
  const { rows } = await ctx.db.execute<{ index: number }>(sql`
    select place as index from generate_series(0, ${size - 1}::int) place
    where not exists (select from credential_entry of where of.list = ${list} and of.index = place)
    order by random() limit 1`)
  const [free] = rows
  return take(ctx, certificateId, free ? { list, index: free.index } : { list: list + 1, index: randomInt(size) })
}

async function take({ db, now }: Writing, certificateId: number, place: Entry): Promise<Entry | undefined> {
  const [given] = await db
    .insert(credentialEntry)
    .values({ certificateId, list: place.list, index: place.index, createdAt: now })
    .onConflictDoNothing()
    .returning({ list: credentialEntry.list, index: credentialEntry.index })
  return given
}

async function readEntry({ db }: Writing, certificateId: number): Promise<Entry | undefined> {
  const [known] = await db
    .select({ list: credentialEntry.list, index: credentialEntry.index })
    .from(credentialEntry)
    .where(eq(credentialEntry.certificateId, certificateId))
  return known
}

/** The one that is being filled. */
export async function newestList({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const [{ list } = { list: null }] = await db.select({ list: max(credentialEntry.list) }).from(credentialEntry)
  return list ?? 1
}
