import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { assignAll, loggingRefusals } from './assigning.ts'
import { inviteApplicant, notifyExpert } from './notifications.ts'
import { lockRound, movedTo, nameOf, type RoundCase, writeRound } from './roundCase.ts'
import { assignmentsOf, entriesOf, isOut, membersOf } from './roundQueries.ts'

type Endpoints = typeof staffRoundContract
type Open = Endpoints['POST /staff/award/round/open']

/** Opens a round for scoring. Conflicts recorded since the experts were chosen are taken into account. */
export const openRound = (ctx: Ctx, given: Parsed<Open>): Promise<Output<Open>> =>
  loggingRefusals(
    ctx,
    given.id,
    inTransaction(ctx, async tx => {
      const about = await lockRound(tx, given, ['planned'])
      const members = await membersOf(tx, about.round.id)
      if (members.length === 0) throw conflict('还没有选专家')
      if (about.round.dueOn < dayOf(ctx.now)) throw conflict('截止日期已过，请先修改截止日期')
      const gone = (await entriesOf(tx, about.round.id)).filter(one => isOut(one.about))
      if (gone.length)
        throw conflict(`有的申报已不在专家评审中，请先移出：${gone.map(({ entry }) => entry.name).join('、')}`)
      await assignAll(tx, about, { isOpen: true })
      const round = await writeRound(tx, about, { state: 'open', actorName: await ownName(tx) })
      await record(tx, {
        action: 'awardRound.open',
        objectType: 'awardRound',
        objectId: round.id,
        objectName: nameOf(about),
        detail: { experts: members.map(({ expert }) => expert.name).join('、'), dueOn: round.dueOn },
      })
      await notifyInvitedExperts(
        tx,
        { ...about, round },
        members.map(({ expert }) => expert.id),
      )
      return movedTo(round)
    }),
  )

/** Asks these experts to begin, and says how much there is. */
export async function notifyInvitedExperts(ctx: Ctx, about: RoundCase, ids: readonly number[]): Promise<void> {
  const assigned = await assignmentsOf(ctx, [about.round.id])
  for (const { expert } of await membersOf(ctx, about.round.id)) {
    if (!ids.includes(expert.id)) continue
    const count = assigned.filter(({ expertId }) => expertId === expert.id).length
    await notifyExpert(ctx, expert, about, 'opened', { 项数: String(count) })
  }
}

export const openingHandlers = {
  'POST /staff/award/round/open': openRound,
  /** Invites every applicant of a defence with time, place and turn; can be repeated after a change. */
  'POST /staff/award/round/invite': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const about = await lockRound(tx, given, ['planned', 'open'])
      if (about.round.kind !== 'defence') throw conflict('网上评审不需要申报人到场')
      const entries = (await entriesOf(tx, about.round.id)).filter(one => !isOut(one.about))
      for (const { of, entry, about: application } of entries)
        await inviteApplicant(tx, about, {
          entry,
          number: application.number ?? '',
          place: of.place,
          count: entries.length,
        })
      const round = await writeRound(tx, about, { invitedAt: ctx.now, actorName: await ownName(tx) })
      await record(tx, {
        action: 'awardRound.invite',
        objectType: 'awardRound',
        objectId: round.id,
        objectName: nameOf(about),
        detail: { applicants: entries.length },
      })
      return movedTo(round)
    }),
} satisfies Partial<Handlers<Endpoints>>
