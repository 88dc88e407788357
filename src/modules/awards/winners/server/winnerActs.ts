import { asc, eq, inArray } from 'drizzle-orm'
import { dayOf, longDay, startOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordAll, recordChange } from '#modules/audit/server/record.ts'
import { awardWinner } from '#modules/awards/server/tables.ts'
import { recordAct } from '#modules/certificates/issuing/server/acts.ts'
import { certificateActed, notifyHolder } from '#modules/certificates/server/certificateMessages.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { eventNames } from '#modules/certificates/status.ts'
import type { staffWinnerContract } from '../staffWinnerContract.ts'
import { papersOf } from './winnerList.ts'
import { lockWinner } from './winners.ts'

type Endpoints = typeof staffWinnerContract

export const winnerActsHandlers = {
  /** Shown together from that day on, or no longer; all of them or none. */
  'POST /staff/award-winner/publish': (ctx, { ids, on }) =>
    inTransaction(ctx, async tx => {
      const wanted = [...new Set(ids)]
      const rows = await tx.db
        .select()
        .from(awardWinner)
        .where(inArray(awardWinner.id, wanted))
        .orderBy(asc(awardWinner.id))
        .for('update')
      if (rows.length < wanted.length) throw invalid('所选的获奖项目有的已被删除，请刷新后重新选择')
      const taken = rows.find(({ withdrawnOn, publishedAt }) => withdrawnOn && (on === null || !publishedAt))
      if (taken) throw conflict(`“${taken.name}”的奖励已撤销，公布与否不再改动，请不要选择它`)
      const early = on === null ? undefined : rows.find(({ awardedOn }) => awardedOn > on)
      if (early)
        throw invalid(`“${early.name}”${longDay(early.awardedOn)}才授奖，公布日期不能更早`, { on: '早于授奖日期' })
      const changed = rows.filter(({ withdrawnOn }) => !withdrawnOn)
      await tx.db
        .update(awardWinner)
        .set({ publishedAt: on === null ? null : startOf(on), actorName: await ownName(ctx), updatedAt: ctx.now })
        .where(
          inArray(
            awardWinner.id,
            changed.map(({ id }) => id),
          ),
        )
      await recordAll(
        tx,
        changed.map(({ id, name, publishedAt }) => ({
          action: on === null ? 'awardWinner.unpublish' : 'awardWinner.publish',
          objectType: 'awardWinner',
          objectId: id,
          objectName: name,
          before: { shownFrom: publishedAt && dayOf(publishedAt) },
          after: { shownFrom: on },
        })),
      )
      return { count: changed.length }
    }),
  /** 撤销奖励: what was won by deceit is taken back, and stays in the list as that. */
  'POST /staff/award-winner/withdraw': (ctx, { effectiveOn, reason, ...known }) =>
    inTransaction(ctx, async tx => {
      const before = await lockWinner(tx, known)
      if (before.withdrawnOn) throw conflict(`这项奖励已于 ${longDay(before.withdrawnOn)} 撤销`)
      if (effectiveOn > dayOf(ctx.now)) throw invalid('撤销日期不能晚于今天', { effectiveOn: '不能晚于今天' })
      if (effectiveOn < before.awardedOn) throw invalid('撤销日期不能早于授奖日期', { effectiveOn: '不能早于授奖日期' })
      await revokePapers(tx, before.id, { effectiveOn, reason })
      const after = { withdrawnOn: effectiveOn, withdrawnReason: reason }
      const [written] = await tx.db
        .update(awardWinner)
        .set({ ...after, version: before.version + 1, actorName: await ownName(tx), updatedAt: ctx.now })
        .where(eq(awardWinner.id, before.id))
        .returning()
      await recordChange(tx, {
        action: 'awardWinner.withdraw',
        objectType: 'awardWinner',
        objectId: before.id,
        objectName: before.name,
        before: { withdrawnOn: null, withdrawnReason: '' },
        after,
      })
      return { id: written!.id, version: written!.version }
    }),
} satisfies Partial<Handlers<Endpoints>>

async function revokePapers(ctx: Ctx, winnerId: number, of: { effectiveOn: string; reason: string }) {
  const ids = (await papersOf(ctx, [winnerId])).map(({ of }) => of.id)
  // Locks in the order of ids, as every place that locks several certificates does, to avoid deadlocks.
  const rows = await ctx.db
    .select()
    .from(certificate)
    .where(inArray(certificate.id, ids))
    .orderBy(asc(certificate.id))
    .for('update')
  for (const paper of rows) {
    if (paper.status === 'revoked') continue
    await recordAct(ctx, paper, { kind: 'revoked', ...of })
    const values = { 日期: longDay(of.effectiveOn), 变动: eventNames.revoked, 原因: of.reason }
    await notifyHolder(ctx, paper, certificateActed, values)
  }
}
