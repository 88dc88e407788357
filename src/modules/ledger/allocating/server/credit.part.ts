import { inArray } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { CREDIT, defineReceivable } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { payment } from '#modules/ledger/server/tables.ts'

const ONLY_BACK = '多付的款项只能核销其他款项或退还'

/** What came beyond what was owed, by the payment that brought it: allocated later, or paid back. */
defineReceivable({
  kind: CREDIT,
  order: 20,
  name: '多付款',
  words: [],
  ending: 5,
  subject: '2209 其他应付款',
  isWithoutPaper: true,
  /** No transfer is for a credit, so that the full list is empty. */
  async list({ db }, ids) {
    if (!ids) return []
    const rows = await db
      .select()
      .from(payment)
      .where(inArray(payment.id, [...ids]))
    return rows.map(({ id, payer, remark, number, amount }) => ({
      id,
      name: payer,
      calls: [],
      about: `多付：${remark || '余款'}`,
      numbers: number ? [number] : [],
      amount,
      isOpen: false,
      stateName: '已到账',
      route: `/staff/received/${id}`,
    }))
  },
  lock: () => Promise.reject(conflict(ONLY_BACK)),
  pay: () => Promise.reject(conflict(ONLY_BACK)),
  issueInvoice: () => Promise.reject(conflict('多付的款项不开票')),
  setTitle: () => Promise.reject(conflict('多付的款项不开票')),
  clearInvoice: () => Promise.resolve(),
})
