import { eq, max, sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { addDays, iso, minute } from '#lib/dates.ts'
import { conflict, invalid, isRefusal, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { lockObjectType } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { MAX_DAYS_AT_ONCE } from '../closingWords.ts'
import type { closingContract } from '../contract.ts'
import { closeOf, netOf } from './closes.ts'
import { closingFault } from './day.ts'
import { entriesVersion, readBookings, readOpenDays, sumsOf, unpostedEntriesFor } from './entries.ts'
import { readPapers } from './papers.ts'
import { closeEntry, dailyClose } from './tables.ts'
import { openClaims, openLines } from './unsettled.ts'

const OBJECT = 'dailyClose'

/** Locks closing: a concurrent second caller finds the day closed and gets the name of who closed it. */
const closeDay = (ctx: Ctx, { day, version }: { day: string; version: string }) =>
  inTransaction(ctx, async tx => {
    await lockObjectType(tx, OBJECT)
    const problem = closingFault(tx, day)
    if (problem) throw invalid(problem, { day: problem })
    const first = await closeOf(tx, day)
    if (first)
      throw conflict(
        `${day} 已由 ${first.closedName} 于 ${minute(iso(first.closedAt))} 日结（第 ${first.number} 号），请刷新后查看`,
      )
    return insertClose(tx, day, version)
  })

export const closingHandlers = {
  'POST /staff/closing/close': closeDay,
  'GET /staff/closing/open': async (ctx, { from, until }) => {
    if (until < from || until > addDays(from, MAX_DAYS_AT_ONCE - 1)) {
      const fault = `应在开始日期以后，一次最多 ${MAX_DAYS_AT_ONCE} 天`
      throw invalid(fault, { until: fault })
    }
    const days = await readOpenDays(ctx, from, until)
    return days.map(({ day, entries }) => ({ day, version: entriesVersion(entries), ...sumsOf(entries) }))
  },
  /** Closes each day by itself, in order; the first that cannot be closed ends it, since later ones build on it. */
  'POST /staff/closing/closeMany': async (ctx, { days }) => {
    const results: Output<(typeof closingContract)['POST /staff/closing/closeMany']> = []
    let refusal = ''
    for (const { day, version } of days.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
      try {
        if (refusal) throw conflict('前一天没有日结，这一天没有办理')
        const { number } = await closeDay(ctx, { day, version })
        results.push({ day, done: true, message: `第 ${number} 号` })
      } catch (error) {
        if (!isRefusal(error)) throw error
        refusal = error.message
        results.push({ day, done: false, message: error.message })
      }
    }
    return results
  },
  /** The close stays as it was and counts no more; what it had booked waits for the next one of its day. */
  'POST /staff/closing/reopen': (ctx, { id, reason }) =>
    inTransaction(ctx, async tx => {
      await lockObjectType(tx, OBJECT)
      const [of] = await tx.db.select().from(dailyClose).where(eq(dailyClose.id, id))
      if (!of) throw notFound('这次日结不存在')
      if (of.reopenedAt) throw conflict(`第 ${of.number} 号日结已由 ${of.reopenedName} 重新打开`)
      const agreedName = await agreedNameOf(tx)
      const set = { reopenedAt: ctx.now, reopenedName: await ownName(tx), agreedName, reason }
      await tx.db.update(dailyClose).set(set).where(eq(dailyClose.id, id))
      await record(tx, {
        action: 'closing.reopen',
        objectType: OBJECT,
        objectId: id,
        objectName: nameOf(of),
        detail: { reason, net: netOf(of) },
      })
      return {}
    }),
} satisfies Partial<Handlers<typeof closingContract>>

async function agreedNameOf({ db, agreedBy }: Ctx): Promise<string> {
  if (agreedBy === undefined) return ''
  const [of] = await db.select({ name: account.displayName }).from(account).where(eq(account.id, agreedBy))
  return of?.name ?? ''
}

const nameOf = ({ day, number }: { day: string; number: number }) => `${day} 第 ${number} 号`

/** `version`: of what was seen; anything that has come or gone since is looked at first. */
async function insertClose(ctx: Ctx, day: string, version: string): Promise<{ id: number; number: number }> {
  const { db } = ctx
  const [last] = await db.select({ number: max(dailyClose.number) }).from(dailyClose)
  const number = (last?.number ?? 0) + 1
  const claims = await openClaims(ctx, day)
  const lines = await openLines(ctx, day)
  const [close] = await db
    .insert(dailyClose)
    .values({
      day,
      number,
      received: 0,
      refunded: 0,
      count: 0,
      papers: await readPapers(ctx, day),
      openClaims: claims.total,
      openLines: lines.total,
      closedBy: signedInActor(ctx).accountId,
      closedName: await ownName(ctx),
      closedAt: ctx.now,
    })
    .returning({ id: dailyClose.id })
  const { id } = close!
  await db.execute(sql`
    insert into ${closeEntry} (close_id, movement_id, receivable_id, kind, direction, way, amount, day, confirmed_on, is_late)
    select ${id}::int, e.movement_id, e.receivable_id, e.kind, e.direction, e.way, e.amount, e.day, e.confirmed_on, e.is_late
    from ${unpostedEntriesFor(day)}`)
  // Sums up the rows just inserted, unaffected by concurrent payments.
  const kept = await readBookings(ctx, id)
  if (entriesVersion(kept) !== version) throw conflict('这一天的收付刚刚有变化，请核对现在的合计后再日结')
  const { received, refunded, net, count } = sumsOf(kept)
  await db.update(dailyClose).set({ received, refunded, count }).where(eq(dailyClose.id, id))
  await record(ctx, {
    action: 'closing.close',
    objectType: OBJECT,
    objectId: id,
    objectName: nameOf({ day, number }),
    detail: { received, refunded, net, count },
  })
  return { id, number }
}
