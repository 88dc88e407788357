import { and, asc, count, desc, eq, gt, inArray, max, min, or, sql, sum } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { sumAmounts } from '#lib/money.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { isInForce } from '#modules/ledger/allocating/server/allocating.ts'
import { readPaidShares, toOwedRow } from '#modules/ledger/allocating/server/shares.ts'
import { lineStateNames } from '#modules/ledger/bankWords.ts'
import { allocation, bankLine, bankStatement } from '#modules/ledger/server/tables.ts'
import type { staffStatementsContract } from '../contract.ts'
import type { Proposal } from './bankMatching.ts'
import { amountOf, proposalsFor } from './bankProposals.ts'

type Endpoints = typeof staffStatementsContract
type Filter = Parsed<Endpoints['GET /staff/statement/export']>
type Line = Output<Endpoints['GET /staff/statement/lines']>['list'][number]

const inState = (state: (typeof bankLine.$inferSelect)['state']) =>
  sql<number>`count(*) filter (where ${bankLine.state} = ${state})`.mapWith(Number)

const readStatements = ({ db }: Ctx) =>
  db
    .select({
      of: bankStatement,
      count: count(bankLine.id),
      amount: sum(bankLine.amount).mapWith(Number),
      open: inState('open'),
      accepted: inState('accepted'),
      aside: inState('aside'),
      fromDay: min(bankLine.paidOn),
      toDay: max(bankLine.paidOn),
    })
    .from(bankStatement)
    .leftJoin(bankLine, eq(bankLine.statementId, bankStatement.id))
    .groupBy(bankStatement.id)
    .orderBy(desc(bankStatement.id))
    .$dynamic()

const toStatement = ({ of, ...numbers }: Awaited<ReturnType<typeof readStatements>>[number]) => ({
  id: of.id,
  bank: of.bank,
  fileName: of.fileName,
  importedName: of.importedName,
  createdAt: iso(of.createdAt),
  known: of.known,
  passedOver: of.passedOver,
  ...numbers,
})

export const bankListHandlers = {
  'GET /staff/statement/list': async (ctx, asked) => {
    const [rows, total] = await Promise.all([
      readStatements(ctx).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${bankStatement}`),
    ])
    return toPage(rows.map(toStatement), total, asked)
  },
  'GET /staff/statement/detail': async (ctx, { id }) => {
    const [row] = await readStatements(ctx).where(eq(bankStatement.id, id))
    if (!row) throw notFound('这份流水不存在')
    const certain = [...(await proposalsFor(ctx, id)).values()].filter(one => one.certain)
    const certainAmount = sumAmounts(certain.map(amountOf))
    const { unread, hiddenSheets } = row.of
    return { ...toStatement(row), certain: certain.length, certainAmount, unread, hiddenSheets }
  },
  'GET /staff/statement/lines': async (ctx, asked) => {
    const proposals = await proposalsFor(ctx, asked.id)
    const where = matching(asked, proposals)
    const [rows, total] = await Promise.all([
      readLines(ctx, where).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${bankLine} where ${where}`),
    ])
    return toPage(await toLines(ctx, rows, proposals), total, asked)
  },
  'GET /staff/statement/export': async (ctx, asked) => {
    const proposals = await proposalsFor(ctx, asked.id)
    const where = matching(asked, proposals)
    const rows = inBatches<Line>(async last => {
      const next = last && or(gt(bankLine.row, last.row), and(eq(bankLine.row, last.row), gt(bankLine.id, last.id)))
      return toLines(ctx, await readLines(ctx, and(where, next)).limit(1000), proposals)
    })
    return sendWorkbook(`银行流水-${dayOf(ctx.now)}`, { name: '银行流水', columns: exported, rows })
  },
  /** Returns the whole account number and records that in the audit log. */
  'POST /staff/statement/account': (ctx, { lineId }) =>
    inTransaction(ctx, async tx => {
      const [line] = await tx.db.select().from(bankLine).where(eq(bankLine.id, lineId))
      if (!line?.accountSealed) throw notFound('这条流水没有对方账号')
      const about = { objectType: 'bankLine', objectId: lineId, objectName: line.payer }
      await record(tx, { action: 'statement.reveal', ...about })
      return { account: ctx.encryption.decrypt(line.accountSealed) }
    }),
} satisfies Partial<Handlers<Endpoints>>

const matching = ({ id, state, certain, words }: Filter, proposals: Map<number, Proposal>) =>
  and(
    eq(bankLine.statementId, id),
    state && eq(bankLine.state, state),
    certain &&
      inArray(
        bankLine.id,
        [...proposals].flatMap(([id, one]) => (one.certain ? [id] : [])),
      ),
    words
      ? or(
          sql`strpos(${bankLine.payer}, ${words}) > 0`,
          sql`strpos(${bankLine.remark}, ${words}) > 0`,
          sql`strpos(${bankLine.serial}, ${words}) > 0`,
          sql`${bankLine.amount}::text like ${`${words.replace(/[%_\\]/g, '')}%`}`,
        )
      : undefined,
  )

const readLines = ({ db }: Ctx, where: ReturnType<typeof matching>) =>
  db.select().from(bankLine).where(where).orderBy(asc(bankLine.row), asc(bankLine.id)).$dynamic()

type Row = typeof bankLine.$inferSelect

/** What booked lines have paid, by their payments. */
async function readPaid(ctx: Ctx, rows: Row[]) {
  const ids = rows.flatMap(({ paymentId }) => paymentId ?? [])
  if (ids.length === 0) return new Map()
  const entries = await ctx.db
    .select()
    .from(allocation)
    .where(and(inArray(allocation.paymentId, ids), isInForce))
    .orderBy(asc(allocation.id))
  return Map.groupBy(await readPaidShares(ctx, entries), ({ entry }) => entry.paymentId)
}

async function toLines(ctx: Ctx, rows: Row[], proposals: Map<number, Proposal>): Promise<Line[]> {
  const paid = await readPaid(ctx, rows)
  return rows.map(row => {
    const proposal = proposals.get(row.id)
    const shares: Awaited<ReturnType<typeof readPaidShares>> = paid.get(row.paymentId ?? 0) ?? []
    return {
      id: row.id,
      row: row.row,
      paidOn: row.paidOn,
      amount: row.amount,
      payer: row.payer,
      account: row.accountMasked,
      remark: row.remark,
      serial: row.serial,
      state: row.state,
      note: row.note,
      stateName: lineStateNames[row.state],
      decidedName: row.decidedName,
      decidedAt: row.decidedAt && iso(row.decidedAt),
      paid: row.paymentId
        ? {
            paymentId: row.paymentId,
            owed: shares.map(({ entry: _, canUndo: __, ...one }) => one),
            rest: sumAmounts([row.amount, ...shares.map(({ share }) => -share)]),
            canUndo: shares.every(({ canUndo }) => canUndo),
          }
        : null,
      proposal: proposal
        ? { ...proposal, owed: proposal.owed.map(toOwedRow), isExact: amountOf(proposal) === row.amount }
        : null,
    }
  })
}

type OwedWords = { kindName: string; number: string; name: string; about: string }
const words = (owed: readonly OwedWords[]) =>
  owed.map(({ number, name, about }) => `${number} ${name} ${about}`).join('；')
const paidWords = ({ paid }: Line) => paid && words(paid.owed)
const proposalWords = ({ proposal }: Line) => proposal && `${words(proposal.owed)}：${proposal.reason}`

const exported: Column<Line>[] = [
  { title: '交易日期', width: 12, value: ({ paidOn }) => paidOn },
  { title: '收入金额', width: 12, value: ({ amount }) => amount },
  { title: '付款人', width: 36, value: ({ payer }) => payer },
  { title: '对方账号', width: 14, value: ({ account }) => account },
  { title: '摘要附言', width: 36, value: ({ remark }) => remark },
  { title: '交易流水号', width: 24, value: ({ serial }) => serial },
  { title: '状态', width: 10, value: ({ stateName }) => stateName },
  { title: '款项种类', width: 12, value: ({ paid, proposal }) => (paid ?? proposal)?.owed[0]?.kindName },
  { title: '入账的款项', width: 44, value: paidWords },
  { title: '建议的款项', width: 60, value: proposalWords },
  { title: '须核对', width: 36, value: ({ proposal }) => proposal?.problem },
  { title: '备注', width: 30, value: ({ note }) => note },
  { title: '经办人', width: 12, value: ({ decidedName }) => decidedName },
]
