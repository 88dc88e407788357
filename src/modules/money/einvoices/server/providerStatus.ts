import { and, eq, ne, or, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { UntrustedNotification } from '#lib/server/http/signedNotices.ts'
import { record } from '#modules/audit/server/record.ts'
import { eInvoice } from '../../server/tables.ts'
import type { ProviderStatus } from './drivers/invoiceDriver.ts'

export type EInvoice = typeof eInvoice.$inferSelect

export const namedEInvoice = ({ id, title, about }: Pick<EInvoice, 'id' | 'title' | 'about'>) => ({
  objectType: 'eInvoice',
  objectId: id,
  objectName: `${title} ${about}`,
})

/**
 * Applies a status from the provider, which may be late, repeated or out of order. An issued invoice stays issued; a
 * status that does not match the request is rejected.
 */
export const applyProviderStatus = (ctx: Ctx, word: ProviderStatus): Promise<EInvoice> =>
  inTransaction(ctx, async tx => {
    const [of] = await tx.db.select().from(eInvoice).where(eq(eInvoice.requestNumber, word.requestNumber)).for('update')
    if (!of || of.state === 'waiting') throw new UntrustedNotification('没有这个请求编号')
    if (word.colour !== of.colour) throw new UntrustedNotification('蓝红与请求不符')
    if (Math.round(word.amount * 100) !== Math.round(of.amount * 100))
      throw new UntrustedNotification(`金额 ${word.amount} 与请求的 ${of.amount} 不符`)
    switch (word.state) {
      case 'issuing':
        return of.state === 'issuing' ? updateEInvoice(tx, of, { problem: word.reason }) : of
      case 'failed':
        return fail(tx, of, word)
      case 'issued':
        return issue(tx, of, word)
    }
  })

const isIssued = ({ number }: EInvoice) => number !== ''

async function fail(ctx: Ctx, of: EInvoice, { reason }: ProviderStatus): Promise<EInvoice> {
  if (isIssued(of)) throw new UntrustedNotification(`已开具 ${of.number}，不能再说失败`)
  if (of.state === 'failed') return of
  return setFailed(ctx, of, reason || '开票服务没有说明原因')
}

async function setFailed(ctx: Ctx, of: EInvoice, problem: string): Promise<EInvoice> {
  await record(ctx, { action: 'eInvoice.failed', ...namedEInvoice(of), detail: { reason: problem } })
  return updateEInvoice(ctx, of, { state: 'failed', problem, askAgainAt: null })
}

/** The provider would not have it; what it has issued in the meantime stays issued. */
export const applyRefusal = (ctx: Ctx, { id }: EInvoice, reason: string): Promise<EInvoice> =>
  inTransaction(ctx, async tx => {
    const [of] = await tx.db.select().from(eInvoice).where(eq(eInvoice.id, id)).for('update')
    return of!.state === 'issuing' ? setFailed(tx, of!, reason) : of!
  })

/** Why it has to wait; where it has gone on by another way in the meantime, that is no problem any more. */
export async function noteProblem({ db }: Pick<Ctx, 'db'>, of: EInvoice, problem: string): Promise<EInvoice> {
  const isSame = and(eq(eInvoice.id, of.id), eq(eInvoice.state, of.state))
  const [noted] = await db.update(eInvoice).set({ problem }).where(isSame).returning()
  if (noted) return noted
  const [now] = await db.select().from(eInvoice).where(eq(eInvoice.id, of.id))
  return now!
}

async function issue(ctx: Ctx, of: EInvoice, { number, issuedOn, files }: ProviderStatus): Promise<EInvoice> {
  if (isIssued(of)) {
    if (of.number !== number) throw new UntrustedNotification(`号码 ${number} 与已开具的 ${of.number} 不符`)
    return of
  }
  if (!/^\d{8,20}$/.test(number)) throw new UntrustedNotification(`号码 ${number} 不是票据号码`)
  if (!issuedOn || issuedOn > addDays(dayOf(ctx.now), 1)) throw new UntrustedNotification(`开具日期 ${issuedOn} 不对`)
  const [other] = await ctx.db
    .select({ id: eInvoice.id })
    .from(eInvoice)
    .where(and(eq(eInvoice.number, number), ne(eInvoice.id, of.id)))
  if (other) throw new UntrustedNotification(`号码 ${number} 已用于另一张`)
  await record(ctx, { action: 'eInvoice.issued', ...namedEInvoice(of), detail: { 号码: number } })
  return updateEInvoice(ctx, of, {
    state: 'issued',
    number,
    issuedOn,
    files: [...files],
    problem: '',
    askAgainAt: ctx.now,
  })
}

export async function updateEInvoice(
  { db }: Pick<Ctx, 'db'>,
  { id }: Pick<EInvoice, 'id'>,
  set: Partial<EInvoice>,
): Promise<EInvoice> {
  const [after] = await db.update(eInvoice).set(set).where(eq(eInvoice.id, id)).returning()
  return after!
}

/** Condition for the e-invoices of one payment. */
export const ofPayment = ({ kind, payableId }: { kind: string; payableId: number }) =>
  and(eq(eInvoice.payable, kind), eq(eInvoice.payableId, payableId))

/** The blue one that stands, or is under way. */
export const isBlueInForce = and(eq(eInvoice.colour, 'blue'), ne(eInvoice.state, 'reversed'))

/** Requested from the provider, or issued but not yet delivered to the payer. */
export const isUnderWay = or(
  eq(eInvoice.state, 'issuing'),
  sql`${eInvoice.state} = 'issued' and ${eInvoice.deliveredAt} is null`,
)
