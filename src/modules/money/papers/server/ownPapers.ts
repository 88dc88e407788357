import { sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { type AutomaticPaper, automaticPaperNames, type PaperState, paperWords } from '../../paperWords.ts'
import { isOfActor } from '../../receivables/server/payers.ts'
import { kindName, netOf } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecords, readRecordsById, records } from '../../receivables/server/records.ts'
import { paperFailure } from '../../server/tables.ts'
import type { ownPapersContract } from '../contract.ts'
import { automaticPaperDefinitions, failedIdOf, kindsWithPaper, type PaperDefinition } from './automaticPapers.ts'

type OwnPaper = { paper: AutomaticPaper; state: PaperState; number?: string; expectedOn?: string }

/** How one paper stands for each of these payments; those without it are left out. */
async function standingOf(ctx: Ctx, definition: PaperDefinition, list: readonly OwedRecord[]) {
  const ids = list.map(({ id }) => id)
  const due = await definition.due(ctx)
  const idsWhere = async (where = sql`false`) => new Set((await readRecordsById(ctx, ids, where)).map(({ id }) => id))
  const [standing, now, onceSettled, failures] = await Promise.all([
    definition.standing(ctx, list),
    idsWhere(due?.now),
    idsWhere(due?.onceSettled),
    ctx.db.select().from(paperFailure).where(sql`${paperFailure.paper} = ${definition.paper}`),
  ])
  const failed = new Map(failures.map(of => [failedIdOf(of), of]))
  return (of: OwedRecord): OwnPaper | undefined => {
    const { paper } = definition
    const known = standing(of)
    if (known?.state === 'issued' || known?.state === 'issuing' || known?.state === 'failed') return { paper, ...known }
    if (netOf(of) <= 0) return undefined
    const failure = failed.get(of.id)
    if (now.has(of.id)) {
      if (failure?.retryAt === null) return { paper, state: 'failed' }
      return { paper, state: 'waiting', expectedOn: dayOf(failure?.retryAt ?? ctx.now) }
    }
    if (onceSettled.has(of.id)) return { paper, state: 'unsettled' }
    return known && { paper, ...known }
  }
}

/** Name of a paper as the payer knows it: for dues a receipt of the finance bureau, for all else an invoice. */
function nameOf(paper: AutomaticPaper, { kind }: OwedRecord): string {
  if (paper === 'receipt') return automaticPaperNames.receipt
  return receivableKind(kind)?.isDues ? '会费票据' : '发票'
}

/** Tells for payments that have come which papers there are and when they come: what every page of the payer says. */
export async function papersOfPayments(ctx: Ctx, list: readonly OwedRecord[]) {
  const all = await Promise.all(automaticPaperDefinitions.map(one => standingOf(ctx, one, list)))
  return (of: OwedRecord) =>
    all.flatMap(paperOf => {
      const one = paperOf(of)
      if (!one) return []
      const { paper, state, number = '' } = one
      return { paper, paperName: nameOf(paper, of), state, number, words: paperWords(one, dayOf(ctx.now)) }
    })
}

export const ownPapersHandlers: Handlers<typeof ownPapersContract> = {
  'GET /member/paper/list': async (ctx, { kind, payableId, ...asked }) => {
    const kinds = kindsWithPaper().filter(one => kind === undefined || one === kind)
    const isOne = payableId === undefined ? sql`true` : sql`r.payable_id = ${payableId}`
    const where = sql`${await isOfActor(ctx)} and r.received > 0 and r.kind = any(${sql.param(kinds)}::text[]) and ${isOne}`
    const [rows, counted] = await Promise.all([
      readRecords(
        ctx,
        sql`${where} order by r.paid_on desc nulls last, r.id desc limit ${asked.pageSize} offset ${offset(asked)}`,
      ),
      ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from ${records} where ${where}`),
    ])
    const papersOf = await papersOfPayments(ctx, rows)
    const list = rows.map(of => ({
      id: of.id,
      kind: of.kind,
      kindName: kindName(of.kind),
      payableId: of.payableId,
      about: of.about,
      amount: netOf(of),
      paidOn: of.paidOn,
      papers: papersOf(of),
    }))
    return toPage(list, counted.rows[0]!.n, asked)
  },
}
