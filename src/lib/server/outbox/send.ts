import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, inArray, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Services } from '../api/context.ts'
import { hook } from '../hook.ts'
import { messageOf } from '../process/faults.ts'
import { type Drivers, isOnlyWritten, openDrivers } from './drivers.ts'
import { isDue } from './due.ts'
import { Undeliverable } from './parcel.ts'
import { encryptedRow, type Outgoing, type SmsText } from './queue.ts'
import { fillTemplate, NoTemplate } from './smsFiling.ts'
import { smsInUse } from './smsInUse.ts'
import { type Attachment, outbox } from './tables.ts'

type Row = typeof outbox.$inferSelect

const trialCondition = hook<SQL>('whether the site is on trial')
/** The module that keeps it says, within the query that sends: a process may hear of a go-live a moment late. */
export const defineTrialCondition = trialCondition.define

/** Retention of sent messages in ms. */
const RETENTION_MS = 180 * 86_400_000
/** Messages sent at a time, and timeout of each in ms. */
const BATCH = 10
const SEND_TIMEOUT_MS = 3_000
/** Delay in minutes after each failed attempt. After the last, staff have to look into it. */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 240, 1]
/** Attempts after which a text goes out instead, where one may. */
const ATTEMPTS_BEFORE_SUBSTITUTE = 3
const maxAttempts = sql`(case when ${outbox.insteadSealed} is null then ${RETRY_DELAYS_MINUTES.length}::int else ${ATTEMPTS_BEFORE_SUBSTITUTE}::int end)`

/**
 * Sends all that is due, and leaves what fails for later. A row is promised to one process by its attempt being counted
 * and its time moved on, before it is sent. So what the provider has acknowledged is sent twice in one case only: when
 * this process dies, or the database stays away, between the acknowledgement and the mark; the row is then due again.
 * Losing a message instead would be worse.
 */
export async function sendDue(given: Services, now: Date, ending?: AbortSignal): Promise<void> {
  const services = await withProvider(given)
  const drivers = openDrivers(services)
  await giveUp(services, now)
  await holdBack(services)
  for (let full = true; full; ) {
    const rows = await claim(services, now)
    await Promise.all(rows.map(row => deliver(services, drivers, row, ending)))
    full = rows.length === BATCH && !ending?.aborted
  }
}

/** Sends one at once and once only, for who waits to see what becomes of it; answers why it failed, or null. */
export async function sendNow(ctx: Pick<Ctx, keyof Services | 'now'>, out: Outgoing): Promise<string | null> {
  // Stopped, so that nobody else takes it; its last attempt, so that nobody tries again.
  const alone = { ...encryptedRow(ctx, out), state: 'stopped' as const, attempts: RETRY_DELAYS_MINUTES.length }
  const [row] = await ctx.db.insert(outbox).values(alone).returning()
  const services = await withProvider(ctx)
  await deliver(services, openDrivers(services), row!)
  const [done] = await ctx.db.select().from(outbox).where(eq(outbox.id, row!.id))
  return done!.state === 'sent' || done!.state === 'written' ? null : (done!.error ?? '没有发出')
}

/** The services with the provider of text messages that is in use now: its driver and its templates belong together. */
const withProvider = async <S extends Services>(services: S): Promise<S> => ({
  ...services,
  config: { ...services.config, sms: await smsInUse(services) },
})

/** Half a year is enough to answer whether somebody was told; after that, numbers and texts need not be kept. */
export async function deleteOldMessages({ db }: Services, now: Date): Promise<void> {
  const past = new Date(now.getTime() - RETENTION_MS)
  await db.delete(outbox).where(and(ne(outbox.state, 'queued'), lte(outbox.createdAt, past)))
}

/** Codes nobody can use any more, and what was attempted a last time by a process that died over it. */
async function giveUp(services: Services, now: Date) {
  const worthless = lte(outbox.expiresAt, now)
  const exhausted = and(sql`${outbox.attempts} >= ${maxAttempts}`, lte(outbox.dueAt, now))
  const error = sql`coalesce(${outbox.error}, '未能在有效期内发出')`
  await failMessages({ ...services, now }, and(eq(outbox.state, 'queued'), or(worthless, exhausted)), error)
}

/**
 * Marks messages as failed for good. Where a text message may replace one, it is queued once, in the same transaction.
 */
export const failMessages = (
  services: Pick<Ctx, 'db' | 'encryption' | 'now'>,
  which: SQL | undefined,
  error: SQL | string,
): Promise<void> =>
  services.db.transaction(async db => {
    const failed = await db
      .update(outbox)
      .set({
        state: 'failed',
        error,
        valuesSealed: sql`case when ${outbox.expiresAt} is null then ${outbox.valuesSealed} end`,
      })
      .where(and(which, ne(outbox.state, 'failed')))
      .returning()
    for (const row of failed) {
      const { id, insteadSealed, accountId, mailingId, subject, byDay } = row
      if (!insteadSealed) continue
      await db.update(outbox).set({ insteadSealed: null }).where(eq(outbox.id, id))
      if (await handOverSubstitute(db, row)) continue
      const { to, sms } = substituteIn(services.encryption.decrypt(insteadSealed))
      const out = { channel: 'sms', to, sms, subject, isUrgent: !byDay } as const
      await db.insert(outbox).values({ ...encryptedRow(services, out), accountId, mailingId })
    }
  })

/** Substitutes of before had no kind, only words. */
function substituteIn(sealed: string): { to: string; sms: SmsText } {
  const { to, sms, text } = JSON.parse(sealed) as { to: string; sms?: SmsText; text?: string }
  return { to, sms: sms ?? { text: text ?? '', template: '', values: {} } }
}

/** The same message went to another of theirs, too: where that one has not failed, it is the one that the text waits for. */
async function handOverSubstitute(db: Services['db'], row: Row): Promise<boolean> {
  const { id, channel, accountId, subject, createdAt, insteadSealed } = row
  if (accountId === null) return false
  const isAlive = and(
    eq(outbox.channel, channel),
    eq(outbox.accountId, accountId),
    eq(outbox.subject, subject),
    eq(outbox.createdAt, createdAt),
    ne(outbox.id, id),
    inArray(outbox.state, ['queued', 'sent', 'written']),
  )
  const [other] = await db.select({ id: outbox.id }).from(outbox).where(isAlive).orderBy(asc(outbox.id)).limit(1)
  if (!other) return false
  // The message may have failed at this moment.
  const left = await db
    .update(outbox)
    .set({ insteadSealed })
    .where(and(eq(outbox.id, other.id), isAlive))
    .returning()
  return left.length > 0
}

/** While the site is on trial: everything but codes, by which testers sign in, and what staff's own chat is told. */
const isHeldInTrial = () => {
  const isTrial = trialCondition.find()
  return isTrial && and(isTrial, isNull(outbox.expiresAt), ne(outbox.channel, 'robot'))
}

/** Writes down of what a trial does not send that it is not sent. */
async function holdBack({ db }: Services) {
  const isHeld = isHeldInTrial()
  if (!isHeld) return
  await db
    .update(outbox)
    .set({ state: 'trial', insteadSealed: null })
    .where(and(eq(outbox.state, 'queued'), isHeld))
}

async function claim({ db }: Services, now: Date): Promise<Row[]> {
  const isHeld = isHeldInTrial()
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isDue(now),
        // Queued since `holdBack`: the next run holds it.
        isHeld && not(isHeld),
      ),
    )
    .orderBy(asc(outbox.dueAt), asc(outbox.id))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const pause = sql`(array[${sql.raw(RETRY_DELAYS_MINUTES.join())}])[${outbox.attempts} + 1] * interval '1 minute'`
  // An array, so that the rows are chosen once: a plain subselect might be read again, past the limit.
  const chosen = sql`${outbox.id} = any(array(${due}))`
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: sql`${now}::timestamptz + ${pause}` })
    .where(chosen)
    .returning()
}

async function deliver(services: Services, drivers: Drivers, row: Row, ending?: AbortSignal) {
  const { db, encryption, store, config } = services
  const { id, channel, subject, createdAt } = row
  const isLast = row.attempts >= (row.insteadSealed ? ATTEMPTS_BEFORE_SUBSTITUTE : RETRY_DELAYS_MINUTES.length)
  let error: string | undefined
  let isHopeless = isLast
  let providerId: string | undefined
  let said: string | undefined
  try {
    const [to, text] = [encryption.decrypt(row.toSealed), encryption.decrypt(row.textSealed)]
    const html = row.htmlSealed ? encryption.decrypt(row.htmlSealed) : undefined
    const attachments = await Promise.all((row.attachments ?? []).map(one => read(store, one)))
    const filled = channel === 'sms' && config.sms ? await fillTemplate(services, config.sms, row) : undefined
    said = filled?.text
    const parcel = {
      id,
      to,
      subject,
      text,
      sms: filled?.sms,
      html,
      about: row.about ?? undefined,
      unsubscribe: row.unsubscribeSealed ? encryption.decrypt(row.unsubscribeSealed) : undefined,
      link: row.linkSealed ? encryption.decrypt(row.linkSealed) : undefined,
      attachments,
      createdAt,
    }
    providerId = (await withTimeout(SEND_TIMEOUT_MS, signal => drivers[channel](parcel, signal))) ?? undefined
  } catch (reason) {
    if (reason instanceof NoTemplate) {
      const skipped = { state: 'skipped', error: reason.message } as const
      return retryBriefly(() => db.update(outbox).set(skipped).where(eq(outbox.id, id)), ending)
    }
    error = tell(reason)
    isHopeless ||= reason instanceof Undeliverable
  }
  if (error !== undefined && isHopeless)
    return retryBriefly(() => failMessages({ ...services, now: new Date() }, eq(outbox.id, id), error!), ending)
  const result =
    error === undefined
      ? {
          state: isOnlyWritten(config, channel) ? ('written' as const) : ('sent' as const),
          sentAt: new Date(),
          error: null,
          providerId,
          // What the provider says is kept, not what we would have said without its limits.
          ...(said !== undefined && { textSealed: encryption.encrypt(said) }),
          ...(row.expiresAt && { valuesSealed: null }),
        }
      : { error }
  await retryBriefly(() => db.update(outbox).set(result).where(eq(outbox.id, id)), ending)
}

const read = async (store: Services['store'], { name, type, key }: Attachment) => ({
  name,
  type,
  bytes: await buffer(await store.open(key)),
})

/** Covers drivers that cannot be interrupted, too: an answer after the timeout is ignored. */
async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`超过 ${ms / 1000} 秒没有应答`)), { once: true })
  })
  return Promise.race([work(signal), late])
}

/** Why it failed, for staff: without the numbers and addresses that providers like to repeat. */
const tell = (reason: unknown) =>
  (reason instanceof Error ? messageOf(reason) : String(reason))
    .replace(/\S+@\S+/g, '***')
    .replace(/\d{5,}/g, '***')
    .slice(0, 200)

/** Retries marking a message as sent while the database is briefly unavailable; at shutdown the pauses are skipped. */
async function retryBriefly(work: () => Promise<unknown>, ending?: AbortSignal) {
  for (const pause of [500, 1_000, 2_000, 4_000]) {
    try {
      return await work()
    } catch {
      await wait(pause, undefined, { signal: ending }).catch(() => {})
    }
  }
  return work()
}
