import { and, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { roundKindNames, roundStateNames } from '#modules/awards/rules.ts'
import { awardCall, awardEntry } from '#modules/awards/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import type { staffRoundContract } from '../roundContract.ts'
import type { Round } from './roundCase.ts'
import { applicantName, assignmentsOf } from './roundQueries.ts'
import { awardPanel, awardRound, awardRoundEntry } from './tables.ts'

type Endpoints = typeof staffRoundContract
type Filters = Parsed<Endpoints['GET /staff/award/round/export']>
type ReadCtx = Pick<Ctx, 'db' | 'now'>

const read = ({ db }: ReadCtx) =>
  db
    .select({ round: awardRound, call: awardCall })
    .from(awardRound)
    .innerJoin(awardCall, eq(awardCall.id, awardRound.callId))
    .$dynamic()

const whereOf = ({ callId, state, key }: Filters) =>
  and(
    callId ? eq(awardRound.callId, callId) : undefined,
    state ? eq(awardRound.state, state) : undefined,
    key ? or(ilike(awardRound.name, containsPattern(key)), ilike(awardCall.title, containsPattern(key))) : undefined,
  )

const OPEN_FIRST = sql`array_position(array['open', 'planned', 'closed'], ${awardRound.state})`

export const roundListHandlers = {
  'GET /staff/award/round/list': async (ctx, asked) => {
    const where = whereOf(asked)
    const found = await read(ctx)
      .where(where)
      .orderBy(
        OPEN_FIRST,
        sql`case when ${awardRound.state} <> 'closed' then ${awardRound.dueOn} end`,
        desc(awardRound.closedAt),
        desc(awardRound.id),
      )
      .limit(asked.pageSize)
      .offset(offset(asked))
    const total = await countOf(ctx.db, sql`${read(ctx).where(where)}`)
    return toPage(await toRoundRows(ctx, found), total, asked)
  },
  'GET /staff/award/round/export': async (ctx, filters) => {
    await record(ctx, { action: 'awardRound.export', objectType: 'awardRound', detail: filters })
    const rows = inBatches<Row>(async after =>
      toRoundRows(
        ctx,
        await read(ctx)
          .where(and(whereOf(filters), after && sql`${awardRound.id} < ${after.id}`))
          .orderBy(desc(awardRound.id))
          .limit(1000),
      ),
    )
    return sendWorkbook('评审轮次', {
      columns: [
        { title: '申报通知', width: 36, value: ({ callTitle }) => callTitle },
        { title: '轮次', value: ({ name }) => name },
        { title: '专业评审组', value: ({ groupName }) => groupName },
        { title: '方式', value: ({ kindName }) => kindName },
        { title: '状态', value: ({ stateName }) => stateName },
        { title: '截止日期', value: ({ dueOn }) => dueOn },
        { title: '申报', value: ({ entryCount }) => String(entryCount) },
        { title: '专家', value: ({ experts }) => String(experts) },
        { title: '组长', value: ({ leader }) => leader },
        { title: '应评', value: ({ assigned }) => String(assigned) },
        { title: '已评', value: ({ submitted }) => String(submitted) },
        { title: '结束时间', width: 26, value: ({ closedAt }) => closedAt },
      ],
      rows,
    })
  },
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
type Row = Awaited<ReturnType<typeof toRoundRows>>[number]

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
