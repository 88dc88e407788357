import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '#lib/server/api/context.ts'
import type { Db } from '#lib/server/database/db.ts'
import { makeRounds } from '#lib/server/process/rounds.ts'
import { headOf, readLines, seal } from './chain.ts'
import { auditEvent } from './tables.ts'

const BATCH = 500

/** One seals at a time, of all processes; who only writes lines never waits for it. */
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
    head = seal(head, line)
    return head
  })
  await tx.execute(sql`
    update ${auditEvent} set seal_no = link.no, hash = link.hash
    from unnest(${sql.param(lines.map(({ id }) => id))}::int[], ${sql.param(links.map(({ sealNo }) => sealNo))}::int[],
                ${sql.param(links.map(({ hash }) => hash))}::text[]) as link(line, no, hash)
    where id = link.line`)
  return lines.length
}

/** Seals when woken. */
export const makeAuditSealer = (services: Services, log: Pick<FastifyBaseLogger, 'error'>) =>
  makeRounds(() => sealPending(services), log, 'the audit log could not be sealed')
