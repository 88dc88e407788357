import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, lte, ne, not, or, sql } from 'drizzle-orm'
import type { Ctx, Services } from '../api/context.ts'
import { type Drivers, openDrivers } from './drivers.ts'
import { isNight } from './night.ts'
import { type Outgoing, sealed } from './queue.ts'
import { type Attachment, outbox } from './tables.ts'

type Row = typeof outbox.$inferSelect

/** In ms: how long it is known what was sent. */
const KEPT = 180 * 86_400_000
/** At a time, and for how long each may take, in ms. */
const BATCH = 10
const TIME_LIMIT = 3_000
/** In minutes: how long after each attempt the next one is made. After the last, somebody has to look. */
const PATIENCE = [1, 5, 15, 60, 240, 1]

/**
 * Sends all that is due, and leaves what fails for later. A row is promised to one process by its attempt being counted
 * and its time moved on, before it is sent. So what the provider has acknowledged is sent twice in one case only: when
 * this process dies, or the database stays away, between the acknowledgement and the mark; the row is then due again.
 * Losing a message instead would be worse.
 */
export async function sendDue(services: Services, now: Date, ending?: AbortSignal): Promise<void> {
  const drivers = openDrivers(services.config)
  await giveUp(services, now)
  for (let full = true; full; ) {
    const rows = await claim(services, now)
    await Promise.all(rows.map(row => deliver(services, drivers, row, ending)))
    full = rows.length === BATCH && !ending?.aborted
  }
}

/** Sends one at once and once only, for who waits to see what becomes of it; answers why it failed, or null. */
export async function sendNow(ctx: Pick<Ctx, keyof Services | 'now'>, out: Outgoing): Promise<string | null> {
  // Stopped, so that nobody else takes it; its last attempt, so that nobody tries again.
  const alone = { ...sealed(ctx, out), state: 'stopped' as const, attempts: PATIENCE.length }
  const [row] = await ctx.db.insert(outbox).values(alone).returning()
  await deliver(ctx, openDrivers(ctx.config), row!)
  const [done] = await ctx.db.select().from(outbox).where(eq(outbox.id, row!.id))
  return done!.state === 'sent' ? null : (done!.error ?? '没有发出')
}

/** Half a year is enough to answer whether somebody was told; after that, numbers and texts need not be kept. */
export async function forgetSent({ db }: Services, now: Date): Promise<void> {
  const past = new Date(now.getTime() - KEPT)
  await db.delete(outbox).where(and(ne(outbox.state, 'queued'), lte(outbox.createdAt, past)))
}

/** Codes nobody can use any more, and what was attempted a last time by a process that died over it. */
async function giveUp({ db }: Services, now: Date) {
  const worthless = lte(outbox.expiresAt, now)
  const exhausted = and(sql`${outbox.attempts} >= ${PATIENCE.length}`, lte(outbox.dueAt, now))
  await db
    .update(outbox)
    .set({ state: 'failed', codeSealed: null, error: sql`coalesce(${outbox.error}, '未能在有效期内发出')` })
    .where(and(eq(outbox.state, 'queued'), or(worthless, exhausted)))
}

const sleeps = and(outbox.byDay, eq(outbox.channel, 'sms'))!

async function claim({ db }: Services, now: Date): Promise<Row[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), lte(outbox.dueAt, now), isNight(now) ? not(sleeps) : undefined))
    .orderBy(asc(outbox.dueAt), asc(outbox.id))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const pause = sql`(array[${sql.raw(PATIENCE.join())}])[${outbox.attempts} + 1] * interval '1 minute'`
  // An array, so that the rows are chosen once: a plain subselect might be read again, past the limit.
  const chosen = sql`${outbox.id} = any(array(${due}))`
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: sql`${now}::timestamptz + ${pause}` })
    .where(chosen)
    .returning()
}

async function deliver({ db, encryption, store }: Services, drivers: Drivers, row: Row, ending?: AbortSignal) {
  const { id, channel, subject, createdAt } = row
  let error: string | undefined
  try {
    const [to, text] = [encryption.decrypt(row.toSealed), encryption.decrypt(row.textSealed)]
    const html = row.htmlSealed ? encryption.decrypt(row.htmlSealed) : undefined
    const code = row.codeSealed ? encryption.decrypt(row.codeSealed) : undefined
    const attachment = row.attachment ? await read(store, row.attachment) : undefined
    const parcel = { id, to, subject, text, html, code, attachment, createdAt }
    await within(TIME_LIMIT, signal => drivers[channel](parcel, signal))
  } catch (reason) {
    error = tell(reason)
  }
  const result =
    error === undefined
      ? ({ state: 'sent', sentAt: new Date(), error: null, codeSealed: null } as const)
      : { error, ...(row.attempts >= PATIENCE.length && { state: 'failed' as const, codeSealed: null }) }
  await insist(() => db.update(outbox).set(result).where(eq(outbox.id, id)), ending)
}

const read = async (store: Services['store'], { name, type, key }: Attachment) => ({
  name,
  type,
  bytes: await buffer(await store.open(key)),
})

/** For drivers that cannot be interrupted, too: their answer then comes too late to count. */
async function within(ms: number, work: (signal: AbortSignal) => Promise<void>) {
  const signal = AbortSignal.timeout(ms)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`超过 ${ms / 1000} 秒没有应答`)), { once: true })
  })
  await Promise.race([work(signal), late])
}

/** Why it failed, for staff: without the numbers and addresses that providers like to repeat. */
const tell = (reason: unknown) =>
  (reason instanceof Error ? reason.message : String(reason))
    .replace(/\S+@\S+/g, '***')
    .replace(/\d{5,}/g, '***')
    .slice(0, 200)

/** What has gone out must be known to have: a database that is away for a moment is waited for, but at our own end. */
async function insist(work: () => Promise<unknown>, ending?: AbortSignal) {
  for (const pause of [500, 1_000, 2_000, 4_000]) {
    try {
      return await work()
    } catch {
      await wait(pause, undefined, { signal: ending }).catch(() => {})
    }
  }
  return work()
}
