import { inArray } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { asCandidate, listExpertsAtWork } from '#modules/experts/server/experts.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { hindrancesToClosing } from './closing.ts'
import { findConflictsOfInterest } from './conflictsOfInterest.ts'
import { findRound, type RoundCase } from './roundCase.ts'
import { groupNameOf, toRoundRows } from './roundList.ts'
import { assignmentsOf, entriesOf, formerMembersOf, isOut, type Member, membersOf, recusalsOf } from './roundQueries.ts'

type Endpoints = typeof staffRoundContract

export const roleNames = { leader: '组长', member: '组员' }
export const sourceNames = { register: '核对发现', declared: '本人申请' }

export const roundDetailHandlers = {
  'GET /staff/award/round/detail': async (ctx, { id }) => {
    const about = await findRound(ctx, id)
    const { round, call } = about
    const [rows, entries, members, left, recusals, assigned] = await Promise.all([
      toRoundRows(ctx, [about]),
      entriesOf(ctx, id),
      membersOf(ctx, id),
      formerMembersOf(ctx, id),
      recusalsOf(ctx, id),
      assignmentsOf(ctx, [id]),
    ])
    const here = entries.filter(one => !isOut(one.about)).map(({ entry }) => entry)
    const experts = members.map(one => one.expert)
    const against = round.state === 'closed' ? new Map() : await findConflictsOfInterest(ctx, about, experts, here)
    const levels = call.rules.levels.map(({ code, name }) => ({ code, name }))
    return {
      ...rows[0]!,
      version: round.version,
      groupCode: round.groupCode,
      drawSeed: round.drawSeed,
      levels,
      leastScores: call.leastScores,
      hidesApplicants: call.hidesApplicants,
      invitedAt: round.invitedAt && iso(round.invitedAt),
      entries: entries.map(({ of, entry, about: application, applicant }) => ({
        entryId: entry.id,
        applicationId: application.id,
        place: of.place,
        number: application.number ?? '',
        name: entry.name,
        applicant,
        groupName: groupNameOf(call, entry.groupCode),
        levelWantedName: levels.find(({ code }) => code === entry.levelWanted)?.name ?? '',
        status: application.state,
        statusName: nameOfState(application.state),
        isOut: isOut(application),
        ...expectedOf(about, { members, recusals, assigned }, entry.id),
        recusals: recusals
          .filter(one => one.of.entryId === entry.id)
          .map(({ of: { expertId, reasons, source }, name }) => ({
            expertId,
            name,
            reasons,
            source,
            sourceName: sourceNames[source],
          })),
      })),
      panel: (await memberRows(ctx, members)).map(member => {
        const own = assigned.filter(one => one.expertId === member.expertId)
        return {
          ...member,
          assigned: own.length,
          submitted: own.filter(({ isSubmitted }) => isSubmitted).length,
          conflicts: against.get(member.expertId)?.conflicts ?? [],
        }
      }),
      left: left.map(({ of, expert: { name } }) => ({
        expertId: of.expertId,
        name,
        leftAt: iso(of.leftAt!),
        reason: of.leftReason,
      })),
      hindrances: await hindrancesOf(ctx, about, { members, recusals, entries, against }),
    }
  },
  'GET /staff/award/round/experts': async (ctx, { id, ...asked }) => {
    const about = await findRound(ctx, id)
    const { list, ...page } = await listExpertsAtWork(ctx, asked)
    const ids = list.map(one => one.id)
    const found = ids.length ? await ctx.db.select().from(expert).where(inArray(expert.id, ids)) : []
    const entries = (await entriesOf(ctx, id)).filter(one => !isOut(one.about)).map(({ entry }) => entry)
    const against = await findConflictsOfInterest(ctx, about, found, entries)
    return {
      ...page,
      list: list.map(one => {
        const { conflicts, bars } = against.get(one.id)!
        return { ...asCandidate(one), conflicts, bars }
      }),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

type Recusals = Awaited<ReturnType<typeof recusalsOf>>
type Assigned = Awaited<ReturnType<typeof assignmentsOf>>
type Known = { members: readonly Member[]; recusals: Recusals; assigned: Assigned }

/** Counts the experts of an entry: those assigned or, before the round opens, those who would be. */
function expectedOf({ round }: RoundCase, { members, recusals, assigned }: Known, entryId: number) {
  const barred = recusals.filter(({ of }) => of.entryId === entryId).length
  const theirs = assigned.filter(one => one.entryId === entryId)
  const experts = round.state === 'planned' ? members.length - barred : theirs.length
  return { experts, submitted: theirs.filter(({ isSubmitted }) => isSubmitted).length }
}

export async function memberRows(ctx: Pick<Ctx, 'db'>, members: readonly Member[]) {
  const hashes = members.flatMap(({ expert: { mobileHash } }) => mobileHash ?? [])
  const known = await ctx.db
    .select({ phoneHash: account.phoneHash })
    .from(account)
    .where(inArray(account.phoneHash, hashes))
  return members.map(
    ({
      of: { expertId, role, employers, declaredAt, lastRemindedAt },
      expert: { name, jobTitle, mayLead, mobileHash },
    }) => ({
      expertId,
      name,
      jobTitle,
      mayLead,
      role,
      roleName: roleNames[role],
      employers,
      declaredAt: declaredAt && iso(declaredAt),
      hasAccount: known.some(({ phoneHash }) => phoneHash === mobileHash),
      hasMobile: mobileHash !== null,
      lastRemindedAt: lastRemindedAt && iso(lastRemindedAt),
    }),
  )
}

type Standing = {
  members: readonly Member[]
  recusals: Recusals
  entries: Awaited<ReturnType<typeof entriesOf>>
  against: Awaited<ReturnType<typeof findConflictsOfInterest>>
}

/** Returns what prevents the next step: opening a planned round or closing an open one. */
async function hindrancesOf(ctx: Ctx, about: RoundCase, { members, entries, against }: Standing): Promise<string[]> {
  const { round, call } = about
  if (round.state === 'closed') return []
  if (round.state === 'open') return hindrancesToClosing(ctx, about)
  const gone = entries.filter(one => isOut(one.about))
  const few = entries.flatMap(({ entry, about: application }) => {
    const free = members.filter(
      ({ expert: { id } }) => !against.get(id)?.conflicts.some(({ entryId }) => entryId === entry.id),
    ).length
    return isOut(application) || free >= call.leastScores ? [] : [`“${entry.name}”（现 ${free} 位）`]
  })
  return [
    ...(members.length === 0 ? ['还没有选专家'] : []),
    ...members.flatMap(({ expert: { id, name } }) =>
      (against.get(id)?.bars ?? []).map(why => `${name}不能参加：${why}`),
    ),
    ...(gone.length ? [`已不在专家评审中，请移出：${gone.map(({ entry }) => entry.name).join('、')}`] : []),
    ...(members.length && few.length ? [`专家不够，每项至少 ${call.leastScores} 位：${few.join('、')}`] : []),
    ...(round.dueOn < dayOf(ctx.now) ? ['截止日期已过，请修改'] : []),
  ]
}
