import { sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { type Line, readLines } from './chain.ts'
import { record } from './record.ts'
import { lockChain, sealPending } from './sealing.ts'
import { auditAnchor } from './tables.ts'

const BATCH = 10_000
const DAY = 86_400_000

/** Removes the oldest lines once they have been kept for as long as is wanted; the chain then begins after them. */
export async function retireAudit(ctx: Ctx): Promise<number> {
  const limit = ctx.now.getTime() - ctx.config.auditDays * DAY
  await sealPending(ctx)
  let retired = 0
  for (let full = true; full; ) {
    const count = await inTransaction(ctx, async tx => retireBatch(tx, limit))
    retired += count
    full = count === BATCH
  }
  if (retired > 0)
    await record(ctx, { action: 'audit.retire', detail: { lines: retired, until: dayOf(new Date(limit)) } })
  return retired
}

async function retireBatch({ db, now }: Ctx, limit: number): Promise<number> {
  await lockChain(db)
  const lines = await readLines(db, sql`seal_no is not null`, sql`seal_no`, BATCH)
  const kept = lines.findIndex(line => momentOf(line) >= limit)
  const old = kept < 0 ? lines : lines.slice(0, kept)
  const last = old.at(-1)
  if (!last) return 0
  await db.insert(auditAnchor).values({ sealNo: last.seal_no!, hash: last.hash!, at: now })
  await db.execute(sql`select audit_retire(${last.seal_no})`)
  return old.length
}

const momentOf = ({ at }: Line) => Number(at) / 1_000
