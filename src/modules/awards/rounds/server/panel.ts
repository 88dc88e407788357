import { and, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { employersOf } from '#modules/experts/server/conflicts.ts'
import { expert } from '#modules/experts/server/tables.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { assignAll, loggingRefusals } from './assigning.ts'
import { notifyExpert } from './notifications.ts'
import { notifyInvitedExperts } from './opening.ts'
import { lockRound, movedTo, nameOf, type RoundCase, writeRound } from './roundCase.ts'
import { type Member, membersOf } from './roundQueries.ts'
import { awardPanel, awardScore } from './tables.ts'

type Panel = (typeof staffRoundContract)['POST /staff/award/round/panel']
type Chosen = Parsed<Panel>['experts']

/**
 * Sets the panel of a round. In an open round a change needs a reason, and scores submitted by a removed expert no
 * longer count: a partly replaced panel has not seen the same work.
 */
export const choosePanel = (ctx: Ctx, given: Parsed<Panel>): Promise<Output<Panel>> =>
  loggingRefusals(
    ctx,
    given.id,
    inTransaction(ctx, async tx => {
      const about = await lockRound(tx, given, ['planned', 'open'])
      await refuseUnfitExperts(tx, given.experts)
      const before = await membersOf(tx, about.round.id)
      const { gone, come } = differencesOf(before, given.experts)
      const isOpen = about.round.state === 'open'
      if (isOpen && (gone.length || come.length) && given.reason.length < 2)
        throw invalid('评分已开始，增补或更换专家须说明理由', { reason: '请说明理由，会记入审计日志和评审记录' })
      const dropped = await removeMembers(tx, about, gone, given.reason)
      await writeMembers(tx, about.round.id, given.experts)
      const written = await writeRound(tx, about, { actorName: await ownName(tx) })
      await assignAll(tx, about, { isOpen })
      const after = await membersOf(tx, about.round.id)
      await recordChange(tx, {
        action: 'awardRound.panel',
        objectType: 'awardRound',
        objectId: about.round.id,
        objectName: nameOf(about),
        before: { panel: namesOf(before) },
        after: { panel: namesOf(after) },
        ...(given.reason && { detail: { reason: given.reason, droppedScores: dropped } }),
      })
      if (isOpen) {
        const now = { ...about, round: written }
        for (const { expert } of gone) await notifyExpert(tx, expert, now, 'left', { 说明: given.reason })
        await notifyInvitedExperts(tx, now, come)
      }
      return movedTo(written)
    }),
  )

const namesOf = (members: readonly Member[]) =>
  members.map(({ of, expert }) => (of.role === 'leader' ? `${expert.name}（组长）` : expert.name)).join('、')

function differencesOf(before: readonly Member[], chosen: Chosen) {
  const ids = chosen.map(({ expertId }) => expertId)
  const known = before.map(({ expert }) => expert.id)
  return { gone: before.filter(({ expert }) => !ids.includes(expert.id)), come: ids.filter(id => !known.includes(id)) }
}

/** Different, known, and one of them fit to lead. What ties them to entries is looked up when they are assigned. */
async function refuseUnfitExperts(ctx: Ctx, chosen: Chosen): Promise<void> {
  const ids = chosen.map(({ expertId }) => expertId)
  const found = await ctx.db.select().from(expert).where(inArray(expert.id, ids))
  if (new Set(ids).size !== ids.length || found.length !== ids.length)
    throw invalid('专家组中有重复或不存在的专家，请重新选择', { experts: '请重新选择' })
  const leaders = chosen.filter(({ role }) => role === 'leader')
  if (leaders.length !== 1) throw invalid('专家组须恰有一名组长', { experts: '请指定一名组长' })
  const leader = found.find(({ id }) => id === leaders[0]!.expertId)!
  if (!leader.mayLead) throw invalid(`${leader.name}不能担任组长`, { [`expert-${leader.id}`]: '不能担任组长' })
}

/** Answers how many scores were dropped that had been handed in. Of a round that has not begun nothing is kept. */
async function removeMembers(
  { db, now }: Ctx,
  { round }: RoundCase,
  gone: readonly Member[],
  leftReason: string,
): Promise<number> {
  if (gone.length === 0) return 0
  const experts = gone.map(({ expert }) => expert.id)
  const scores = await db
    .delete(awardScore)
    .where(and(eq(awardScore.roundId, round.id), inArray(awardScore.expertId, experts)))
    .returning({ submittedAt: awardScore.submittedAt })
  const theirs = and(eq(awardPanel.roundId, round.id), inArray(awardPanel.expertId, experts))
  if (round.state === 'planned') await db.delete(awardPanel).where(theirs)
  else await db.update(awardPanel).set({ leftAt: now, leftReason }).where(theirs)
  return scores.filter(({ submittedAt }) => submittedAt).length
}

async function writeMembers(ctx: Ctx, roundId: number, chosen: Chosen): Promise<void> {
  const employers = await employersOf(
    ctx,
    chosen.map(({ expertId }) => expertId),
  )
  for (const { expertId, role } of chosen) {
    const known = { role, employers: employers.get(expertId) ?? [], leftAt: null, leftReason: '' }
    await ctx.db
      .insert(awardPanel)
      .values({ roundId, expertId, ...known })
      .onConflictDoUpdate({ target: [awardPanel.roundId, awardPanel.expertId], set: known })
  }
}

export const panelHandlers = {
  'POST /staff/award/round/panel': choosePanel,
} satisfies Partial<Handlers<typeof staffRoundContract>>
