import { and, asc, count, desc, eq, inArray, notInArray } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { maskName } from '#lib/mask.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { ownApplication } from '#modules/review/server/applications.ts'
import { routeOf } from '#modules/review/server/messages.ts'
import { type Event, roundsOf } from '#modules/review/server/rounds.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { definitionOf, type Task } from '#modules/review/stages.ts'
import { type ConfirmedBy, wayWords } from '#modules/review/wayWords.ts'
import { nameOfAction, nameOfState, openStates, possibleActions, type State } from '#modules/review/workflow.ts'
import type { applyingContract } from '../contract.ts'
import { applicationSheet } from './applicationSheet.ts'
import { withdraw } from './submissions.ts'
import { waitingOf, waitingOfEach } from './waiting.ts'

type Endpoints = typeof applyingContract

export const progressHandlers = {
  'GET /member/doing/list': async ctx => {
    const rows = await ctx.db
      .select()
      .from(application)
      .where(and(eq(application.accountId, signedInActor(ctx).accountId), inArray(application.state, openStates())))
      .orderBy(desc(application.updatedAt))
    const waiting = await waitingOfEach(ctx, rows)
    const words = await readStateWords(ctx)
    return rows.map((row, i) => {
      const action = taskIn(row.state)
      return {
        id: row.id,
        bizType: row.kind,
        bizTypeName: kindOf(row).name,
        title: row.title,
        number: row.number,
        status: row.state,
        statusName: words.nameOf(row),
        action,
        actionName: taskNameOf(words.byOf(row), row.state),
        route: routeOf(row),
        deadline: row.dueOn,
        since: iso(row.stateSince),
        waiting: waiting[i]!,
        updateTime: iso(row.updatedAt),
      }
    })
  },
  'GET /member/application/list': async (ctx, { over, ...asked }) => {
    const mine = and(
      eq(application.accountId, signedInActor(ctx).accountId),
      over && notInArray(application.state, openStates()),
    )
    const rows = await limitToPage(asked, ctx.db.select().from(application).where(mine).orderBy(desc(application.id)))
    const [all] = await ctx.db.select({ n: count() }).from(application).where(mine)
    const words = await readStateWords(ctx)
    const list = rows.map(row => ({
      id: row.id,
      kindName: kindOf(row).name,
      title: row.title,
      number: row.number,
      status: row.state,
      statusName: words.nameOf(row),
      updateTime: iso(row.updatedAt),
    }))
    return toPage(list, all!.n, asked)
  },
  'GET /member/application/detail': async (ctx, { id }) => {
    const of = await ownApplication(ctx, id)
    const kind = kindOf(of)
    const { path } = await kind.schema(ctx, of)
    return {
      ...(await readProgress(ctx, of, { masked: false })),
      canWithdraw: possibleActions(of.state, path).includes('withdraw'),
      again: kind.applicant?.begin && of.subjectId === null ? `/admin/user/apply/${of.kind}` : null,
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

/** Tells whether the submitted form can be downloaded: only kinds that use the common form. */
const hasSheet = (of: Application) => of.revision > 0 && kindOf(of).applicant !== undefined

export function taskIn(state: State) {
  const definition = definitionOf(state)
  return definition?.waitsFor === 'applicant' ? definition.task : 'wait'
}
/** What the applicant does next, on a button. */
export function taskNameOf(by: ConfirmedBy, state: State): string {
  const task = taskIn(state)
  return task === 'upload' && by !== 'paper' ? wayWords[by].task : taskNames[task]
}

const taskNames: Record<Task | 'wait', string> = {
  fill: '继续填写',
  mend: '补正',
  upload: '上传材料',
  pay: '缴费',
  accept: '确认递补',
  wait: '查看进度',
}

/** Returns the state and history of an application; masks personal values for everyone but the applicant. */
export async function readProgress(ctx: Ctx, of: Application, { masked }: { masked: boolean }) {
  const kind = kindOf(of)
  const events = await ctx.db
    .select()
    .from(applicationEvent)
    .where(eq(applicationEvent.applicationId, of.id))
    .orderBy(asc(applicationEvent.id))
  const schema = await kind.schema(ctx, of)
  const nameOf = await actorNames(ctx, of, masked)
  const words = await readStateWords(ctx)
  return {
    id: of.id,
    number: of.number,
    kind: of.kind,
    kindName: kind.name,
    title: of.title,
    status: of.state,
    statusName: words.nameOf(of),
    version: of.version,
    stages: words.stagesOf(of, schema.path, of.state),
    waiting: await waitingOf(ctx, of),
    timeline: events.map(event => ({
      id: event.id,
      action: event.action,
      actionName: nameOfAction(event.action),
      to: event.to,
      toName: words.nameOf({ kind: of.kind, state: event.to }),
      by: event.by,
      opinion: event.opinion,
      remarks: event.remarks,
      actorName: nameOf(event),
      at: iso(event.at),
    })),
    rounds: roundsOf(ctx, schema, events, masked),
  }
}

/**
 * Names the actors of the history. Colleagues see which member of staff acted; the applicant sees only the association.
 * An applicant appears under the name of the company or person instead of the login, with a clerk of the company named
 * beside it.
 */
async function actorNames({ db }: Ctx, of: Application, forStaff: boolean): Promise<(event: Event) => string> {
  const [own] = of.accountId === null ? [] : await db.select().from(account).where(eq(account.id, of.accountId))
  const name = own && (own.kind === 'person' && forStaff ? maskName(own.displayName) : own.displayName)
  return ({ by, actorName }) => {
    if (by === 'staff') return forStaff ? actorName : '协会'
    if (by === 'calendar' || !own || !name) return actorName
    return actorName === own.userName ? name : `${name}（${actorName}）`
  }
}
