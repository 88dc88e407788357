import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, isRefusal, notFound } from '#lib/error.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import {
  CREDIT,
  owedId,
  type ReceivableKind,
  receivableIdOf,
  receivableKind,
  receivableOf,
} from '#modules/ledger/kinds/server/receivableKinds.ts'
import type { Way } from '#modules/ledger/ledgerWords.ts'
import { payerOf } from '#modules/ledger/payers.ts'
import { refundedOf } from '#modules/ledger/server/refunds.ts'
import { allocation, payment, receivable } from '#modules/ledger/server/tables.ts'
import { allocatedTo, readOneOwed } from './owed.ts'

export type Payment = typeof payment.$inferSelect
export type Allocation = typeof allocation.$inferSelect
export type NewPayment = { way: Way; amount: number; paidOn: string; payer: string } & Partial<
  Pick<Payment, 'remark' | 'number' | 'fileId' | 'organisationId' | 'personId' | 'accountId' | 'once'>
> & {
    /** Who says that it came, where it is not the bank: shown in the steps of an application. */
    from?: string
  }
/** What a payment gives to a receivable, in yuan; `id`: its id within its kind. */
export type Share = { payable: string; payableId: number; amount: number }
/** The same, its records locked until the transaction ends. */
export type LockedShare = { kind: ReceivableKind; id: number; amount: number; held: unknown }

/** The order in which every transaction locks receivables. */
export const byLockOrder = (a: { kind: ReceivableKind; id: number }, b: { kind: ReceivableKind; id: number }) =>
  a.kind.ending - b.kind.ending || a.id - b.id

/**
 * Locks what shares are given to, in the order in which every transaction does: kind by kind, the application of each
 * before its record. Payments and bank lines are locked after them.
 */
export async function lockShares(ctx: Ctx, shares: readonly Share[]): Promise<LockedShare[]> {
  const named = shares.map(({ payable, payableId, amount }) => {
    const kind = receivableKind(payable)
    if (!kind) throw notFound('没有这一种款项')
    return { kind, id: payableId, amount }
  })
  if (new Set(named.map(({ kind, id }) => owedId(kind, id))).size < named.length) throw invalid('同一笔款项只能选一次')
  const locked: LockedShare[] = []
  for (const one of named.toSorted(byLockOrder)) locked.push({ ...one, held: await one.kind.lock(ctx, one.id) })
  return locked
}

/**
 * Records a payment and gives its shares to receivables; its rest is kept as a credit of the payer. `refused` hears of a
 * share that could not be given, which becomes a credit, too; without it the payment is refused.
 */
export async function receive(
  ctx: Ctx,
  { from, ...of }: NewPayment,
  shares: readonly LockedShare[],
  refused?: (share: LockedShare, reason: string) => void,
): Promise<Payment> {
  let rest = sumAmounts([of.amount, ...shares.map(({ amount }) => -amount)])
  if (rest < 0) throw invalid(`核销合计超出到账金额 ${formatYuan(-rest)} 元`)
  const made = await enterPayment(ctx, of, shares)
  for (const share of shares)
    try {
      await inTransaction(ctx, tx => allocate(tx, made, share, from))
    } catch (error) {
      if (!refused || !isRefusal(error)) throw error
      refused(share, error.message)
      rest = sumAmounts([rest, share.amount])
    }
  if (rest > 0) await enter(ctx, made, { kind: CREDIT, receivableId: creditId(made), amount: rest })
  return made
}

/** Gives shares of a payment's credit to receivables. */
export async function allocateCredit(ctx: Ctx, id: number, shares: readonly LockedShare[]): Promise<Payment> {
  const of = await lockPayment(ctx, id)
  const total = sumAmounts(shares.map(({ amount }) => amount))
  const left = await creditOf(ctx, of)
  if (total > left) throw invalid(`这笔到账只剩 ${formatYuan(left)} 元可以核销`)
  const today = dayOf(ctx.now)
  await enter(ctx, of, { kind: CREDIT, receivableId: creditId(of), amount: -total, day: today })
  for (const share of shares) await allocate(ctx, of, share, undefined, today)
  return of
}

/** What is left of a payment: neither allocated nor paid back, in yuan. Refused while a refund of it is under way. */
export async function creditOf(ctx: Ctx, of: Payment): Promise<number> {
  const paidBack = await refundedOf(ctx, { kind: CREDIT, payableId: of.id })
  return sumAmounts([await allocatedTo(ctx, creditId(of)), -paidBack])
}

/** Id of a payment's credit among all receivables. */
export const creditId = ({ id }: Pick<Payment, 'id'>) => receivableIdOf(CREDIT, id)

/** Gives a share to a receivable, which is settled when nothing is left open of it. */
async function allocate(ctx: Ctx, of: Payment, { kind, id, amount, held }: LockedShare, from?: string, day?: string) {
  const owed = await readOneOwed(ctx, kind, id)
  if (!owed.isOpen) throw conflict(`${owed.name}的${kind.name}${owed.stateName}，不能再入账`)
  if (amount <= 0) throw invalid('核销金额应大于零')
  if (amount > owed.open)
    throw invalid(`${owed.name} ${owed.about}还欠 ${formatYuan(owed.open)} 元，核销金额不能超过它`)
  const made = await enter(ctx, of, { kind: kind.kind, receivableId: owed.receivableId, amount, ...(day && { day }) })
  if (amount < owed.open) return
  const { paidOn, payer } = of
  const former = await kind.pay(ctx, held, { paidOn, payer, ...(from && { from }) })
  if (former) await ctx.db.update(allocation).set({ former }).where(eq(allocation.id, made.id))
}

type Entry = Pick<Allocation, 'kind' | 'receivableId' | 'amount'> &
  Partial<Pick<Allocation, 'day' | 'reverses' | 'reason'>>

async function enter(ctx: Ctx, { id, paidOn }: Payment, entry: Entry): Promise<Allocation> {
  const today = dayOf(ctx.now)
  const [made] = await ctx.db
    .insert(allocation)
    .values({
      paymentId: id,
      day: paidOn < today ? paidOn : today,
      bookedOn: today,
      by: actingAccount(ctx),
      at: ctx.now,
      ...entry,
    })
    .returning()
  return made!
}

export async function lockPayment({ db }: Pick<Ctx, 'db'>, id: number): Promise<Payment> {
  const [of] = await db.select().from(payment).where(eq(payment.id, id)).for('update')
  if (!of) throw notFound('这笔到账不存在')
  if (of.cancelledAt) throw conflict(`这笔到账已撤销：${of.cancelReason}`)
  return of
}

/** Entries in force of a payment: none that takes back or is taken back. */
export const readShares = ({ db }: Pick<Ctx, 'db'>, paymentId: number): Promise<Allocation[]> =>
  db
    .select()
    .from(allocation)
    .where(and(eq(allocation.paymentId, paymentId), isInForce))
    .orderBy(asc(allocation.id))

export const isInForce = sql`(${allocation.amount} > 0 and ${allocation.kind} <> ${sql.raw(`'${CREDIT}'`)}
  and not exists (select from allocation b where b.reverses = ${allocation.id}))`

type TakenBack = { payment: Payment; receivable: { kind: ReceivableKind; id: number } }

/** Takes back one allocation: the receivable is open again, and its money a credit of the payer. */
export async function takeBack(ctx: Ctx, id: number, reason: string): Promise<TakenBack> {
  const [seen] = await ctx.db.select().from(allocation).where(eq(allocation.id, id))
  if (!seen) throw notFound('这笔核销不存在')
  await reopen(ctx, seen, reason)
  return { payment: await moveToCredit(ctx, seen, reason), receivable: receivableOf(seen.receivableId) }
}

/** Makes a credit of what was allocated; a write-off, for which no money came, is cancelled. */
async function moveToCredit(ctx: Ctx, given: Allocation, reason: string): Promise<Payment> {
  const of = await lockPayment(ctx, given.paymentId)
  await reverse(ctx, of, given, reason)
  if (of.way === 'writeOff') await ctx.db.update(payment).set(cancelled(ctx, reason)).where(eq(payment.id, of.id))
  else await enter(ctx, of, { kind: CREDIT, receivableId: creditId(of), amount: given.amount, day: given.day, reason })
  return of
}

/** Takes back everything that a payment gave, because it was no such payment. */
export async function cancelPayment(ctx: Ctx, id: number, reason: string): Promise<Payment> {
  const shares = await readShares(ctx, id)
  for (const share of shares) await reopen(ctx, share, reason)
  const of = await lockPayment(ctx, id)
  for (const share of shares) await reverse(ctx, of, share, reason)
  const credit = await allocatedTo(ctx, creditId(of))
  if ((await refundedOf(ctx, { kind: CREDIT, payableId: id })) > 0) throw conflict('这笔到账的余款已退还，不能撤销')
  if (credit > 0)
    await enter(ctx, of, {
      kind: CREDIT,
      receivableId: creditId(of),
      amount: -credit,
      ...(await creditEntryOf(ctx, of, credit)),
      reason,
    })
  await ctx.db.update(payment).set(cancelled(ctx, reason)).where(eq(payment.id, id))
  return of
}

/**
 * Takes back everything that was given to a receivable that is not owed any more, or not as it was: it becomes a credit of
 * who paid. Answers how much. The receivable must be locked, and is left as it is.
 */
export async function releaseShares(ctx: Ctx, receivableId: number, reason: string): Promise<number> {
  const given = await ctx.db
    .select()
    .from(allocation)
    .where(and(eq(allocation.receivableId, receivableId), isInForce))
    .orderBy(asc(allocation.paymentId))
  if (given.length === 0) return 0
  const { kind, id } = receivableOf(receivableId)
  if ((await refundedOf(ctx, { kind: kind.kind, payableId: id })) > 0) throw conflict('这笔款项已有退款，不能转为余款')
  for (const one of given) await moveToCredit(ctx, one, reason)
  return sumAmounts(given.map(({ amount }) => amount))
}

/** Settles a receivable of which nothing is open since its amount was reduced. */
export async function settleIfCovered(ctx: Ctx, receivableId: number): Promise<void> {
  const { kind, id } = receivableOf(receivableId)
  const owed = await readOneOwed(ctx, kind, id)
  if (!owed.isOpen || owed.open > 0) return
  const [last] = await ctx.db
    .select({ of: payment })
    .from(allocation)
    .innerJoin(payment, eq(payment.id, allocation.paymentId))
    .where(and(eq(allocation.receivableId, receivableId), isInForce))
    .orderBy(desc(allocation.id))
    .limit(1)
  if (last) await kind.pay(ctx, await kind.lock(ctx, id), { paidOn: last.of.paidOn, payer: last.of.payer })
}

const cancelled = ({ now }: Pick<Ctx, 'now'>, reason: string) => ({ cancelledAt: now, cancelReason: reason })

/** The one entry that made a credit, if nothing else has changed it: taken back with it, both vanish from an open day. */
async function creditEntryOf({ db }: Pick<Ctx, 'db'>, of: Payment, credit: number) {
  const entries = await db
    .select()
    .from(allocation)
    .where(and(eq(allocation.paymentId, of.id), eq(allocation.kind, CREDIT)))
  const [only] = entries.length === 1 ? entries : []
  return only?.amount === credit ? { reverses: only.id, day: only.day } : {}
}

async function reverse(ctx: Ctx, of: Payment, { id, kind, receivableId, amount, day }: Allocation, reason: string) {
  const [taken] = await ctx.db.select({ id: allocation.id }).from(allocation).where(eq(allocation.reverses, id))
  if (taken) throw conflict('这笔核销已撤销')
  await enter(ctx, of, { kind, receivableId, amount: -amount, day, reverses: id, reason })
}

/** Opens a settled receivable again; one that is still open needs nothing. Locks it as `lockShares` does. */
async function reopen(ctx: Ctx, { receivableId }: Allocation, reason: string): Promise<void> {
  const { kind, id } = receivableOf(receivableId)
  if (kind.kind === CREDIT) throw conflict('余款不是核销，不能撤销')
  if ((await refundedOf(ctx, { kind: kind.kind, payableId: id })) > 0) throw conflict('这笔款项已有退款，不能撤销入账')
  const held = await kind.lock(ctx, id)
  const owed = await readOneOwed(ctx, kind, id)
  if (owed.isOpen) return
  if (!kind.undo) throw conflict(`${kind.name}到账后申请已进入下一步，不能撤销`)
  const [settling] = await ctx.db
    .select({ former: allocation.former })
    .from(allocation)
    .where(and(eq(allocation.receivableId, receivableId), isNotNull(allocation.former)))
    .orderBy(desc(allocation.id))
    .limit(1)
  await kind.undo(ctx, held, settling?.former ?? undefined, reason)
}

type Slip = { kind: string; id: number; amount: number; paidOn: string | null; payer: string; fileId: number | null }

/**
 * A colleague has confirmed a fee by its slip: what no other payment covers came by it. Called by whatever confirms a
 * fee; where a payment has settled it already, nothing is left.
 */
export async function receiveSlip(ctx: Ctx, { kind, id, amount, paidOn, payer, fileId }: Slip): Promise<void> {
  const receivableId = receivableIdOf(kind, id)
  const open = sumAmounts([amount, -(await allocatedTo(ctx, receivableId))])
  if (open <= 0) return
  const slip = { way: 'slip' as const, amount: open, paidOn: paidOn ?? dayOf(ctx.now), payer, fileId }
  const made = await enterPayment(ctx, slip, [{ kind: receivableKind(kind)!, id }])
  await enter(ctx, made, { kind, receivableId, amount: open })
}

async function enterPayment(
  ctx: Ctx,
  of: Omit<NewPayment, 'from'>,
  shares: readonly Pick<LockedShare, 'kind' | 'id'>[],
): Promise<Payment> {
  const owner = of.organisationId || of.personId || of.accountId ? {} : await ownerOf(ctx, shares)
  const [made] = await ctx.db
    .insert(payment)
    .values({ ...of, ...owner, recordedBy: actingAccount(ctx), recordedAt: ctx.now })
    .returning()
  return made!
}

/** Payer of these receivables, whose credit the rest of a payment for them is; where they are of several, nobody knows. */
async function ownerOf({ db }: Pick<Ctx, 'db'>, shares: readonly Pick<LockedShare, 'kind' | 'id'>[]) {
  const rows = await db
    .select({
      organisationId: receivable.organisationId,
      personId: receivable.personId,
      accountId: receivable.accountId,
    })
    .from(receivable)
    .where(
      inArray(
        receivable.id,
        shares.map(({ kind, id }) => owedId(kind, id)),
      ),
    )
  const payers = new Set(rows.map(of => JSON.stringify(payerOf(of))))
  return payers.size === 1 ? rows[0]! : {}
}
