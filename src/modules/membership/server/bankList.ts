import { and, asc, count, desc, eq, gt, inArray, max, min, or, sql, sum } from 'drizzle-orm'
import type { Download, Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import type { Ctx } from '#lib/server/context.ts'
import { countUpTo } from '#lib/server/db.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { lineStateNames, openFeeStates } from '../feeWords.ts'
import type { staffStatementsContract } from '../statementContract.ts'
import { type Proposed, proposalsFor, toHint } from './bankProposals.ts'
import { matchingFees, readFees } from './feeQueries.ts'
import { bankLine, bankStatement, memberFee } from './tables.ts'

type Endpoints = typeof staffStatementsContract
type Filter = Parsed<Endpoints['GET /staff/statement/export']>
type Line = Output<Endpoints['GET /staff/statement/lines']>['list'][number]

const inState = (state: (typeof bankLine.$inferSelect)['state']) =>
  sql<number>`count(*) filter (where ${bankLine.state} = ${state})`.mapWith(Number)

const readStatements = ({ db }: Ctx) =>
  db
    .select({
      of: bankStatement,
      ...{ count: count(bankLine.id), amount: sum(bankLine.amount).mapWith(Number) },
      ...{ open: inState('open'), accepted: inState('accepted'), aside: inState('aside') },
      ...{ fromDay: min(bankLine.paidOn), toDay: max(bankLine.paidOn) },
    })
    .from(bankStatement)
    .leftJoin(bankLine, eq(bankLine.statementId, bankStatement.id))
    .groupBy(bankStatement.id)
    .orderBy(desc(bankStatement.id))
    .$dynamic()

const toStatement = ({ of, ...numbers }: Awaited<ReturnType<typeof readStatements>>[number]) => ({
  ...{ id: of.id, bank: of.bank, fileName: of.fileName, importedName: of.importedName },
  ...{ createdAt: iso(of.createdAt), known: of.known, passedOver: of.passedOver, ...numbers },
})

export async function listStatements(
  ctx: Ctx,
  asked: Parsed<Endpoints['GET /staff/statement/list']>,
): Promise<Output<Endpoints['GET /staff/statement/list']>> {
  const [rows, total] = await Promise.all([
    readStatements(ctx).limit(asked.pageSize).offset(offset(asked)),
    countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${bankStatement}`),
  ])
  return toPage(rows.map(toStatement), total, asked)
}

export async function showStatement(
  ctx: Ctx,
  { id }: Parsed<Endpoints['GET /staff/statement/detail']>,
): Promise<Output<Endpoints['GET /staff/statement/detail']>> {
  const [row] = await readStatements(ctx).where(eq(bankStatement.id, id))
  if (!row) throw notFound('这份流水不存在')
  const certain = [...(await proposalsFor(ctx, id)).values()].filter(one => one.certain)
  const certainAmount = certain.reduce((total, { fee: { fee } }) => total + fee.amount, 0)
  return { ...toStatement(row), certain: certain.length, certainAmount }
}

const matching = ({ id, state, certain, words }: Filter, proposals: Map<number, Proposed>) =>
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

async function toLines(
  ctx: Ctx,
  rows: (typeof bankLine.$inferSelect)[],
  proposals: Map<number, Proposed>,
): Promise<Line[]> {
  const ids = rows.flatMap(({ feeId }) => feeId ?? [])
  const fees = ids.length ? await readFees(ctx, inArray(memberFee.id, ids)) : []
  const paid = new Map(fees.map(row => [row.fee.id, toHint(row)]))
  return rows.map(row => {
    const proposed = proposals.get(row.id)
    const { feeId: _, fee, ...proposal } = proposed ?? { feeId: 0, fee: null }
    return {
      ...{ id: row.id, row: row.row, paidOn: row.paidOn, amount: row.amount, payer: row.payer },
      ...{ account: row.accountMasked, remark: row.remark, serial: row.serial, state: row.state, note: row.note },
      ...{ stateName: lineStateNames[row.state], decidedName: row.decidedName },
      decidedAt: row.decidedAt && iso(row.decidedAt),
      fee: paid.get(row.feeId ?? 0) ?? null,
      proposal: fee ? ({ ...proposal, ...toHint(fee) } as Line['proposal']) : null,
    }
  })
}

export async function listLines(
  ctx: Ctx,
  asked: Parsed<Endpoints['GET /staff/statement/lines']>,
): Promise<Output<Endpoints['GET /staff/statement/lines']>> {
  const proposals = await proposalsFor(ctx, asked.id)
  const where = matching(asked, proposals)
  const [rows, total] = await Promise.all([
    readLines(ctx, where).limit(asked.pageSize).offset(offset(asked)),
    countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${bankLine} where ${where}`),
  ])
  return toPage(await toLines(ctx, rows, proposals), total, asked)
}

const feeWords = ({ fee }: Line) => fee && `${fee.number} ${fee.name} ${fee.year} 年度`
const proposalWords = ({ proposal }: Line) =>
  proposal && `${proposal.number} ${proposal.name} ${proposal.year} 年度：${proposal.reason}`

const exported: Column<Line>[] = [
  { title: '交易日期', width: 12, value: ({ paidOn }) => paidOn },
  { title: '收入金额', width: 12, value: ({ amount }) => amount },
  { title: '付款人', width: 36, value: ({ payer }) => payer },
  { title: '对方账号', width: 14, value: ({ account }) => account },
  { title: '摘要附言', width: 36, value: ({ remark }) => remark },
  { title: '交易流水号', width: 24, value: ({ serial }) => serial },
  { title: '状态', width: 10, value: ({ stateName }) => stateName },
  { title: '入账的会费', width: 44, value: feeWords },
  { title: '建议的会费', width: 60, value: proposalWords },
  { title: '须核对', width: 36, value: ({ proposal }) => proposal?.problem },
  { title: '备注', width: 30, value: ({ note }) => note },
  { title: '经办人', width: 12, value: ({ decidedName }) => decidedName },
]

export async function exportLines(ctx: Ctx, asked: Filter): Promise<Download> {
  const proposals = await proposalsFor(ctx, asked.id)
  const where = matching(asked, proposals)
  const rows = inBatches<Line>(async last => {
    const next = last && or(gt(bankLine.row, last.row), and(eq(bankLine.row, last.row), gt(bankLine.id, last.id)))
    return toLines(ctx, await readLines(ctx, and(where, next)).limit(1000), proposals)
  })
  return sendWorkbook(`银行流水-${dayOf(ctx.now)}`, { name: '银行流水', columns: exported, rows })
}

const CANDIDATES = 20

/** Fees that are still open, those of the very amount first. */
export async function findCandidates(
  ctx: Ctx,
  { lineId, words }: Parsed<Endpoints['GET /staff/statement/candidates']>,
): Promise<Output<Endpoints['GET /staff/statement/candidates']>> {
  const [line] = await ctx.db.select().from(bankLine).where(eq(bankLine.id, lineId))
  if (!line) throw notFound('这条流水不存在')
  const where = and(matchingFees({ words: words || undefined }), inArray(memberFee.state, openFeeStates))
  const rows = await readFees(ctx, where)
    .orderBy(desc(sql`${memberFee.amount} = ${line.amount}`), asc(memberFee.year), asc(memberFee.id))
    .limit(CANDIDATES)
  return rows.map(toHint)
}

/** Who asks for a whole account number leaves a line. */
export const showAccount = (
  ctx: Ctx,
  { lineId }: Parsed<Endpoints['POST /staff/statement/account']>,
): Promise<Output<Endpoints['POST /staff/statement/account']>> =>
  ctx.db.transaction(async db => {
    const [line] = await db.select().from(bankLine).where(eq(bankLine.id, lineId))
    if (!line?.accountSealed) throw notFound('这条流水没有对方账号')
    const about = { objectType: 'bankLine', objectId: lineId, objectName: line.payer }
    await record({ ...ctx, db }, { action: 'statement.reveal', ...about })
    return { account: ctx.sealer.open(line.accountSealed) }
  })
