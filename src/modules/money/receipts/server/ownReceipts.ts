import { sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type ReceiptState, receiptStateNames } from '../../receiptWords.ts'
import { isOfActor } from '../../receivables/server/payers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { records } from '../../receivables/server/records.ts'
import { receipt } from '../../server/tables.ts'
import type { ownReceiptsContract } from '../contract.ts'
import { receiptFile } from './receiptPdf.ts'
import { readReceipt } from './receipts.ts'

type Row = {
  id: number
  number: string
  kind: string
  about: string
  amount: string
  issuedOn: string
  state: ReceiptState
}

/** Receipts joined to their payments `r`. */
const from = sql`${receipt} join ${records} on r.kind = ${receipt.payable} and r.payable_id = ${receipt.payableId}`

export const ownReceiptsHandlers: Handlers<typeof ownReceiptsContract> = {
  'GET /member/receipt/list': async (ctx, asked) => {
    const mine = await isOfActor(ctx)
    const [{ rows }, counted] = await Promise.all([
      ctx.db.execute<Row>(sql`
        select ${receipt.id} as id, ${receipt.number} as number, ${receipt.payable} as kind, ${receipt.about} as about,
          ${receipt.amount} as amount, ${receipt.issuedOn}::text as "issuedOn", ${receipt.state} as state
        from ${from} where ${mine}
        order by ${receipt.issuedOn} desc, ${receipt.id} desc limit ${asked.pageSize} offset ${offset(asked)}`),
      ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from ${from} where ${mine}`),
    ])
    const list = rows.map(({ kind, amount, ...one }) => ({
      ...one,
      kindName: kindName(kind),
      amount: Number(amount),
      stateName: receiptStateNames[one.state],
    }))
    return toPage(list, counted.rows[0]!.n, asked)
  },
  /** Answers the same for a receipt of somebody else as for one that does not exist. */
  'GET /member/receipt/file': async (ctx, { id }) => {
    const { rows } = await ctx.db.execute(
      sql`select 1 from ${from} where ${receipt.id} = ${id} and ${await isOfActor(ctx)}`,
    )
    if (rows.length === 0) throw notFound('这张收据不存在')
    return receiptFile(ctx, await readReceipt(ctx, id))
  },
}
