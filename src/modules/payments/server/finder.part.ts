import { desc } from 'drizzle-orm'
import { formatYuan } from '#lib/money.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { lineStateNames } from '#modules/ledger/bankWords.ts'
import { bankLine } from '#modules/ledger/server/tables.ts'

defineFinder({
  code: 'bankLine',
  order: 26,
  name: '银行流水',
  may: 'staff:financeReading',
  isWithin: false,
  find: async (ctx, typed, limit) => {
    const rows = await ctx.db
      .select()
      .from(bankLine)
      .where(containsWords(bankLine.payer, typed))
      .orderBy(desc(bankLine.paidOn), desc(bankLine.id))
      .limit(limit)
    return rows.map(of => ({
      title: of.payer,
      about: [of.paidOn, formatYuan(of.amount), lineStateNames[of.state], of.remark].filter(Boolean).join(' · '),
      route: `/staff/statements/${of.statementId}?words=${encodeURIComponent(of.payer)}`,
    }))
  },
})
