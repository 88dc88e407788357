import { and, eq, isNull } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record, recordAll } from '#modules/audit/server/record.ts'
import { faultsIn, totalOf } from '#modules/awards/rounds/ranking.ts'
import { recuseExpert, scoreAt } from '#modules/awards/rounds/server/assigning.ts'
import { findConflictsOfInterest } from '#modules/awards/rounds/server/conflictsOfInterest.ts'
import { notifyDeskOfRecusal } from '#modules/awards/rounds/server/notifications.ts'
import { nameOf } from '#modules/awards/rounds/server/roundCase.ts'
import { assignmentsOf, entriesOf, type InRound, isOut, isScoring } from '#modules/awards/rounds/server/roundQueries.ts'
import { awardPanel, awardRound, awardScore } from '#modules/awards/rounds/server/tables.ts'
import type { scoringContract } from '../contract.ts'
import { isSame, type Score } from './reading.ts'
import { ownSeat, type Seat } from './seats.ts'

type Endpoints = typeof scoringContract

/**
 * The expert's place in a round in which scores may be written now. Held until the transaction ends: whoever closes the
 * round waits, and whoever comes after that finds it closed. Experts do not hold up one another.
 */
async function openSeat(ctx: Ctx, id: number, { signs = false } = {}): Promise<Seat> {
  await ctx.db.select({ id: awardRound.id }).from(awardRound).where(eq(awardRound.id, id)).for('share')
  const seat = await ownSeat(ctx, id)
  if (seat.round.state !== 'open') throw conflict('评审已经结束，评分不能再改')
  if (!isScoring(seat.round, ctx.now)) throw conflict(`评审已于 ${seat.round.dueOn} 截止，评分不能再改`)
  if (!signs && !seat.panel.declaredAt) throw conflict('请先阅读并签署回避声明')
  return seat
}

export const writingHandlers = {
  'POST /award/scoring/declare': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const seat = await openSeat(tx, id, { signs: true })
      const own = and(eq(awardPanel.roundId, id), eq(awardPanel.expertId, seat.expert.id))
      const [signed] = await tx.db
        .update(awardPanel)
        .set({ declaredAt: ctx.now })
        .where(and(own, isNull(awardPanel.declaredAt)))
        .returning()
      if (signed) await note(tx, seat, 'declare')
      return { declaredAt: iso(signed ? ctx.now : seat.panel.declaredAt!) }
    }),
  'POST /award/scoring/save': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const seat = await openSeat(tx, given.id)
      const current = await lockScore(tx, { seat, entryId: given.entryId })
      if (given.version !== undefined && given.version !== current.version) throw conflict(OUTDATED_MESSAGE)
      const { criteria } = seat.call.rules
      const points = Object.fromEntries(
        criteria.flatMap(({ code }) => (given.points[code] === undefined ? [] : [[code, given.points[code]]])),
      )
      const version = current.version + 1
      await tx.db
        .update(awardScore)
        .set({ points, comment: given.comment, version, updatedAt: ctx.now })
        .where(scoreAt(seat.round.id, current))
      return { version, savedAt: iso(ctx.now), total: totalOf(criteria, points) }
    }),
  /** Submits the saved scores. Conflicts of interest that became known meanwhile are checked again. */
  'POST /award/scoring/submit': async (ctx, given) => {
    const refused = await inTransaction(ctx, async tx => {
      const seat = await openSeat(tx, given.id)
      const ids = given.entries.map(({ entryId }) => entryId)
      const entries = (await entriesOf(tx, given.id)).filter(({ entry }) => ids.includes(entry.id))
      const tied = await recuseFromTied(tx, seat, entries)
      if (tied.length) return recusalMessage(tied)
      for (const { entryId, version } of given.entries.toSorted((a, b) => a.entryId - b.entryId)) {
        const one = entries.find(({ entry }) => entry.id === entryId)
        await submitScore(tx, seat, { one, entryId, version })
      }
      await recordAll(
        tx,
        entries.map(({ entry }) => ({
          action: 'awardRound.submit',
          objectType: 'awardRound',
          objectId: given.id,
          objectName: nameOf(seat),
          detail: { expert: seat.expert.name, entry: entry.name },
        })),
      )
    })
    // The recusal stands; only what was handed in with it does not.
    if (refused) throw conflict(refused)
    return { submitted: given.entries.length }
  },
  'POST /award/scoring/recuse': (ctx, { id, entryId, reason }) =>
    inTransaction(ctx, async tx => {
      const seat = await openSeat(tx, id)
      await lockScore(tx, { seat, entryId })
      const one = (await entriesOf(tx, id)).find(({ entry }) => entry.id === entryId)!
      await recordRecusal(tx, seat, { one, reasons: [reason] }, 'declared')
      return {}
    }),
} satisfies Partial<Handlers<Endpoints>>

/** Logs who did what, never the points: readers of the log must not learn the scores of an open round. */
const note = (ctx: Ctx, seat: Seat, act: string, detail: Record<string, unknown> = {}) =>
  record(ctx, {
    action: `awardRound.${act}`,
    objectType: 'awardRound',
    objectId: seat.round.id,
    objectName: nameOf(seat),
    detail: { expert: seat.expert.name, ...detail },
  })

type ScoreKey = { seat: Seat; entryId: number }

/** Locked: two devices of one expert write one after the other. */
async function lockScore({ db }: Ctx, { seat, entryId }: ScoreKey): Promise<Score> {
  const at = scoreAt(seat.round.id, { entryId, expertId: seat.expert.id })
  const [found] = await db.select().from(awardScore).where(at).for('update')
  if (!found) throw notFound('这项申报不由您评审，或您已回避')
  return found
}

const OUTDATED_MESSAGE = '这项评分已在另一处（另一个窗口或设备）修改过。请载入较新的内容，或用您现在的内容覆盖'

type HandedIn = { one: InRound | undefined; entryId: number; version: number }

async function submitScore(ctx: Ctx, seat: Seat, { one, entryId, version }: HandedIn): Promise<void> {
  const current = await lockScore(ctx, { seat, entryId })
  if (!one || isOut(one.about)) throw conflict('这项申报已撤回，不再评审')
  if (current.version !== version) throw conflict(OUTDATED_MESSAGE)
  const { criteria } = seat.call.rules
  const { points, comment, submitted } = current
  const faults = faultsIn(criteria, points, comment)
  if (Object.keys(faults).length)
    throw invalid(
      `“${one.entry.name}”有 ${Object.keys(faults).length} 处需要更正`,
      Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`${entryId}.${name}`, fault])),
    )
  const last = submitted.at(-1)
  if (last && isSame(last, current)) return
  const total = totalOf(criteria, points)
  await ctx.db
    .update(awardScore)
    .set({
      total,
      submittedAt: ctx.now,
      version: current.version + 1,
      updatedAt: ctx.now,
      submitted: [...submitted, { points, total, comment, at: iso(ctx.now) }],
    })
    .where(scoreAt(seat.round.id, current))
}

type TiedEntry = { one: InRound; reasons: string[] }

/** Ties written down since the round began: from now on the expert has no part in those entries, and staff know. */
async function recuseFromTied(ctx: Ctx, seat: Seat, entries: readonly InRound[]): Promise<TiedEntry[]> {
  const all = entries.map(({ entry }) => entry)
  const { conflicts, own } = (await findConflictsOfInterest(ctx, seat, [seat.expert], all)).get(seat.expert.id)!
  const tied = own.length
    ? entries.map(one => ({ one, reasons: own }))
    : conflicts.map(({ entryId, reasons }) => ({ one: entries.find(({ entry }) => entry.id === entryId)!, reasons }))
  for (const each of tied) await recordRecusal(ctx, seat, each, 'register')
  return tied
}

const recusalMessage = (tied: readonly TiedEntry[]) =>
  `核对发现您须回避，这些申报不再由您评审：${tied.map(({ one }) => `“${one.entry.name}”`).join('、')}。其余的请再次提交`

async function recordRecusal(
  ctx: Ctx,
  seat: Seat,
  { one: { entry }, reasons }: TiedEntry,
  source: 'register' | 'declared',
) {
  await recuseExpert(ctx, seat.round.id, { entryId: entry.id, expertId: seat.expert.id, reasons, source })
  const left = (await assignmentsOf(ctx, [seat.round.id])).filter(({ entryId }) => entryId === entry.id).length
  await note(ctx, seat, source === 'declared' ? 'stepAside' : 'recuse', {
    entry: entry.name,
    reasons: reasons.join('；'),
  })
  await notifyDeskOfRecusal(ctx, seat, { expert: seat.expert, entry, reasons, left })
}
