import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, isRefusal, notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { MEMBER_FEE } from '#modules/membership/fees/server/feePayable.ts'
import { type OpenReceivable, type ReceivableKind, receivableKind } from '#modules/membership/fees/server/payables.ts'
import { refunding } from '#modules/membership/fees/server/refunding.ts'
import { lineStateNames } from '#modules/membership/feeWords.ts'
import { bankLine } from '#modules/membership/server/tables.ts'
import type { staffStatementsContract } from '../contract.ts'
import { paidId } from './bankList.ts'
import { proposalsFor } from './bankProposals.ts'

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

/** A payment pays what is owed, once: who comes second finds the line, or what it was to pay, decided. */
export const acceptLine = (
  ctx: Ctx,
  { lineId, payable, payableId }: Parsed<Endpoints['POST /staff/statement/accept']>,
): Promise<Output<Endpoints['POST /staff/statement/accept']>> =>
  inTransaction(ctx, async tx => {
    const kind = receivableKind(payable)
    if (!kind) throw notFound('没有这一种款项')
    // Locks in the common order: application, owed record, bank line.
    const held = await kind.lock(tx, payableId)
    const line = await lockLine(tx, lineId)
    if (line.state !== 'open') throw changedMeanwhile(line)
    const { amount, isOpen, stateName, ...of } = await readPayable(tx, kind, payableId)
    if (!isOpen) throw conflict(`这笔${kind.name}${stateName}，不能再入账；流水仍待处理`)
    if (line.amount !== amount)
      throw invalid(`金额不符：应缴 ${formatYuan(amount)} 元，到账 ${formatYuan(line.amount)} 元；请先与付款人核对`)
    const former = (await kind.pay(tx, held, line)) ?? null
    const paid = { payable, payableId, feeId: payable === MEMBER_FEE ? payableId : null, former }
    await tx.db
      .update(bankLine)
      .set({ ...paid, state: 'accepted', decidedName: await ownName(tx), decidedAt: ctx.now })
      .where(eq(bankLine.id, lineId))
    await record(tx, {
      action: 'statement.accept',
      objectType: 'bankLine',
      objectId: lineId,
      objectName: line.payer,
      detail: { payable: `${of.name} ${of.about}`, amount: line.amount, paidOn: line.paidOn },
    })
    return { lineId, payable, payableId }
  })

async function readPayable(ctx: Ctx, kind: ReceivableKind, id: number): Promise<OpenReceivable> {
  const [of] = await kind.list(ctx, [id])
  if (!of) throw notFound(`这笔${kind.name}不存在`)
  return of
}

export const bankActsHandlers = {
  'POST /staff/statement/accept': acceptLine,
  /** Posts all certain matches, each in its own transaction. */
  'POST /staff/statement/acceptAll': async (ctx, { id, expected }) => {
    const certain = [...(await proposalsFor(ctx, id))].filter(([, proposal]) => proposal.certain)
    if (certain.length !== expected)
      throw conflict(`有把握的现在是 ${certain.length} 笔，与您看到的 ${expected} 笔不同，请核对后再入账`)
    const results = []
    for (const [lineId, { owed }] of certain) {
      const name = `${owed.name} ${owed.about}`
      try {
        await acceptLine(ctx, { lineId, payable: owed.kind.kind, payableId: owed.id })
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
      if (seen.state !== 'accepted') throw conflict('这条流水没有入账，请刷新后查看')
      const id = paidId(seen)
      const kind = receivableKind(seen.payable)
      if (!kind?.undo) throw conflict(`${kind?.name ?? '这笔款项'}到账后申请已进入下一步，不能撤销`)
      if ((await refunding().givenBack(tx, { kind: kind.kind, payableId: id })) > 0)
        throw conflict('这笔款项已有退款，不能撤销入账')
      const held = await kind.lock(tx, id)
      const line = await lockLine(tx, lineId)
      if (line.state !== 'accepted' || line.payable !== kind.kind || paidId(line) !== id) throw changedMeanwhile(line)
      const of = await readPayable(tx, kind, id)
      await kind.undo(tx, held, line.former!, reason)
      const none = { payable: MEMBER_FEE, payableId: null, feeId: null, former: null }
      await tx.db
        .update(bankLine)
        .set({ ...none, state: 'open', note: reason, decidedName: '', decidedAt: null })
        .where(eq(bankLine.id, lineId))
      await record(tx, {
        action: 'statement.undo',
        objectType: 'bankLine',
        objectId: lineId,
        objectName: line.payer,
        detail: { payable: `${of.name} ${of.about}`, reason },
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
