import { type SQL, sql } from 'drizzle-orm'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { type EInvoiceState, eInvoiceStateNames } from '../../eInvoiceWords.ts'
import { isOfActor } from '../../receivables/server/payers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { records } from '../../receivables/server/records.ts'
import { eInvoice, redInvoice } from '../../server/tables.ts'
import type { ownInvoicesContract } from '../contract.ts'

type Paper = {
  id: number
  kind: string
  about: string
  amount: string
  title: string
  number: string
  issuedOn: string | null
  blueNumber: string
  state: EInvoiceState
  fileIds: number[]
}

/**
 * The papers of whoever asks as `p`: invoices that stand, those that were taken back whole, and the red ones; then as `a` the
 * same with what a provider has of them, and what it has not issued yet. Each is there once, by its number.
 */
async function ownPapers(ctx: Ctx): Promise<SQL> {
  const ofRed = sql`${redInvoice} d join own r on r.kind = d.payable and r.payable_id = d.payable_id`
  return sql`with own as (select * from ${records} where ${await isOfActor(ctx)}),
    p as (
      select r.id, r.kind, r.about, r.amount, r.invoice_title as title, r.invoice_number as number,
        r.invoiced_on as issued_on, coalesce(r.invoiced_on, r.paid_on, r.raised_on) as at,
        r.invoice_file_id as file_id, '' as blue_number, 'issued' as state
      from own r where r.invoice_number <> ''
      union all (select distinct on (d.blue_number) r.id, r.kind, r.about, d.blue_amount, r.invoice_title, d.blue_number,
        d.blue_issued_on, coalesce(d.blue_issued_on, r.paid_on, r.raised_on), d.blue_file_id, '', 'reversed'
      from ${ofRed} where d.blue_number <> r.invoice_number order by d.blue_number, d.id)
      union all select r.id, r.kind, r.about, -d.amount, r.invoice_title, d.number, d.issued_on, d.issued_on, d.file_id,
        d.blue_number, 'issued'
      from ${ofRed}
    ),
    e as (select r.id as record_id, r.about as record_about, r.invoice_number as record_number, e.*
      from ${eInvoice} e join own r on r.kind = e.payable and r.payable_id = e.payable_id),
    a as (
      select p.id, p.kind, p.about, p.amount, p.title, p.number, p.issued_on, p.at, p.blue_number,
        coalesce(e.state, p.state) as state,
        array_remove(case when e.pdf_id is null and e.ofd_id is null then array[p.file_id]
          else array[e.pdf_id, e.ofd_id, e.xml_id] end, null) as file_ids
      from p left join e on e.number = p.number
      union all select e.record_id, e.payable, e.record_about, case when e.colour = 'red' then -e.amount else e.amount end,
        e.title, e.number, e.issued_on, coalesce(e.issued_on, e.asked_at::date), e.blue_number, e.state,
        array_remove(array[e.pdf_id, e.ofd_id, e.xml_id], null)
      from e where not exists (select 1 from p where p.number = e.number) and ${isShownToPayer}
    )`
}

/** Hides failed or waiting blue requests where another document exists, and failed red ones, from the payer. */
const isShownToPayer = sql`not (e.state in ('waiting', 'failed') and e.colour = 'blue' and e.record_number <> '')
  and not (e.state = 'failed' and e.colour = 'red')`

defineFileReader(async (ctx, fileId) => {
  if (ctx.actor.kind !== 'organisation' && ctx.actor.kind !== 'person') return false
  const { rows } = await ctx.db.execute(sql`${await ownPapers(ctx)} select 1 from p where file_id = ${fileId} limit 1`)
  return rows.length > 0
})

export const ownInvoicesHandlers: Handlers<typeof ownInvoicesContract> = {
  'GET /member/invoice/list': async (ctx, asked) => {
    const papers = await ownPapers(ctx)
    const [counted, { rows }] = await Promise.all([
      ctx.db.execute<{ n: number }>(sql`${papers} select count(*)::int as n from a`),
      ctx.db.execute<Paper>(sql`${papers}
        select id, kind, about, amount, title, number, issued_on::text as "issuedOn", blue_number as "blueNumber", state,
          file_ids as "fileIds"
        from a order by at desc, id desc, number desc limit ${asked.pageSize} offset ${offset(asked)}`),
    ])
    const files = await fileInfos(
      ctx,
      rows.flatMap(({ fileIds }) => fileIds),
    )
    const list = rows.map(({ kind, amount, fileIds, ...paper }) => ({
      ...paper,
      kindName: kindName(kind),
      amount: Number(amount),
      stateName: paper.state === 'failed' ? '没有开成' : eInvoiceStateNames[paper.state],
      files: fileIds.flatMap(id => files.get(id) ?? []),
    }))
    return toPage(list, counted.rows[0]!.n, asked)
  },
}
