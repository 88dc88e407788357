import { and, desc, eq, inArray } from 'drizzle-orm'
import type { NeededDuties } from '#lib/access/duties.ts'
import type { Output } from '#lib/contract.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { mayActFor } from '#lib/server/api/duties.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { routeOf } from '#modules/review/server/messages.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates, waitsFor } from '#modules/review/workflow.ts'
import type { applyingContract } from '../contract.ts'
import { taskIn, taskNameOf } from './progress.ts'

export type Todo = Output<(typeof applyingContract)['GET /member/todo/list']>[number]
/** A task, with the duties any of which a clerk of the company needs for it. */
export type Task = Todo & { duties: NeededDuties }
/** Returns the member's tasks of one module. */
type Source = (ctx: Ctx) => Promise<Task[]>

const sources: Source[] = [ownApplications]

/** The module whose business it is defines what of it waits for a member, beside applications. */
export function defineTodos(source: Source): void {
  sources.push(source)
}

export const todosHandlers = {
  /**
   * Reads the sources one after another, as the staff workbench does; tasks without a due date come last. A clerk is told
   * of those alone that their duties allow.
   */
  'GET /member/todo/list': async ctx => {
    const all: Task[] = []
    for (const source of sources) all.push(...(await source(ctx)))
    const own = all.filter(({ duties }) => mayActFor(ctx, duties)).map(({ duties: _, ...todo }): Todo => todo)
    return own.sort((one, other) => (one.dueOn ?? LAST).localeCompare(other.dueOn ?? LAST))
  },
} satisfies Partial<Handlers<typeof applyingContract>>

const LAST = '9999-12-31'

/** Reads the caller's applications that wait for the applicant, the last changed first. */
const selectWaiting = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(application)
    .where(
      and(
        eq(application.accountId, signedInActor(ctx).accountId),
        inArray(
          application.state,
          openStates().filter(state => waitsFor(state) === 'applicant'),
        ),
      ),
    )
    .orderBy(desc(application.updatedAt))

/** Counts the applications that wait for the caller, and not for a colleague with another duty. */
export const countApplicationsToDo = async (ctx: Ctx): Promise<number> =>
  (await selectWaiting(ctx)).filter(row => mayActFor(ctx, dutiesFor(row))).length

/** Duties any of which the next step of an application takes. */
export const dutiesFor = (row: Application): NeededDuties =>
  taskIn(row.state) === 'pay' ? ['finance'] : [kindOf(row).duty ?? 'applications']

async function ownApplications(ctx: Ctx): Promise<Task[]> {
  const rows = await selectWaiting(ctx)
  const words = await readStateWords(ctx)
  return rows.map(row => ({
    key: `application-${row.id}`,
    kindName: kindOf(row).name,
    title: row.title,
    number: row.number,
    statusName: words.nameOf(row),
    actName: taskNameOf(words.byOf(row), row.state),
    route: routeOf(row),
    dueOn: row.dueOn,
    applicationId: row.id,
    duties: dutiesFor(row),
  }))
}
