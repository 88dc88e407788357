import { sql } from 'drizzle-orm'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { isOfActor } from '../../receivables/server/payers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { records } from '../../receivables/server/records.ts'
import type { ownRefundsContract } from '../contract.ts'

type Row = {
  id: number
  kind: string
  about: string
  amount: string
  reason: string
  paidOn: string
  account: string
}

export const ownRefundsHandlers: Handlers<typeof ownRefundsContract> = {
  'GET /member/refund/list': async (ctx, asked) => {
    const from = sql`${refund} join ${records} on r.kind = ${refund.payable} and r.payable_id = ${refund.payableId}
      where ${refund.state} = 'paid' and ${await isOfActor(ctx)}`
    const [{ rows }, counted] = await Promise.all([
      ctx.db.execute<Row>(sql`
        select ${refund.id} as id, r.kind, r.about, ${refund.amount} as amount, ${refund.reason} as reason,
          ${refund.paidOn}::text as "paidOn", ${refund.accountMasked} as account
        from ${from} order by ${refund.paidOn} desc, ${refund.id} desc limit ${asked.pageSize} offset ${offset(asked)}`),
      ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`),
    ])
    const list = rows.map(({ kind, ...one }) => ({ ...one, kindName: kindName(kind), amount: Number(one.amount) }))
    return toPage(list, counted.rows[0]!.n, asked)
  },
}
