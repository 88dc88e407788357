import { sql } from 'drizzle-orm'
import { isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readRecords } from '../../receivables/server/records.ts'
import { eInvoice } from '../../server/tables.ts'
import { invoiceDriver } from './drivers/drivers.ts'
import { requestBlue } from './issueRequests.ts'
import { type Rule, readRules } from './rules.part.ts'
import { advanceDueRequests } from './sending.ts'

const BATCH_SIZE = 50

/**
 * Payments for which an automatic rule owes a document: confirmed since the rule became automatic, or requested by the
 * payer. Failed requests are left to the cashier, because repeating them would fail again.
 */
const owedBy = (ctx: Ctx, { kinds, automaticFrom }: Rule) =>
  readRecords(
    ctx,
    sql`r.can_invoice and r.received > r.refunded and r.kind = any(${sql.param(kinds)}::text[])
      and (r.confirmed_at >= ${automaticFrom?.toISOString() ?? null}::timestamptz or exists (select 1 from ${eInvoice} w
        where w.payable = r.kind and w.payable_id = r.payable_id and w.colour = 'blue' and w.state = 'waiting'))
      and not exists (select 1 from ${eInvoice} w
        where w.payable = r.kind and w.payable_id = r.payable_id and w.colour = 'blue' and w.state <> 'waiting')
      order by r.confirmed_at limit ${BATCH_SIZE}`,
  )

/** Scheduled job: issues what automatic rules owe, then continues requests in progress. */
export async function issueDue(ctx: Ctx): Promise<void> {
  const driver = invoiceDriver(ctx)
  if (!driver) return
  const rules = (await readRules(ctx)).filter(rule => rule.isAutomatic && driver.papers.includes(rule.paper))
  for (const rule of rules)
    for (const { id } of await owedBy(ctx, rule))
      await requestBlue(ctx, id).catch(error => {
        if (!isRefusal(error)) throw error
      })
  await advanceDueRequests(ctx)
}
