import { eq, type SQL, sql } from 'drizzle-orm'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { letRead } from '#modules/files/server/readers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { readRecords, records } from '../../receivables/server/records.ts'
import type { ownInvoicesContract } from '../contract.ts'

/** The papers of whoever asks: for the company, the person, or what the account itself applied for. */
async function ofActor(ctx: Ctx): Promise<SQL> {
  const { accountId } = signed(ctx)
  const [own] = await ctx.db.select().from(account).where(eq(account.id, accountId))
  return sql`r.invoice_number <> '' and (r.account_id = ${accountId}
    or r.organisation_id = ${own?.organisationId ?? null}::int or r.person_id = ${own?.personId ?? null}::int)`
}

letRead(async (ctx, fileId) => {
  if (ctx.actor.kind !== 'organisation' && ctx.actor.kind !== 'person') return false
  const found = await readRecords(ctx, sql`r.invoice_file_id = ${fileId} and ${await ofActor(ctx)} limit 1`)
  return found.length > 0
})

export const ownInvoicesHandlers: Handlers<typeof ownInvoicesContract> = {
  'GET /member/invoice/list': async (ctx, asked) => {
    const mine = await ofActor(ctx)
    const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from ${records} where ${mine}`)
    const list = await readRecords(
      ctx,
      sql`${mine} order by coalesce(r.invoiced_on, r.paid_on, r.raised_on) desc, r.id desc
        limit ${asked.pageSize} offset ${offset(asked)}`,
    )
    const files = await fileInfos(
      ctx,
      list.flatMap(of => of.invoiceFileId ?? []),
    )
    const shown = list.map(of => ({
      id: of.id,
      kindName: kindName(of.kind),
      about: of.about,
      amount: Number(of.amount),
      title: of.invoiceTitle,
      number: of.invoiceNumber,
      issuedOn: of.invoicedOn,
      file: files.get(of.invoiceFileId ?? 0) ?? null,
    }))
    return toPage(shown, rows[0]!.n, asked)
  },
}
