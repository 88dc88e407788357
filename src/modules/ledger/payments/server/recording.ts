import { and, eq, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { keepPaper } from '#modules/files/server/paymentPapers.ts'
import {
  allocateCredit,
  cancelPayment,
  creditOf,
  type LockedShare,
  lockShares,
  type Payment,
  readShares,
  receive,
  takeBack,
} from '#modules/ledger/allocating/server/allocating.ts'
import { listOwed, readOneOwed, readOwed } from '#modules/ledger/allocating/server/owed.ts'
import { namesOf, sharesIn, toOwedRow } from '#modules/ledger/allocating/server/shares.ts'
import { writeOffLimit, writeOffRest } from '#modules/ledger/allocating/server/writingOff.ts'
import { receivableKinds, receivableOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { wayNames } from '#modules/ledger/ledgerWords.ts'
import { payment } from '#modules/ledger/server/tables.ts'
import { numbersIn, plainWords, propose } from '#modules/ledger/statements/server/bankMatching.ts'
import type { paymentContract } from '../contract.ts'

/** Largest number of receivables offered at once. */
const MAX_OFFERED = 30

const named = (of: Payment) => ({
  objectType: 'payment',
  objectId: of.id,
  objectName: `${of.payer || '未留名'} ${formatYuan(of.amount)} 元`,
})

async function toRecorded(ctx: Ctx, of: Payment) {
  const shares = await readShares(ctx, of.id)
  return { id: of.id, credit: of.cancelledAt ? 0 : await creditOf(ctx, of), settled: shares.length }
}

async function readPayment({ db }: Pick<Ctx, 'db'>, id: number): Promise<Payment> {
  const [of] = await db.select().from(payment).where(eq(payment.id, id))
  if (!of) throw notFound('这笔到账不存在')
  return of
}

/** What of several fields is wrong with a payment that is recorded by hand. */
function refuseLater(ctx: Ctx, paidOn: string): void {
  if (paidOn > dayOf(ctx.now)) throw invalid('到账日期不能晚于今天', { paidOn: '不能晚于今天' })
}

/** What the same click has recorded; a second request of it waits here until the first is done. */
async function recordedAlready({ db }: Pick<Ctx, 'db'>, by: number, once: string): Promise<Payment | undefined> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${by} ${once}`}, 0))`)
  const [found] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.recordedBy, by), eq(payment.once, once)))
  return found
}

async function audit(ctx: Ctx, of: Payment, action: string, shares: readonly LockedShare[], more = {}): Promise<void> {
  const about = (await namesOf(ctx, shares)).join('、')
  const detail = { 方式: wayNames[of.way], 金额: formatYuan(of.amount), 到账日期: of.paidOn, payable: about, ...more }
  await record(ctx, { action, ...named(of), detail })
}

export const recordingHandlers = {
  'GET /staff/received/owed': async (ctx, { words, payer, remark, amount }) => {
    const line = { id: 0, amount: amount ?? 0, payer, remark }
    const all = await listOwed(ctx, numbersIn([line]))
    const open = all.filter(one => one.open > 0)
    const found = amount && (payer || remark) ? propose([line], all, receivableKinds()).get(0) : undefined
    const proposed = found?.owed.filter(one => one.open > 0) ?? []
    const asked = plainWords(words)
    const matching = asked
      ? open.filter(({ name, about, calls, numbers }) =>
          [name, about, ...calls, ...numbers].some(text => plainWords(text).includes(asked)),
        )
      : open.filter(one => proposed.some(({ name }) => name === one.name) || one.open === amount)
    const rank = (one: (typeof open)[number]) => (proposed.includes(one) ? 0 : one.open === amount ? 1 : 2)
    const list = [...new Set([...proposed, ...matching])].toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_OFFERED)
    return {
      list: list.map(toOwedRow),
      proposed: proposed.map(({ receivableId }) => receivableId),
      reason: found ? [found.reason, found.problem].filter(Boolean).join('；') : '',
      writeOffLimit: await writeOffLimit(ctx),
    }
  },
  'POST /staff/received/record': (ctx, { shares, writeOff, fileId, once, ...of }) =>
    inTransaction(ctx, async tx => {
      refuseLater(ctx, of.paidOn)
      const own = signedInActor(ctx).accountId
      const again = once && (await recordedAlready(tx, own, once))
      if (again) return toRecorded(tx, again)
      const locked = await lockShares(tx, shares)
      if (fileId !== undefined) await keepPaper(tx, fileId)
      const made = await receive(tx, { ...of, fileId: fileId ?? null, once: once ?? null }, locked)
      if (writeOff) await writeOffRest(tx, locked, { paidOn: of.paidOn, reason: of.remark || '汇款尾差' })
      await audit(tx, made, 'received.record', locked)
      return toRecorded(tx, made)
    }),
  /** Records each payment by itself; a refusal is reported and does not stop the others. */
  'POST /staff/received/recordMany': async (ctx, { way, paidOn, remark, ids, expected }) => {
    refuseLater(ctx, paidOn)
    const byKind = Map.groupBy([...new Set(ids)].map(receivableOf), ({ kind }) => kind)
    const found = await Promise.all(
      [...byKind].map(([kind, some]) =>
        readOwed(
          ctx,
          kind,
          some.map(({ id }) => id),
        ),
      ),
    )
    const sum = sumAmounts(found.flat().map(({ open }) => open))
    if (sum !== expected)
      throw conflict(`所选款项现在欠 ${formatYuan(sum)} 元，与您看到的 ${formatYuan(expected)} 元不同，请核对后再登记`)
    return bulkApply(ctx, ids, receivableId =>
      inTransaction(ctx, async tx => {
        const { kind, id } = receivableOf(receivableId)
        const { open, name } = await readOneOwed(tx, kind, id)
        const locked = await lockShares(tx, [{ payable: kind.kind, payableId: id, amount: open }])
        const made = await receive(tx, { way, amount: open, paidOn, payer: name, remark }, locked)
        await audit(tx, made, 'received.record', locked)
        return `已登记 ${formatYuan(open)} 元`
      }),
    )
  },
  'POST /staff/received/allocate': (ctx, { id, shares }) =>
    inTransaction(ctx, async tx => {
      const locked = await lockShares(tx, shares)
      const of = await allocateCredit(tx, id, locked)
      await audit(tx, of, 'received.allocate', locked)
      return toRecorded(tx, of)
    }),
  'POST /staff/received/takeBack': (ctx, { entry, reason }) =>
    inTransaction(ctx, async tx => {
      const { payment: of, receivable } = await takeBack(tx, entry, reason)
      await audit(tx, of, 'received.takeBack', [], { payable: (await namesOf(tx, [receivable])).join(), reason })
      return toRecorded(tx, await readPayment(tx, of.id))
    }),
  'POST /staff/received/cancel': (ctx, { id, reason }) =>
    inTransaction(ctx, async tx => {
      const seen = await readPayment(tx, id)
      if (seen.way === 'line') throw conflict('流水入账的请在银行流水里撤销入账')
      if (seen.way === 'online') throw conflict('在线支付的款项不能撤销，请办理退款')
      const names = await namesOf(tx, await sharesIn(tx, id))
      const of = await cancelPayment(tx, id, reason)
      await audit(tx, of, 'received.cancel', [], { payable: names.join('、'), reason })
      return { id }
    }),
  'POST /staff/received/writeOff': (ctx, { payable, payableId, expected, reason, size }) =>
    inTransaction(ctx, async tx => {
      const locked = await lockShares(tx, [{ payable, payableId, amount: expected }])
      const { open, name, about } = await readOneOwed(tx, locked[0]!.kind, payableId)
      if (open !== expected) throw conflict(`这笔款项现在还欠 ${formatYuan(open)} 元，请核对后再核销`)
      await writeOffRest(tx, locked, { paidOn: dayOf(ctx.now), reason, isAgreed: size === 'large' })
      await record(tx, {
        action: 'received.writeOff',
        objectType: 'receivable',
        objectName: `${name} ${about}`,
        detail: { 金额: formatYuan(open), reason },
      })
      return { payable, payableId }
    }),
} satisfies Partial<Handlers<typeof paymentContract>>
