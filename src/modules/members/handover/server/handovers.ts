import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { typedCode } from '#lib/typed.ts'
import { record } from '#modules/audit/server/record.ts'
import { handover } from '#modules/members/server/tables.ts'
import type { handoverContract } from '../contract.ts'
import { hashCode, MAX_TRIES } from './freezing.ts'

type Endpoints = typeof handoverContract

export const handoversHandlers = {
  /** Says the same to a wrong number and to a wrong code; counted before it is compared. */
  'POST /handover/confirm': async (ctx, { number, code }) => {
    const id = Number(typedCode(number).match(/^LX\d{4}-(\d{6,9})$/i)?.[1] ?? 0)
    const isOpen = and(eq(handover.id, id), eq(handover.state, 'frozen'), isNull(handover.confirmedAt))
    const [asked] = await ctx.db
      .update(handover)
      .set({ tries: sql`${handover.tries} + 1` })
      .where(and(isOpen, lt(handover.tries, MAX_TRIES), gt(handover.codeExpiresAt, ctx.now)))
      .returning()
    if (!asked || asked.codeHash !== hashCode(ctx, id, typedCode(code)))
      throw invalid('办理编号或确认码不正确，或已失效', { code: '请对照短信核对；多次不对时请与协会联系' })
    await inTransaction(ctx, async tx => {
      const { rowCount } = await tx.db.update(handover).set({ confirmedAt: ctx.now }).where(isOpen)
      if (rowCount === 0) throw conflict('这件变更刚刚已经办结或确认过')
      await record(tx, { action: 'handover.confirm', objectType: 'handover', objectId: id })
    })
    return { confirmed: true }
  },
} satisfies Partial<Handlers<Endpoints>>

/** Age in ms at which requests that were never submitted are deleted. */
const UNSUBMITTED_LIFE_MS = 30 * 86_400_000

export async function deleteUnsubmittedHandovers({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const past = new Date(now.getTime() - UNSUBMITTED_LIFE_MS)
  await db.delete(handover).where(and(eq(handover.state, 'begun'), lte(handover.createdAt, past)))
}
