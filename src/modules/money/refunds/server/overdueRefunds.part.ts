import { and, asc, inArray, isNotNull } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { defineOverdueWork } from '#lib/server/oversight/escalations.ts'
import { workingDaysBetween } from '#lib/workingDays.ts'
import { underWay } from '#modules/ledger/refundWords.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { promiseOf, readPromise } from './refundPromise.ts'

const BATCH_SIZE = 200

/** What payers requested and was not examined, or not paid, by the day that they were told. */
defineOverdueWork({
  code: 'refundRequests',
  name: '退款申请超过承诺的期限',
  find: async (ctx, daysOver) => {
    const today = dayOf(ctx.now)
    const promised = await readPromise(ctx)
    const rows = await ctx.db
      .select()
      .from(refund)
      .where(and(isNotNull(refund.requestedAt), inArray(refund.state, [...underWay])))
      .orderBy(asc(refund.requestedAt), asc(refund.id))
      .limit(1_000)
    return rows
      .map(one => {
        const { examineBy, payBy } = promiseOf(one, promised)
        return {
          one,
          daysOver: workingDaysBetween(promised.calendar, one.state === 'requested' ? examineBy : payBy, today),
        }
      })
      .filter(row => row.daysOver >= Math.max(1, daysOver))
      .slice(0, BATCH_SIZE)
      .map(({ one, daysOver }) => ({
        since: dayOf(one.requestedAt!),
        daysOver,
        title: `退款申请 ${formatYuan(one.amount)} 元（${one.payee}）`,
        objectType: 'refund',
        objectId: one.id,
        route: `/staff/refunds/${one.id}`,
      }))
  },
})
