import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { roundKindNames, roundStateNames, roundStates } from '#modules/awards/rules.ts'
import { awardCall, awardEntry } from '#modules/awards/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { roundFilters } from '../../roundFilters.ts'
import type { staffRoundContract } from '../roundContract.ts'
import type { Round } from './roundCase.ts'
import { applicantName, assignmentsOf } from './roundQueries.ts'
import { awardPanel, awardRound, awardRoundEntry } from './tables.ts'

type Endpoints = typeof staffRoundContract
type ReadCtx = Pick<Ctx, 'db' | 'now'>

const read = ({ db }: ReadCtx) =>
  db
    .select({ round: awardRound, call: awardCall })
    .from(awardRound)
    .innerJoin(awardCall, eq(awardCall.id, awardRound.callId))
    .$dynamic()

/** Open rounds first, then the planned ones, each the first due in front; of the closed ones the last. */
const place = sql`array[
  case ${awardRound.state} when 'open' then 2 when 'planned' then 1 else 0 end,
  extract(epoch from ${awardRound.closedAt}), -extract(epoch from ${awardRound.dueOn})
]`

/** 评审轮次: rounds of all calls, with how many scores have come, and no score. */
const roundRegister = defineRegister({
  name: '评审轮次',
  views: { code: 'awardRound', permission: 'staff:awards' },
  filters: roundFilters,
  from: sql`${awardRound} join ${awardCall} on ${awardCall.id} = ${awardRound.callId}`,
  id: awardRound.id,
  newest: place,
  where: {
    callId: awardRound.callId,
    state: awardRound.state,
    key: words => or(containsWords(awardRound.name, words), containsWords(awardCall.title, words)),
  },
  read: async (ctx, ids) => toRoundRows(ctx, await read(ctx).where(inArray(awardRound.id, ids))),
  row: of => of,
  columns: {
    callTitle: { heading: '申报通知', width: 36, value: of => of.callTitle, sort: byPinyin(awardCall.title) },
    name: { heading: '轮次', value: of => of.name, sort: byPinyin(awardRound.name) },
    groupName: { heading: '专业评审组', value: of => of.groupName, sort: sql`coalesce(${awardRound.groupCode}, '')` },
    kindName: { heading: '方式', value: of => of.kindName, sort: awardRound.kind, nowrap: true },
    stateName: {
      heading: '状态',
      value: of => of.stateName,
      sort: sql`array_position(${sql.param(roundStates)}::text[], ${awardRound.state})`,
      nowrap: true,
    },
    dueOn: { heading: '截止日期', value: of => of.dueOn, sort: awardRound.dueOn, nowrap: true },
    entryCount: { heading: '申报', value: of => String(of.entryCount), isFigure: true },
    experts: { heading: '专家', value: of => String(of.experts), isFigure: true },
    leader: { heading: '组长', value: of => of.leader, empty: '—', nowrap: true },
    assigned: { heading: '应评', value: of => String(of.assigned), isFigure: true },
    submitted: { heading: '已评', value: of => String(of.submitted), isFigure: true },
    closedAt: {
      heading: '结束时间',
      width: 26,
      value: of => of.closedAt,
      empty: '—',
      sort: sql`coalesce(${awardRound.closedAt}, '-infinity')`,
      nowrap: true,
    },
  },
  listed: [
    'name',
    'callTitle',
    'groupName',
    'kindName',
    'stateName',
    'dueOn',
    'entryCount',
    'experts',
    'leader',
    'assigned',
    'submitted',
  ],
})

export const roundListHandlers = {
  'GET /staff/award/round/list': (ctx, asked) => roundRegister.list(ctx, asked),
  'GET /staff/award/round/export': (ctx, asked) =>
    exportRegister(ctx, roundRegister, asked, { action: 'awardRound.export', objectType: 'awardRound' }),
  'GET /staff/award/round/calls': async ({ db }) => {
    const waiting = await db
      .select({ callId: awardEntry.callId, count: sql<number>`count(*)` })
      .from(awardEntry)
      .innerJoin(application, eq(application.id, awardEntry.applicationId))
      .where(eq(application.state, 'scoring'))
      .groupBy(awardEntry.callId)
    const counts = new Map(waiting.map(({ callId, count }) => [callId, count]))
    const calls = await db
      .select()
      .from(awardCall)
      .where(sql`${awardCall.state} <> 'draft'`)
      .orderBy(desc(awardCall.year), desc(awardCall.id))
      .limit(100)
    return calls.map(({ id, title, leastScores, hidesApplicants, rules: { groups } }) => ({
      id,
      title,
      leastScores,
      hidesApplicants,
      groups,
      waiting: counts.get(id) ?? 0,
    }))
  },
  /** Entries that can join a round of this call, the best of the last round first. */
  'GET /staff/award/round/candidates': async ({ db }, { callId, id = 0 }) => {
    const isElsewhere = sql`exists (select 1 from ${awardRoundEntry} join ${awardRound}
    on ${awardRound.id} = ${awardRoundEntry.roundId}
    where ${awardRoundEntry.entryId} = ${awardEntry.id} and ${awardRound.state} <> 'closed'
      and ${awardRound.id} <> ${id})`
    const isNext = sql<boolean>`coalesce((select ${awardRoundEntry.verdict} = 'next' from ${awardRoundEntry}
    join ${awardRound} on ${awardRound.id} = ${awardRoundEntry.roundId}
    where ${awardRoundEntry.entryId} = ${awardEntry.id} and ${awardRound.state} = 'closed'
    order by ${awardRound.closedAt} desc limit 1), false)`
    const rows = await db
      .select({ entry: awardEntry, number: application.number, call: awardCall, applicant: applicantName, isNext })
      .from(awardEntry)
      .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
      .innerJoin(application, eq(application.id, awardEntry.applicationId))
      .leftJoin(organisation, eq(organisation.id, awardEntry.organisationId))
      .leftJoin(person, eq(person.id, awardEntry.personId))
      .where(and(eq(awardEntry.callId, callId), eq(application.state, 'scoring'), sql`not ${isElsewhere}`))
      .orderBy(sql`${awardEntry.score} desc nulls last`, awardEntry.groupCode, awardEntry.id)
    return rows.map(({ entry, number, call, applicant, isNext }) => ({
      entryId: entry.id,
      number: number ?? '',
      name: entry.name,
      groupCode: entry.groupCode,
      applicant,
      isNext,
      groupName: groupNameOf(call, entry.groupCode),
      score: entry.score,
      rank: entry.rank,
    }))
  },
} satisfies Partial<Handlers<Endpoints>>

type Found = { round: Round; call: typeof awardCall.$inferSelect }

export async function toRoundRows(ctx: ReadCtx, found: readonly Found[]) {
  const ids = found.map(({ round }) => round.id)
  const [panels, entries, assigned] = await Promise.all([
    panelsOf(ctx, ids),
    entryCounts(ctx, ids),
    assignmentsOf(ctx, ids),
  ])
  return found.map(({ round, call }) => {
    const theirs = assigned.filter(({ roundId }) => roundId === round.id)
    return {
      id: round.id,
      name: round.name,
      callId: call.id,
      callTitle: call.title,
      groupName: groupNameOf(call, round.groupCode) || '不分组',
      kind: round.kind,
      kindName: roundKindNames[round.kind],
      state: round.state,
      stateName: roundStateNames[round.state],
      dueOn: round.dueOn,
      place: round.place,
      isOverdue: round.state !== 'closed' && round.dueOn < dayOf(ctx.now),
      startsAt: round.startsAt && iso(round.startsAt),
      closedAt: round.closedAt && iso(round.closedAt),
      entryCount: entries.get(round.id) ?? 0,
      ...(panels.get(round.id) ?? { experts: 0, leader: '' }),
      assigned: theirs.length,
      submitted: theirs.filter(({ isSubmitted }) => isSubmitted).length,
    }
  })
}

export const groupNameOf = ({ rules }: Found['call'], code: string | null) =>
  rules.groups.find(one => one.code === code)?.name ?? code ?? ''

async function panelsOf({ db }: ReadCtx, ids: number[]) {
  const rows = await db
    .select({
      id: awardPanel.roundId,
      experts: sql<number>`count(*)`,
      leader: sql<string>`coalesce(max(${expert.name}) filter (where ${awardPanel.role} = 'leader'), '')`,
    })
    .from(awardPanel)
    .innerJoin(expert, eq(expert.id, awardPanel.expertId))
    .where(and(inArray(awardPanel.roundId, ids), sql`${awardPanel.leftAt} is null`))
    .groupBy(awardPanel.roundId)
  return new Map(rows.map(({ id, ...panel }) => [id, panel]))
}

async function entryCounts({ db }: ReadCtx, ids: number[]) {
  const rows = await db
    .select({ id: awardRoundEntry.roundId, count: sql<number>`count(*)` })
    .from(awardRoundEntry)
    .where(inArray(awardRoundEntry.roundId, ids))
    .groupBy(awardRoundEntry.roundId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
