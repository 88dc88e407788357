import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso, longDay } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { awardCall, awardEntry } from '#modules/awards/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { notifyExpert, whereAndWhen } from './notifications.ts'
import { findRound, lockRound, movedTo, nameOf, type RoundCase, writeRound } from './roundCase.ts'
import { assignmentsOf, membersOf } from './roundQueries.ts'
import { awardRound, awardRoundEntry } from './tables.ts'

type Endpoints = typeof staffRoundContract
type Save = Endpoints['POST /staff/award/round/save']

export const saveRound = (ctx: Ctx, given: Parsed<Save>): Promise<Output<Save>> =>
  inTransaction(ctx, async tx => {
    if (given.dueOn < dayOf(ctx.now)) throw invalid('截止日期不能早于今天', { dueOn: '不能早于今天' })
    if (given.kind === 'defence' && !(given.startsAt && given.place))
      throw invalid('答辩评审须写明时间和地点', {
        ...(!given.startsAt && { startsAt: '请填写答辩开始的时间' }),
        ...(!given.place && { place: '请填写答辩地点' }),
      })
    return given.id === undefined ? addRound(tx, given) : editRound(tx, given.id, given)
  })

const planOf = ({ name, kind, groupCode, dueOn, place, startsAt }: Parsed<Save>) => ({
  name,
  kind,
  groupCode: groupCode ?? null,
  dueOn,
  place,
  startsAt: startsAt ? new Date(startsAt) : null,
})

async function addRound(ctx: Ctx, given: Parsed<Save>): Promise<Output<Save>> {
  const [call] = await ctx.db.select().from(awardCall).where(eq(awardCall.id, given.callId))
  if (!call || call.state === 'draft') throw invalid('请选择已发布的申报通知', { callId: '请从列表中选择' })
  if (given.groupCode && !call.rules.groups.some(({ code }) => code === given.groupCode))
    throw invalid('没有这个专业评审组', { groupCode: '请从列表中选择' })
  if (!given.entryIds?.length) throw invalid('请选择参加本轮的申报', { entryIds: '至少选择一项' })
  const at = { actorName: await ownName(ctx), createdAt: ctx.now, updatedAt: ctx.now }
  const [made] = await ctx.db
    .insert(awardRound)
    .values({ ...planOf(given), callId: call.id, ...at })
    .returning()
  const about = await findRound(ctx, made!.id)
  refuseRepeated(given.entryIds)
  await refuseUnavailable(ctx, about, given.entryIds)
  await writePlaces(ctx, made!.id, given.entryIds)
  await record(ctx, {
    action: 'awardRound.add',
    objectType: 'awardRound',
    objectId: made!.id,
    objectName: nameOf(about),
    detail: { ...plain(about), entries: given.entryIds },
  })
  return movedTo(made!)
}

const plain = ({ round: { name, kind, groupCode, dueOn, place, startsAt } }: Pick<RoundCase, 'round'>) => ({
  name,
  kind,
  groupCode,
  dueOn,
  place,
  startsAt: startsAt && iso(startsAt),
})

async function editRound(ctx: Ctx, id: number, given: Parsed<Save>): Promise<Output<Save>> {
  const about = await lockRound(ctx, { id, version: given.version ?? 0 }, ['planned', 'open'])
  const { round } = about
  const isOpen = round.state === 'open'
  if (isOpen && given.kind !== round.kind) throw conflict('评分已开始，不能再改评审方式')
  const written = await writeRound(ctx, about, { ...planOf(given), actorName: await ownName(ctx) })
  const now = { ...about, round: written }
  await recordChange(ctx, {
    action: 'awardRound.edit',
    objectType: 'awardRound',
    objectId: id,
    objectName: nameOf(now),
    before: plain(about),
    after: plain(now),
  })
  const told = changesIn(about, now)
  if (isOpen && told) await notifyPanel(ctx, now, told)
  return movedTo(written)
}

const changesIn = ({ round: before }: RoundCase, { round: after }: RoundCase) =>
  [
    before.dueOn !== after.dueOn && `截止日期改为 ${longDay(after.dueOn)}`,
    whereAndWhen(before) !== whereAndWhen(after) && `答辩改为 ${whereAndWhen(after)}`,
  ]
    .filter(Boolean)
    .join('；')

/** Notifies the panel of a change of an open round, with each expert's current number of entries. */
export async function notifyPanel(ctx: Ctx, about: RoundCase, what: string): Promise<void> {
  const assigned = await assignmentsOf(ctx, [about.round.id])
  for (const { expert } of await membersOf(ctx, about.round.id)) {
    const count = assigned.filter(({ expertId }) => expertId === expert.id).length
    await notifyExpert(ctx, expert, about, 'changed', { 说明: what, 项数: String(count) })
  }
}

export function refuseRepeated(ids: readonly number[]) {
  if (new Set(ids).size !== ids.length) throw invalid('同一项申报出现了两次', { entryIds: '请重新选择' })
}

/**
 * Throws unless all entries belong to the call and group, await scoring, and are in no other round that is not closed.
 */
export async function refuseUnavailable(ctx: Ctx, { round, call }: RoundCase, ids: readonly number[]): Promise<void> {
  const found = await ctx.db
    .select({ entry: awardEntry, state: application.state })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .where(and(inArray(awardEntry.id, [...ids]), eq(awardEntry.callId, call.id)))
    .orderBy(awardEntry.id)
    // Locks the entries: of two concurrent plans the second sees what the first has taken.
    .for('update')
  if (found.length < ids.length) throw invalid('有的申报不属于这次申报通知', { entryIds: '请重新选择' })
  const wrong = found.filter(({ entry, state }) => {
    return state !== 'scoring' || (round.groupCode !== null && entry.groupCode !== round.groupCode)
  })
  if (wrong.length)
    throw invalid(`不能列入本轮：${wrong.map(({ entry }) => entry.name).join('、')}（不在专家评审中，或不属于该组）`, {
      entryIds: '请重新选择',
    })
  const taken = await ctx.db
    .select({ name: awardEntry.name, round: awardRound.name })
    .from(awardRoundEntry)
    .innerJoin(awardRound, eq(awardRound.id, awardRoundEntry.roundId))
    .innerJoin(awardEntry, eq(awardEntry.id, awardRoundEntry.entryId))
    .where(and(inArray(awardRoundEntry.entryId, [...ids]), ne(awardRound.state, 'closed'), ne(awardRound.id, round.id)))
  if (taken[0]) throw conflict(`“${taken[0].name}”已列入“${taken[0].round}”，那一轮结束后才能列入另一轮`)
}

export async function writePlaces({ db }: Ctx, roundId: number, ids: readonly number[]): Promise<void> {
  await db.delete(awardRoundEntry).where(eq(awardRoundEntry.roundId, roundId))
  await db.insert(awardRoundEntry).values(ids.map((entryId, i) => ({ roundId, entryId, place: i + 1 })))
}

export const planningHandlers = {
  'POST /staff/award/round/save': saveRound,
  'POST /staff/award/round/remove': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const about = await lockRound(tx, given, ['planned'])
      await tx.db.delete(awardRound).where(eq(awardRound.id, about.round.id))
      await record(tx, {
        action: 'awardRound.remove',
        objectType: 'awardRound',
        objectId: about.round.id,
        objectName: nameOf(about),
        detail: plain(about),
      })
      return {}
    }),
} satisfies Partial<Handlers<Endpoints>>
