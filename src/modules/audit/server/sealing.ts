import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '#lib/server/api/context.ts'
import type { Db } from '#lib/server/database/db.ts'
import { makeRounds } from '#lib/server/process/rounds.ts'
import { headOf, readLines, sealLine } from './chain.ts'

const BATCH = 500

/** Locks the chain, so that one process seals at a time; writing lines never waits for it. */
export const lockChain = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('hangxie audit chain'))`)

/** Joins every line that is committed by now to the chain, so many at a time; of a batch all or none. */
export async function sealPending({ db }: Pick<Services, 'db'>): Promise<number> {
  let sealed = 0
  for (let full = true; full; ) {
    const count = await db.transaction(sealBatch)
    sealed += count
    full = count === BATCH
  }
  return sealed
}

async function sealBatch(tx: Db): Promise<number> {
  await lockChain(tx)
  const lines = await readLines(tx, sql`seal_no is null`, sql`id`, BATCH)
  if (lines.length === 0) return 0
  let head = await headOf(tx)
  const links = lines.map(line => {
    head = sealLine(head, line)
    return head
  })
  // Calls `audit_seal`, which alone may change a line; the program's own role may not (`roles.ts`).
  await tx.execute(sql`
    select audit_seal(${sql.param(lines.map(({ id }) => id))}, ${sql.param(links.map(({ sealNo }) => sealNo))},
                      ${sql.param(links.map(({ hash }) => hash))})`)
  return lines.length
}

/** Seals when woken. */
export const makeAuditSealer = (services: Services, log: Pick<FastifyBaseLogger, 'error'>) =>
  makeRounds(() => sealPending(services), log, 'the audit log could not be sealed')
