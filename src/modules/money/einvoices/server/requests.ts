import { and, eq, type SQL, sql } from 'drizzle-orm'
import { conflict, notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { readTitle } from '#modules/ledger/titles/server/titles.ts'
import { netOf } from '#modules/money/receivables/server/receivables.ts'
import { eInvoiceStateNames, paperNames } from '../../eInvoiceWords.ts'
import { isOfActor } from '../../receivables/server/payers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecords, readRecordsById, records } from '../../receivables/server/records.ts'
import { eInvoice } from '../../server/tables.ts'
import type { ownEInvoicesContract } from '../contract.ts'
import { invoiceDriver } from './drivers/drivers.ts'
import { documentContent, lockPayment } from './issueRequests.ts'
import { isBlueInForce, namedEInvoice, ofPayment } from './providerStatus.ts'
import { rulesInForce } from './rules.part.ts'
import { newRequestNumber } from './sending.ts'

const isOwnPaper = async (ctx: Ctx, fileId: number) => sql`select 1 from ${eInvoice}
  join ${records} on r.kind = ${eInvoice.payable} and r.payable_id = ${eInvoice.payableId}
  where ${fileId} in (${eInvoice.pdfId}, ${eInvoice.ofdId}, ${eInvoice.xmlId}) and ${await isOfActor(ctx)} limit 1`

defineFileReader(async (ctx, fileId) => {
  if (ctx.actor.kind !== 'organisation' && ctx.actor.kind !== 'person') return false
  const { rows } = await ctx.db.execute(await isOwnPaper(ctx, fileId))
  return rows.length > 0
})

async function ownRecord(ctx: Ctx, id: number): Promise<OwedRecord> {
  const [of] = await readRecordsById(ctx, [id], await isOfActor(ctx))
  if (!of) throw notFound('这笔款项不存在')
  return of
}

const requestDocument = (ctx: Ctx, id: number, titleId: number) =>
  inTransaction(ctx, async tx => {
    await lockPayment(tx, id)
    const of = await ownRecord(tx, id)
    const rule = (await rulesInForce(tx)).find(({ kinds }) => kinds.includes(of.kind))
    if (!rule) throw conflict('这种款项不在线上开票，请与协会联系')
    if (netOf(of) <= 0) throw conflict(Number(of.received) > 0 ? '这笔款项已全部退还' : '款项到账后才能开票')
    const [before] = await tx.db
      .select()
      .from(eInvoice)
      .where(and(ofPayment(of), isBlueInForce))
    if (of.invoiceNumber || before?.state === 'issued') throw conflict(`已开具 ${of.invoiceNumber || before?.number}`)
    if (before?.state === 'issuing') throw conflict('正在开具，请稍候')
    const { id: _, accountId: __, usedAt: ___, isDefault: ____, ...title } = await readTitle(tx, titleId)
    await receivableKind(of.kind)!.setTitle(tx, of.payableId, title)
    const { isPersonal: _____, ...said } = title
    const values = {
      ...documentContent(await ownRecord(tx, id), rule),
      ...said,
      state: 'waiting' as const,
      problem: '',
      askedBy: signedInActor(ctx).accountId,
      askedAt: ctx.now,
    }
    const provider = invoiceDriver(ctx)!.name
    const [made] = before
      ? // The number stays: what the provider has said to fail under it is looked at before another is given.
        await tx.db
          .update(eInvoice)
          .set({ ...values, state: before.state })
          .where(eq(eInvoice.id, before.id))
          .returning()
      : await tx.db
          .insert(eInvoice)
          .values({
            ...values,
            colour: 'blue',
            payable: of.kind,
            payableId: of.payableId,
            provider,
            requestNumber: newRequestNumber(ctx),
          })
          .returning()
    await record(tx, { action: 'eInvoice.request', ...namedEInvoice(made!) })
    return { stateName: eInvoiceStateNames[made!.state], isAutomatic: rule.isAutomatic }
  })

export const ownEInvoicesHandlers: Handlers<typeof ownEInvoicesContract> = {
  'GET /member/eInvoice/payments': async (ctx, asked) => {
    const rules = await rulesInForce(ctx)
    const kinds = rules.flatMap(rule => rule.kinds)
    const blue = (
      states: SQL,
    ) => sql`select 1 from ${eInvoice} e where e.payable = r.kind and e.payable_id = r.payable_id
      and e.colour = 'blue' and ${states}`
    const where = sql`${await isOfActor(ctx)} and r.kind = any(${sql.param(kinds)}::text[]) and r.invoice_number = ''
      and r.received > r.refunded and not exists (${blue(sql`e.state in ('waiting', 'issuing', 'issued')`)})`
    const [rows, counted, failed] = await Promise.all([
      readRecords(
        ctx,
        sql`${where} order by r.raised_on desc, r.id desc limit ${asked.pageSize} offset ${offset(asked)}`,
      ),
      ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from ${records} where ${where}`),
      ctx.db.execute<{ id: number }>(
        sql`select r.id from ${records} where ${where} and exists (${blue(sql`e.state = 'failed'`)})`,
      ),
    ])
    const list = rows.map(of => ({
      id: of.id,
      kindName: kindName(of.kind),
      about: of.about,
      amount: netOf(of),
      paperName: paperNames[rules.find(one => one.kinds.includes(of.kind))!.paper],
      hasFailed: failed.rows.some(({ id }) => id === of.id),
    }))
    return toPage(list, counted.rows[0]!.n, asked)
  },
  'POST /member/eInvoice/ask': (ctx, { id, titleId }) => requestDocument(ctx, id, titleId),
}
