import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { isOnTrial } from '#lib/server/process/operation.ts'
import { defineAutomaticPaper, issueDuePapers, type PaperStanding } from '../../papers/server/automaticPapers.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { eInvoice } from '../../server/tables.ts'
import { requestAutomatically } from './issueRequests.ts'
import { isBlueInForce } from './providerStatus.ts'
import { type Rule, rulesInForce } from './rules.part.ts'
import { advanceDueRequests } from './sending.ts'

const blue = (states: SQL) => sql`exists (select from ${eInvoice} w
  where w.payable = r.kind and w.payable_id = r.payable_id and w.colour = 'blue' and ${states})`

const anyOf = (rules: readonly Rule[], condition: (rule: Rule) => SQL): SQL =>
  or(...rules.map(rule => sql`(r.kind = any(${sql.param(rule.kinds)}::text[]) and ${condition(rule)})`)) ?? sql`false`

const eInvoices = defineAutomaticPaper({
  paper: 'eInvoice',
  /** Settled since the rule became automatic, or requested by the payer. What the provider refused is left to the cashier. */
  async due(ctx) {
    // In a trial the tax office is given nothing that nobody asked for.
    if (isOnTrial()) return undefined
    const rules = (await rulesInForce(ctx)).filter(({ isAutomatic }) => isAutomatic)
    if (rules.length === 0) return undefined
    const isAsked = blue(sql`w.state = 'waiting'`)
    const isSince = ({ automaticFrom }: Rule) =>
      sql`(r.confirmed_at >= ${automaticFrom?.toISOString() ?? null}::timestamptz or ${isAsked})`
    return {
      now: sql`r.can_invoice and r.received > r.refunded and ${anyOf(rules, isSince)}
        and not ${blue(sql`w.state <> 'waiting'`)}`,
      onceSettled: sql`r.is_open and ${anyOf(rules, () => sql`true`)}`,
    }
  },
  issue: requestAutomatically,
  async standing(ctx, list) {
    const rules = await rulesInForce(ctx)
    const ids = list.map(({ payableId }) => payableId)
    const requests = await ctx.db
      .select()
      .from(eInvoice)
      .where(and(isBlueInForce, inArray(eInvoice.payableId, ids)))
    return (of: OwedRecord): PaperStanding => {
      if (of.invoiceNumber) return { state: 'issued', number: of.invoiceNumber }
      const asked = requests.find(({ payable, payableId }) => payable === of.kind && payableId === of.payableId)
      if (asked?.state === 'issued') return { state: 'issued', number: asked.number }
      if (asked?.state === 'issuing' || asked?.state === 'failed') return { state: asked.state }
      const isRuled = rules.some(({ kinds }) => kinds.includes(of.kind))
      if (asked || (of.canInvoice && !isRuled)) return { state: 'atDesk' }
      return isRuled ? { state: 'onRequest' } : undefined
    }
  },
})

/** Scheduled job: issues what automatic rules owe, then continues requests in progress. */
export async function issueDue(ctx: Ctx): Promise<void> {
  try {
    await issueDuePapers(ctx, eInvoices)
  } finally {
    await advanceDueRequests(ctx)
  }
}
