import { eq, inArray, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { yuanOf } from '#lib/money.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { dayAt, defineReceivable } from '#modules/membership/fees/server/payables.ts'
import { driversOf } from '#modules/payments/providers/server/drivers.ts'
import { paymentItem, paymentOrder } from '#modules/payments/server/tables.ts'

export const OVERPAYMENT = 'surplus'

/** 多付款: what came through a provider for something that was not owed any more. It has come, and is to go back. */
defineReceivable({
  kind: OVERPAYMENT,
  order: 20,
  name: '多付款',
  words: [],
  ending: 5,
  subject: '2209 其他应付款',
  isWithoutPaper: true,
  isPossible: ctx => driversOf(ctx).length > 0,
  records: {
    from: sql`${paymentItem}
      join ${paymentOrder} on ${paymentOrder.id} = ${paymentItem.orderId}
      join ${account} on ${account.id} = ${paymentOrder.accountId}
      left join ${organisation} on ${organisation.id} = ${account.organisationId}
      left join ${person} on ${person.id} = ${account.personId}`,
    where: sql`${paymentItem.state} = 'surplus'`,
    columns: {
      payableId: paymentItem.id,
      number: paymentOrder.number,
      payer: paymentOrder.payer,
      about: sql`'多付：' || ${paymentItem.about}`,
      province: sql`coalesce(${organisation.provinceCode}, ${person.provinceCode})`,
      amount: sql`round(${paymentItem.fen} / 100.0, 2)`,
      state: sql`'paid'`,
      isOpen: sql`false`,
      raisedOn: dayAt(paymentOrder.paidAt),
      dueOn: sql`null::date`,
      paidOn: dayAt(paymentOrder.paidAt),
      confirmedAt: paymentOrder.heardAt,
      confirmedBy: sql`null::int`,
      slipId: sql`null::int`,
      refundedOn: sql`null::date`,
      invoiceTitle: sql`''`,
      invoiceCode: sql`''`,
      invoiceEmail: sql`''`,
      invoiceNumber: sql`''`,
      invoicedOn: sql`null::date`,
      invoiceFileId: sql`null::int`,
      canInvoice: sql`false`,
      organisationId: account.organisationId,
      personId: account.personId,
      accountId: account.id,
    },
  },
  /** An overpayment is never the subject of a bank transfer, so the full list is empty. */
  async list({ db }, ids) {
    if (!ids) return []
    const rows = await db
      .select({ item: paymentItem, order: paymentOrder })
      .from(paymentItem)
      .innerJoin(paymentOrder, eq(paymentOrder.id, paymentItem.orderId))
      .where(inArray(paymentItem.id, [...ids]))
    return rows.map(({ item, order }) => ({
      id: item.id,
      name: order.payer,
      calls: [],
      about: `多付：${item.about}`,
      numbers: [order.number],
      amount: yuanOf(item.fen),
      isOpen: false,
      stateName: '已到账',
      route: `/staff/payments/${order.id}`,
    }))
  },
  lock: () => Promise.reject(conflict('多付的款项只能退还')),
  pay: () => Promise.reject(conflict('多付的款项只能退还')),
  issueInvoice: () => Promise.reject(conflict('多付的款项不开票')),
  setTitle: () => Promise.reject(conflict('多付的款项不开票')),
  clearInvoice: () => Promise.resolve(),
})
