import { createHash, randomBytes } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { assignAll, loggingRefusals } from './assigning.ts'
import { notifyPanel, refuseRepeated, refuseUnavailable, writePlaces } from './planning.ts'
import { lockRound, movedTo, nameOf, writeRound } from './roundCase.ts'
import { entriesOf } from './roundQueries.ts'
import { awardRoundEntry, awardScore } from './tables.ts'

type Endpoints = typeof staffRoundContract

export const orderingHandlers = {
  'POST /staff/award/round/entries': (ctx, given) =>
    loggingRefusals(
      ctx,
      given.id,
      inTransaction(ctx, async tx => {
        const about = await lockRound(tx, given, ['planned', 'open'])
        const { round } = about
        const before = await entriesOf(tx, round.id)
        const known = before.map(({ entry }) => entry.id)
        const added = given.entryIds.filter(id => !known.includes(id))
        const removed = before.filter(({ entry }) => !given.entryIds.includes(entry.id))
        const isOpen = round.state === 'open'
        const isOther = added.length > 0 || removed.length > 0
        if (isOpen && isOther && given.reason.length < 2)
          throw invalid('评分已开始，增减申报须说明理由', { reason: '请说明理由，会记入审计日志' })
        refuseRepeated(given.entryIds)
        await refuseUnavailable(tx, about, added)
        await writePlaces(tx, round.id, given.entryIds)
        const dropped = removed.map(({ entry }) => entry.id)
        if (dropped.length)
          await tx.db
            .delete(awardScore)
            .where(and(eq(awardScore.roundId, round.id), inArray(awardScore.entryId, dropped)))
        const drawSeed = isOther || given.entryIds.some((id, i) => id !== known[i]) ? '' : round.drawSeed
        const written = await writeRound(tx, about, { drawSeed, actorName: await ownName(tx) })
        await assignAll(tx, about, { isOpen })
        await recordChange(tx, {
          action: 'awardRound.entries',
          objectType: 'awardRound',
          objectId: round.id,
          objectName: nameOf(about),
          before: { entries: known },
          after: { entries: given.entryIds },
          ...(given.reason && { detail: { reason: given.reason } }),
        })
        if (isOpen && isOther) await notifyPanel(tx, about, `评审的申报有增减：${given.reason}`)
        return movedTo(written)
      }),
    ),
  'POST /staff/award/round/draw': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const about = await lockRound(tx, given, ['planned', 'open'])
      const { id } = about.round
      const before = (await entriesOf(tx, id)).map(({ entry }) => entry.id)
      const seed = randomBytes(8).toString('hex')
      const order = drawOrder(seed, before)
      for (const [i, entryId] of order.entries())
        await tx.db
          .update(awardRoundEntry)
          .set({ place: i + 1 })
          .where(and(eq(awardRoundEntry.roundId, id), eq(awardRoundEntry.entryId, entryId)))
      const written = await writeRound(tx, about, { drawSeed: seed, actorName: await ownName(tx) })
      await record(tx, {
        action: 'awardRound.draw',
        objectType: 'awardRound',
        objectId: id,
        objectName: nameOf(about),
        detail: { seed, rule: 'sha256(seed:id)' },
        before: { entries: before },
        after: { entries: order },
      })
      return movedTo(written)
    }),
} satisfies Partial<Handlers<Endpoints>>

/** Draws the order by lot: the same seed always gives the same order. */
export const drawOrder = (seed: string, ids: readonly number[]): number[] =>
  ids
    .map(id => ({ id, lot: createHash('sha256').update(`${seed}:${id}`).digest('hex') }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ id }) => id)
