import { type SQL, sql } from 'drizzle-orm'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { letRead } from '#modules/files/server/readers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { records } from '../../receivables/server/records.ts'
import { isOfActor } from '../../server/payers.ts'
import { redInvoice } from '../../server/tables.ts'
import type { ownInvoicesContract } from '../contract.ts'

type Paper = {
  id: number
  kind: string
  about: string
  amount: string
  title: string
  number: string
  issuedOn: string | null
  fileId: number | null
  blueNumber: string
}

/** The papers of whoever asks as `p`: invoices that stand, those that were taken back whole, and the red ones. */
async function ownPapers(ctx: Ctx): Promise<SQL> {
  const ofRed = sql`${redInvoice} d join own r on r.kind = d.payable and r.payable_id = d.payable_id`
  return sql`with own as (select * from ${records} where ${await isOfActor(ctx)}),
    p as (
      select r.id, r.kind, r.about, r.amount, r.invoice_title as title, r.invoice_number as number,
        r.invoiced_on as issued_on, coalesce(r.invoiced_on, r.paid_on, r.raised_on) as at,
        r.invoice_file_id as file_id, '' as blue_number
      from own r where r.invoice_number <> ''
      union all (select distinct on (d.blue_number) r.id, r.kind, r.about, d.blue_amount, r.invoice_title, d.blue_number,
        d.blue_issued_on, coalesce(d.blue_issued_on, r.paid_on, r.raised_on), d.blue_file_id, ''
      from ${ofRed} where d.blue_number <> r.invoice_number order by d.blue_number, d.id)
      union all select r.id, r.kind, r.about, -d.amount, r.invoice_title, d.number, d.issued_on, d.issued_on, d.file_id,
        d.blue_number
      from ${ofRed}
    )`
}

letRead(async (ctx, fileId) => {
  if (ctx.actor.kind !== 'organisation' && ctx.actor.kind !== 'person') return false
  const { rows } = await ctx.db.execute(sql`${await ownPapers(ctx)} select 1 from p where file_id = ${fileId} limit 1`)
  return rows.length > 0
})

export const ownInvoicesHandlers: Handlers<typeof ownInvoicesContract> = {
  'GET /member/invoice/list': async (ctx, asked) => {
    const papers = await ownPapers(ctx)
    const [counted, { rows }] = await Promise.all([
      ctx.db.execute<{ n: number }>(sql`${papers} select count(*)::int as n from p`),
      ctx.db.execute<Paper>(sql`${papers}
        select id, kind, about, amount, title, number, issued_on::text as "issuedOn", file_id as "fileId",
          blue_number as "blueNumber"
        from p order by at desc, id desc, number desc limit ${asked.pageSize} offset ${offset(asked)}`),
    ])
    const files = await fileInfos(
      ctx,
      rows.flatMap(({ fileId }) => fileId ?? []),
    )
    const list = rows.map(({ kind, amount, fileId, ...paper }) => ({
      ...paper,
      kindName: kindName(kind),
      amount: Number(amount),
      file: files.get(fileId ?? 0) ?? null,
    }))
    return toPage(list, counted.rows[0]!.n, asked)
  },
}
