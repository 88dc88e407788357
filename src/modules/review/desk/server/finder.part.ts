import { and, desc, inArray, isNotNull } from 'drizzle-orm'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { applicationsWithin } from '#modules/review/server/provinces.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState, openStates } from '#modules/review/workflow.ts'
import { isCalled } from './queue.ts'

defineFinder({
  code: 'application',
  order: 50,
  name: '申请',
  may: 'staff:applications',
  isWithin: true,
  /** Sorts open applications before closed ones. */
  find: async (ctx, typed, limit) => {
    const { id, kind, number, title, state } = application
    const rows = await ctx.db
      .select({ id, kind, number, title, state })
      .from(application)
      .where(
        and(applicationsWithin(ctx, 'staff:applications'), isNotNull(application.submittedAt), isCalled(ctx, typed)),
      )
      .orderBy(desc(inArray(state, openStates())), desc(application.stateSince), desc(id))
      .limit(limit)
    return rows.map(of => ({
      title: of.title,
      about: [of.number, kindOf(of).name, nameOfState(of.state)].filter(Boolean).join(' · '),
      route: `/staff/review/${of.id}`,
    }))
  },
  list: typed => `/staff/review?status=all&key=${encodeURIComponent(typed)}`,
})
