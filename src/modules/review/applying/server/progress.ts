import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import type { reviewContract } from '#modules/review/contract.ts'
import { timeToDecide } from '#modules/review/deadlines.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { ownApplication, withdraw } from '#modules/review/server/applications.ts'
import { routeOf } from '#modules/review/server/messages.ts'
import { type Event, roundsOf } from '#modules/review/server/rounds.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { definitionOf, type Task } from '#modules/review/stages.ts'
import {
  isClosed,
  nameOfAction,
  nameOfStage,
  nameOfState,
  openStates,
  possibleActions,
  type Stage,
  type State,
  stageOf,
  waitsFor,
} from '#modules/review/workflow.ts'
import { applicationSheet } from './applicationSheet.ts'

type Endpoints = typeof reviewContract

export const progressHandlers = {
  'GET /member/doing/list': async ctx => {
    const rows = await ctx.db
      .select()
      .from(application)
      .where(and(eq(application.accountId, signed(ctx).accountId), inArray(application.state, openStates())))
      .orderBy(desc(application.updatedAt))
      .limit(100)
    return rows.map(row => {
      const action = taskIn(row.state)
      return {
        id: row.id,
        bizType: row.kind,
        bizTypeName: kindOf(row).name,
        title: row.title,
        number: row.number,
        status: row.state,
        statusName: nameOfState(row.state),
        action,
        actionName: taskNames[action],
        route: routeOf(row),
        deadline: row.dueOn,
        since: iso(row.stateSince),
        updateTime: iso(row.updatedAt),
      }
    })
  },
  'GET /member/application/list': async (ctx, asked) => {
    const mine = eq(application.accountId, signed(ctx).accountId)
    const rows = await ctx.db
      .select()
      .from(application)
      .where(mine)
      .orderBy(desc(application.id))
      .limit(asked.pageSize)
      .offset(offset(asked))
    const [all] = await ctx.db.select({ n: count() }).from(application).where(mine)
    const list = rows.map(row => ({
      id: row.id,
      kindName: kindOf(row).name,
      title: row.title,
      number: row.number,
      status: row.state,
      statusName: nameOfState(row.state),
      updateTime: iso(row.updatedAt),
    }))
    return toPage(list, all!.n, asked)
  },
  'GET /member/application/detail': async (ctx, { id }) => {
    const of = await ownApplication(ctx, id)
    const { path } = await kindOf(of).schema(ctx, of)
    return {
      ...(await readProgress(ctx, of, { masked: false })),
      canWithdraw: possibleActions(of.state, path).includes('withdraw'),
      route: routeOf(of),
      remarks: of.remarks,
      deadline: of.dueOn,
      hasSheet: hasSheet(of),
    }
  },
  'GET /member/application/sheet': async (ctx, { id }) => {
    const of = await ownApplication(ctx, id)
    if (!hasSheet(of)) throw conflict('还没有提交，或提交的内容在它自己的页面上查看')
    return applicationSheet(ctx, of, { format: 'pdf', title: `${kindOf(of).name}提交内容`, signatures: [] })
  },
  'POST /member/application/withdraw': async (ctx, input) => {
    const { id, state, version } = await withdraw(ctx, input)
    return { id, status: state, statusName: nameOfState(state), version }
  },
} satisfies Partial<Handlers<Endpoints>>

/** What is filled in by the one form, once it was handed in. */
const hasSheet = (of: Application) => of.revision > 0 && kindOf(of).applicant !== undefined

function taskIn(state: State) {
  const definition = definitionOf(state)
  return definition?.waitsFor === 'applicant' ? definition.task : 'wait'
}
const taskNames: Record<Task | 'wait', string> = {
  fill: '继续填写',
  mend: '补正',
  upload: '上传材料',
  pay: '缴费',
  accept: '确认递补',
  wait: '查看进度',
}

/** Where an application stands and how it came there; personal values masked for others than the applicant. */
export async function readProgress(ctx: Ctx, of: Application, { masked }: { masked: boolean }) {
  const kind = kindOf(of)
  const events = await ctx.db
    .select()
    .from(applicationEvent)
    .where(eq(applicationEvent.applicationId, of.id))
    .orderBy(asc(applicationEvent.id))
  const schema = await kind.schema(ctx, of)
  const who = waitsFor(of.state)
  return {
    id: of.id,
    number: of.number,
    kind: of.kind,
    kindName: kind.name,
    title: of.title,
    status: of.state,
    statusName: nameOfState(of.state),
    version: of.version,
    stages: stagesOf(schema.path, of.state),
    waiting: {
      since: iso(of.stateSince),
      who,
      whoName: whoNames[who],
      usualDays: await usualDays(ctx, of),
      termDays: timeToDecide(of.state),
    },
    timeline: events.map(event => ({
      id: event.id,
      action: event.action,
      actionName: nameOfAction(event.action),
      to: event.to,
      toName: nameOfState(event.to),
      by: event.by,
      opinion: event.opinion,
      remarks: event.remarks,
      actorName: actorOf(event, masked),
      at: iso(event.at),
    })),
    rounds: roundsOf(ctx, schema, events, masked),
  }
}

/** Which of the staff it was, their colleagues see; to the applicant it is the association that acts. */
const actorOf = ({ by, actorName }: Event, forStaff: boolean) => (by === 'staff' && !forStaff ? '协会' : actorName)

const whoNames = { applicant: '申请人', staff: '协会', calendar: '等待期满', nobody: '' }

/** The way as a row of steps: all behind where it was approved, none where it ended otherwise. */
export function stagesOf(path: readonly Stage[], state: State) {
  const steps = [...path.map(nameOfStage), '办结']
  const stage = stageOf(state)
  const reached = stage ? path.indexOf(stage) : -1
  const at = state === 'approved' ? steps.length : reached
  return steps.map((name, i) => {
    if (i === at) return { name, state: 'current' as const }
    return { name, state: i < at ? ('done' as const) : ('todo' as const) }
  })
}

/** How many have left this state lately before its usual time is told. */
const ENOUGH = 5

/** The median days that applications of this kind have spent in this state, of the last 200 that left it. */
async function usualDays({ db }: Ctx, { kind, state }: Application): Promise<number | null> {
  if (isClosed(state) || state === 'draft') return null
  const { rows } = await db.execute<{ days: number | null; n: number }>(sql`
    select percentile_cont(0.5) within group (order by extract(epoch from left_at - entered_at)) / 86400 as days,
           count(*) as n
    from (
      select event.at as left_at,
             (select max(before.at) from application_event before
              where before.application_id = event.application_id and before.id < event.id) as entered_at
      from application_event event
      join application on application.id = event.application_id
      where event."from" = ${state} and application.kind = ${kind}
      order by event.at desc limit 200
    ) stays where entered_at is not null`)
  const { days, n } = rows[0]!
  return n < ENOUGH || days === null ? null : Math.max(1, Math.round(days))
}
