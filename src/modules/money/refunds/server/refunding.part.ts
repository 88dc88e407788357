import { conflict } from '#lib/error.ts'
import { sumAmounts } from '#lib/money.ts'
import { defineRefunding } from '#modules/membership/fees/server/refunding.ts'
import { refund } from '../../server/tables.ts'
import { lockRefunds, ofPayable } from './refundsOf.ts'

defineRefunding({
  async givenBack(ctx, which) {
    await lockRefunds(ctx, which)
    const rows = await ctx.db.select().from(refund).where(ofPayable(which))
    if (rows.some(({ state }) => state === 'asked' || state === 'agreed'))
      throw conflict('这笔款项有退款正在办理，请先在“退款”中办完或撤回')
    return sumAmounts(rows.filter(({ state }) => state === 'paid').map(({ amount }) => amount))
  },
})
