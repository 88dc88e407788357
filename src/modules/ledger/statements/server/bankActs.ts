import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, isRefusal, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { cancelPayment, lockShares, receive } from '#modules/ledger/allocating/server/allocating.ts'
import { namesOf, sharesIn } from '#modules/ledger/allocating/server/shares.ts'
import { writeOffRest } from '#modules/ledger/allocating/server/writingOff.ts'
import { lineStateNames } from '#modules/ledger/bankWords.ts'
import { bankLine } from '#modules/ledger/server/tables.ts'
import type { staffStatementsContract } from '../contract.ts'
import { proposalsFor, sharesOf } from './bankProposals.ts'

type Endpoints = typeof staffStatementsContract
type Line = typeof bankLine.$inferSelect

async function lockLine(ctx: Ctx, id: number): Promise<Line> {
  const [line] = await ctx.db.select().from(bankLine).where(eq(bankLine.id, id)).for('update')
  if (!line) throw notFound('这条流水不存在')
  return line
}

const changedMeanwhile = ({ state, decidedName, decidedAt }: Line) =>
  conflict(
    decidedAt
      ? `已由 ${decidedName} 于 ${minute(iso(decidedAt))} 标为${lineStateNames[state]}，请刷新后查看`
      : '这条流水已有变化，请刷新后查看',
  )

type Accepting = Parsed<Endpoints['POST /staff/statement/accept']>

/**
 * Books a line: its shares are given to receivables, its rest is kept as a credit. Where it is a little less than a single
 * receivable, `writeOff` settles that all the same. Who comes second finds the line, or what it was to pay, decided.
 */
export const acceptLine = (
  ctx: Ctx,
  { lineId, shares, writeOff, note }: Accepting,
): Promise<Output<Endpoints['POST /staff/statement/accept']>> =>
  inTransaction(ctx, async tx => {
    const locked = await lockShares(tx, shares)
    const line = await lockLine(tx, lineId)
    if (line.state !== 'open') throw changedMeanwhile(line)
    const { paidOn, payer, amount, remark, serial } = line
    const made = await receive(tx, { way: 'line', amount, paidOn, payer, remark, number: serial }, locked)
    if (writeOff) await writeOffRest(tx, locked, { paidOn, reason: note || '银行扣费或汇款尾差' })
    await tx.db
      .update(bankLine)
      .set({ paymentId: made.id, state: 'accepted', note, decidedName: await ownName(tx), decidedAt: ctx.now })
      .where(eq(bankLine.id, lineId))
    const names = await namesOf(tx, locked)
    await record(tx, {
      action: 'statement.accept',
      objectType: 'bankLine',
      objectId: lineId,
      objectName: line.payer,
      detail: { payable: names.join('、'), amount, paidOn },
    })
    return { lineId, paymentId: made.id }
  })

export const bankActsHandlers = {
  'POST /staff/statement/accept': acceptLine,
  /** Posts all certain matches, each in its own transaction. */
  'POST /staff/statement/acceptAll': async (ctx, { id, expected }) => {
    const certain = [...(await proposalsFor(ctx, id))].filter(([, proposal]) => proposal.certain)
    if (certain.length !== expected)
      throw conflict(`有把握的现在是 ${certain.length} 笔，与您看到的 ${expected} 笔不同，请核对后再入账`)
    const results = []
    for (const [lineId, { owed }] of certain) {
      const name = owed.map(one => `${one.name} ${one.about}`).join('、')
      try {
        await acceptLine(ctx, { lineId, shares: sharesOf(owed), writeOff: false, note: '' })
        results.push({ id: lineId, name, done: true, msg: '已入账' })
      } catch (error) {
        if (!isRefusal(error)) throw error
        results.push({ id: lineId, name, done: false, msg: error.message })
      }
    }
    return results
  },
  /** Undoes a posting, as long as neither a membership nor an issued receipt has followed. */
  'POST /staff/statement/undo': (ctx, { lineId, reason }) =>
    inTransaction(ctx, async tx => {
      const [seen] = await tx.db.select().from(bankLine).where(eq(bankLine.id, lineId))
      if (!seen) throw notFound('这条流水不存在')
      if (!seen.paymentId) throw conflict('这条流水没有入账，请刷新后查看')
      const names = await namesOf(tx, await sharesIn(tx, seen.paymentId))
      await cancelPayment(tx, seen.paymentId, reason)
      const line = await lockLine(tx, lineId)
      if (line.paymentId !== seen.paymentId) throw changedMeanwhile(line)
      await tx.db
        .update(bankLine)
        .set({ paymentId: null, state: 'open', note: reason, decidedName: '', decidedAt: null })
        .where(eq(bankLine.id, lineId))
      await record(tx, {
        action: 'statement.undo',
        objectType: 'bankLine',
        objectId: lineId,
        objectName: line.payer,
        detail: { payable: names.join('、'), reason },
      })
      return { lineId }
    }),
  'POST /staff/statement/note': (ctx, { lineId, note, aside }) =>
    inTransaction(ctx, async tx => {
      const line = await lockLine(tx, lineId)
      if (line.state === 'accepted') throw changedMeanwhile(line)
      if (aside && !note) throw invalid('请写明这笔款项是什么', { note: '请写明这笔款项是什么' })
      const state = aside ? ('aside' as const) : ('open' as const)
      const set = { state, note, decidedName: await ownName(tx), decidedAt: ctx.now }
      await tx.db.update(bankLine).set(set).where(eq(bankLine.id, lineId))
      await recordChange(tx, {
        action: 'statement.note',
        objectType: 'bankLine',
        objectId: lineId,
        objectName: line.payer,
        before: { state: lineStateNames[line.state], note: line.note },
        after: { state: lineStateNames[state], note },
      })
      return { lineId }
    }),
} satisfies Partial<Handlers<Endpoints>>
