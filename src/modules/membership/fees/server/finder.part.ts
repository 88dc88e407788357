import { formatYuan } from '#lib/money.ts'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { matchingFees, readFees } from './feeQueries.ts'

defineFinder({
  code: 'fee',
  order: 25,
  name: '会费',
  may: 'staff:financeReading',
  isWithin: true,
  find: async (ctx, typed, limit) => {
    const rows = await readFees(ctx, matchingFees(ctx, { words: typed })).limit(limit)
    return rows.map(({ fee, name, number }) => ({
      title: `${name} ${fee.year} 年度会费`,
      about: [number, formatYuan(fee.amount), receivableStateNames[fee.state], fee.payer && `付款人 ${fee.payer}`]
        .filter(Boolean)
        .join(' · '),
      route: `/staff/fees?fee=${fee.id}`,
    }))
  },
  list: typed => `/staff/fees?words=${encodeURIComponent(typed)}`,
})
