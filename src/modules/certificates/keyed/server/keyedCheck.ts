import { and, eq, sql } from 'drizzle-orm'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { invalid, tooManyRequests } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { answerBatch, distinctNumbers } from '#modules/certificates/check/server/batch.ts'
import { certificateLookup, verifyKey, verifyKeyDay } from '#modules/certificates/server/tables.ts'
import type { keyedContract } from '../contract.ts'
import { keyOf } from './keys.ts'

type Key = typeof verifyKey.$inferSelect
type RemainingQuota = { minute: number; day: number }

const MINUTE = 60_000

/** Takes so many numbers of a key's quota, by the minute and by the day, whichever process is asked; or says when to go on. */
async function spendQuota(ctx: Ctx, key: Key, wanted: number): Promise<RemainingQuota> {
  if (wanted > key.perMinute) throw invalid(`这个密钥每分钟最多查 ${key.perMinute} 个编号，请分几次查验`)
  try {
    const left = await inTransaction(ctx, tx => spend(tx, key, wanted))
    await setRateLimitHeaders(ctx, key, left)
    return left
  } catch (error) {
    await setRateLimitHeaders(ctx, key, await readLeft(ctx, key))
    throw error
  }
}

async function spend(ctx: Ctx, key: Key, wanted: number): Promise<RemainingQuota> {
  const { db, now } = ctx
  const runs = sql`${verifyKey.minuteAt} > ${new Date(now.getTime() - MINUTE)}::timestamptz`
  const used = sql`case when ${runs} then ${verifyKey.minuteUsed} else 0 end`
  const [minute] = await db
    .update(verifyKey)
    .set({
      minuteAt: sql`case when ${runs} then ${verifyKey.minuteAt} else ${now}::timestamptz end`,
      minuteUsed: sql`${used} + ${wanted}::int`,
      lastUsedAt: now,
    })
    .where(and(eq(verifyKey.id, key.id), sql`${used} + ${wanted}::int <= ${verifyKey.perMinute}`))
    .returning({ used: verifyKey.minuteUsed })
  if (!minute) {
    const seconds = await secondsLeft(ctx, key)
    ctx.setHeader?.('retry-after', String(seconds))
    throw tooManyRequests(`这个密钥每分钟可查 ${key.perMinute} 个编号，这一分钟已不够，请 ${seconds} 秒后再试`)
  }
  const [day] = await db
    .insert(verifyKeyDay)
    .values({ keyId: key.id, day: dayOf(now), numbers: wanted })
    .onConflictDoUpdate({
      target: [verifyKeyDay.keyId, verifyKeyDay.day],
      set: { numbers: sql`${verifyKeyDay.numbers} + ${wanted}::int` },
    })
    .returning({ used: verifyKeyDay.numbers })
  if (day!.used > key.perDay) {
    ctx.setHeader?.('retry-after', String(secondsToMidnight(now)))
    throw tooManyRequests(`这个密钥每天可查 ${key.perDay} 个编号，今天的已不够，请明天再查，或与协会联系增加额度`)
  }
  return { minute: key.perMinute - minute.used, day: key.perDay - day!.used }
}

async function readLeft({ db, now }: Ctx, key: Key): Promise<RemainingQuota> {
  const [today] = await db
    .select({ numbers: verifyKeyDay.numbers })
    .from(verifyKeyDay)
    .where(and(eq(verifyKeyDay.keyId, key.id), eq(verifyKeyDay.day, dayOf(now))))
  const [of] = await db.select().from(verifyKey).where(eq(verifyKey.id, key.id))
  const runs = of?.minuteAt && of.minuteAt.getTime() > now.getTime() - MINUTE
  return { minute: key.perMinute - (runs ? of.minuteUsed : 0), day: key.perDay - (today?.numbers ?? 0) }
}

/** Seconds until the minute of the key that runs is over; a whole minute if none runs. */
async function secondsLeft({ db, now }: Ctx, { id }: Key): Promise<number> {
  const [of] = await db.select({ minuteAt: verifyKey.minuteAt }).from(verifyKey).where(eq(verifyKey.id, id))
  const since = of?.minuteAt ? now.getTime() - of.minuteAt.getTime() : MINUTE
  return since < MINUTE ? Math.max(1, Math.ceil((MINUTE - since) / 1000)) : MINUTE / 1000
}

const secondsToMidnight = (now: Date) => Math.ceil((startOf(addDays(dayOf(now), 1)).getTime() - now.getTime()) / 1000)

/**
 * Sets the rate limit headers: the IETF draft "RateLimit header fields for HTTP" and its earlier form, which most
 * clients read.
 */
async function setRateLimitHeaders(ctx: Ctx, key: Key, { minute, day }: RemainingQuota) {
  const { setHeader, now } = ctx
  const { perMinute, perDay } = key
  const seconds = await secondsLeft(ctx, key)
  setHeader?.('ratelimit-policy', `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`)
  setHeader?.('ratelimit', `"minute";r=${minute};t=${seconds}, "day";r=${day};t=${secondsToMidnight(now)}`)
  const isDay = day < minute
  setHeader?.('ratelimit-limit', String(isDay ? perDay : perMinute))
  setHeader?.('ratelimit-remaining', String(isDay ? day : minute))
  setHeader?.('ratelimit-reset', String(isDay ? secondsToMidnight(now) : seconds))
}

export const keyedHandlers: Handlers<typeof keyedContract> = {
  /** Checks numbers as a public batch does, but records the key, so that the holder of a certificate sees who asked. */
  'POST /cert/verify/keyed': async (ctx, { numbers, on }) => {
    const key = await keyOf(ctx)
    if (on && on > dayOf(ctx.now)) throw invalid('只能核验今天或以前某一天的状态', { on: '不能晚于今天' })
    const given = distinctNumbers(numbers)
    if (given.size === 0) throw invalid('没有读到证书编号，请检查后再查', { numbers: '请填写证书编号' })
    const left = await spendQuota(ctx, key, given.size)
    const { found, date, checkedAt, rows } = await answerBatch(ctx, given, on ?? dayOf(ctx.now))
    await ctx.db.execute(sql`
      insert into ${certificateLookup} (certificate_id, via, asked_for, verify_key_id, at)
      select unnest(${sql.param(found)}::int[]), 'key', ${on ?? null}::date, ${key.id}::int, ${ctx.now}::timestamptz`)
    return { asker: key.name, date, checkedAt, rows, left }
  },
}
