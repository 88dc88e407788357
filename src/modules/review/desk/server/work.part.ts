import { and, asc, eq } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { defineWork } from '#modules/accounts/handingOver/server/works.ts'
import { application } from '#modules/review/server/tables.ts'
import { isClosed, nameOfState } from '#modules/review/workflow.ts'
import { assignTo } from './assigning.ts'

/** Applications that are not over and were laid on somebody's desk. */
defineWork('application', {
  name: '申请',
  order: 10,
  permission: 'staff:applications',
  of: async ({ db }, accountId) => {
    const rows = await db
      .select()
      .from(application)
      .where(eq(application.assigneeId, accountId))
      .orderBy(asc(application.stateSince), asc(application.id))
    return rows
      .filter(({ state }) => !isClosed(state))
      .map(({ id, title, state, stateSince }) => ({
        id,
        title,
        note: `${nameOfState(state)}，${dayOf(new Date(iso(stateSince)))}起`,
        route: `/staff/review/${id}`,
      }))
  },
  move: async (ctx, id, { fromId, toId }) => {
    const lies = and(eq(application.id, id), eq(application.assigneeId, fromId))
    if ((await ctx.db.$count(application, lies)) === 0) throw conflict('已不在这位同事手上')
    return assignTo(ctx, id, toId)
  },
})
