import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { routeOf } from '#modules/review/server/messages.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates, waitsFor } from '#modules/review/workflow.ts'
import type { applyingContract } from '../contract.ts'
import { taskNameOf } from './progress.ts'

export type Todo = Output<(typeof applyingContract)['GET /member/todo/list']>[number]
/** Returns the member's tasks of one module. */
type Source = (ctx: Ctx) => Promise<Todo[]>

const sources: Source[] = [ownApplications]

/** The module whose business it is defines what of it waits for a member, beside applications. */
export function defineTodos(source: Source): void {
  sources.push(source)
}

export const todosHandlers = {
  /** Reads the sources one after another, as the staff workbench does; tasks without a due date come last. */
  'GET /member/todo/list': async ctx => {
    const all: Todo[] = []
    for (const source of sources) all.push(...(await source(ctx)))
    return all.sort((one, other) => (one.dueOn ?? LAST).localeCompare(other.dueOn ?? LAST))
  },
} satisfies Partial<Handlers<typeof applyingContract>>

const LAST = '9999-12-31'

async function ownApplications(ctx: Ctx): Promise<Todo[]> {
  const mine = openStates().filter(state => waitsFor(state) === 'applicant')
  const rows = await ctx.db
    .select()
    .from(application)
    .where(and(eq(application.accountId, signedInActor(ctx).accountId), inArray(application.state, mine)))
    .orderBy(desc(application.updatedAt))
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
  }))
}
