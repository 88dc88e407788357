import { or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineAutomaticPaper, issueDuePapers, kindsWithPaper } from '../../papers/server/automaticPapers.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { receipt } from '../../server/tables.ts'
import { issueReceipt } from './receiptActs.ts'
import { issuesByItself, readSeries, type Series } from './series.part.ts'

const kindsOf = ({ kinds }: Series) => kindsWithPaper().filter(kind => kinds.length === 0 || kinds.includes(kind))

const automaticSeries = async (ctx: Ctx) => (await readSeries(ctx)).filter(issuesByItself)

/** A receipt that was voided after the payment was settled is left to the cashier: it would say the same again. */
const isWithoutReceipt = sql`not exists (select from ${receipt} c where c.payable = r.kind
  and c.payable_id = r.payable_id and (c.state = 'valid' or c.issued_at >= r.confirmed_at))`

const anyOf = (series: readonly Series[], condition: (one: Series) => SQL): SQL =>
  or(...series.map(one => sql`(r.kind = any(${sql.param(kindsOf(one))}::text[]) and ${condition(one)})`)) ?? sql`false`

const receipts = defineAutomaticPaper({
  paper: 'receipt',
  async due(ctx) {
    const series = await automaticSeries(ctx)
    if (series.length === 0) return undefined
    const isSince = (one: Series) => sql`r.confirmed_at >= ${one.automaticFrom?.toISOString() ?? null}::timestamptz`
    return {
      now: sql`r.state = 'paid' and r.received > r.refunded and ${anyOf(series, isSince)} and ${isWithoutReceipt}`,
      onceSettled: sql`r.is_open and ${anyOf(series, () => sql`true`)} and r.receipt_number = ''`,
    }
  },
  async issue(ctx, { id, kind }) {
    const series = (await automaticSeries(ctx)).find(one => kindsOf(one).includes(kind))
    return issueReceipt(ctx, id, series!.id)
  },
  async standing(ctx) {
    const open = (await readSeries(ctx)).filter(({ isOpen }) => isOpen)
    return ({ kind, receiptNumber }: OwedRecord) => {
      if (receiptNumber) return { state: 'issued', number: receiptNumber }
      return open.some(one => kindsOf(one).includes(kind)) ? { state: 'onRequest' } : undefined
    }
  },
})

/** Scheduled job: issues the receipts of automatic series. */
export const issueDueReceipts = (ctx: Ctx) => issueDuePapers(ctx, receipts)
