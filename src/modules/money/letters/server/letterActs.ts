import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalidFields, notFound } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { letterStateNames } from '../../letterWords.ts'
import type { letterContract } from '../contract.ts'
import { namedLetter, type PaymentLetter } from './letters.ts'
import { paymentLetter } from './tables.ts'

async function lockLetter({ db }: Ctx, id: number): Promise<PaymentLetter> {
  const [of] = await db.select().from(paymentLetter).where(eq(paymentLetter.id, id)).for('update')
  if (!of) throw notFound('这封函件不存在')
  if (of.state === 'void') throw conflict(`${of.number} 已作废`)
  return of
}

const change = async ({ db }: Ctx, { id }: PaymentLetter, set: Partial<PaymentLetter>) => {
  const [after] = await db.update(paymentLetter).set(set).where(eq(paymentLetter.id, id)).returning()
  return { id, state: after!.state, stateName: letterStateNames[after!.state] }
}

/** A day on which something has happened: on or after the day before it, and not to come. */
export function refuseDay(
  { now }: Pick<Ctx, 'now'>,
  name: string,
  day: string,
  since: string,
  sinceWords: string,
): void {
  if (day > dayOf(now)) throw invalidFields({ [name]: '不能晚于今天' })
  if (day < since) throw invalidFields({ [name]: `不能早于${sinceWords}（${since}）` })
}

const dispatch = (ctx: Ctx, id: number, { dispatchedOn, note }: { dispatchedOn: string; note: string }) =>
  inTransaction(ctx, async tx => {
    const of = await lockLetter(tx, id)
    const printedOn = dayOf(of.printedAt)
    if (dispatchedOn < printedOn) throw conflict(`寄发日期不能早于打印的日期（${printedOn}）`)
    // A letter that came back goes out again: its new day replaces the old one, which the log keeps.
    const set = { state: 'dispatched' as const, dispatchedOn, dispatchNote: note, returnedOn: null, returnReason: '' }
    await change(tx, of, set)
    await record(tx, {
      action: 'paymentLetter.dispatch',
      ...namedLetter(of),
      detail: { 寄发日期: dispatchedOn, 寄递单号: note },
    })
    return of.state === 'printed'
      ? `${of.number} 已登记寄发`
      : of.state === 'returned'
        ? `${of.number} 重新寄发`
        : `${of.number} 已更正`
  })

export const letterActsHandlers = {
  'POST /staff/letter/dispatchMany': (ctx, { ids, dispatchedOn, note }) => {
    if (dispatchedOn > dayOf(ctx.now)) throw invalidFields({ dispatchedOn: '不能晚于今天' })
    return bulkApply(ctx, ids, id => dispatch(ctx, id, { dispatchedOn, note }))
  },
  'POST /staff/letter/return': (ctx, { id, returnedOn, reason }) =>
    inTransaction(ctx, async tx => {
      const of = await lockLetter(tx, id)
      if (of.dispatchedOn === null) throw conflict('还没有登记寄发，不能登记退信')
      refuseDay(ctx, 'returnedOn', returnedOn, of.dispatchedOn, '寄发日期')
      await record(tx, { action: 'paymentLetter.return', ...namedLetter(of), detail: { 退信日期: returnedOn, reason } })
      return change(tx, of, { state: 'returned', returnedOn, returnReason: reason })
    }),
  'POST /staff/letter/void': (ctx, { id, reason }) =>
    inTransaction(ctx, async tx => {
      const of = await lockLetter(tx, id)
      await record(tx, { action: 'paymentLetter.void', ...namedLetter(of), detail: { reason } })
      return change(tx, of, { state: 'void', voidReason: reason })
    }),
} satisfies Partial<Handlers<typeof letterContract>>
