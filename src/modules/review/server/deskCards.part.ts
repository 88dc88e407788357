import { and, asc, lte } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { defineDeskCards } from '#lib/server/oversight/deskCards.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { staffDeadline } from '../deadlines.ts'
import { staffReviewContract as contract } from '../staffContract.ts'
import { nameOfState } from '../workflow.ts'
import { kindOf } from './applicationKinds.ts'
import { onOwnDesk } from './provinces.ts'
import { staffReviewHandlers as handlers } from './staffHandlers.ts'
import { application } from './tables.ts'
import { waitingColumns } from './waiting.ts'

const queue = listOf('/staff/review', { contract, handlers, key: 'GET /staff/review/list' })

/** Days ahead from which a deadline counts as near. */
const DAYS_AHEAD = 5

/** Applications that wait for this person's permissions, whose time is over or soon will be. */
defineDeskCards({
  code: 'deadlines',
  name: '临近的办理期限',
  may: ['staff:applications'],
  order: 10,
  empty: '近日没有到期的申请。',
  figures: [
    { name: '已超期', of: queue, filters: { status: 'mine', overdue: '1' } },
    { name: '等我办理', of: queue, filters: { status: 'mine' } },
  ],
  lines: async (ctx, limit) => {
    const today = dayOf(ctx.now)
    const calendar = await readWorkingCalendar(ctx)
    const rows = await ctx.db
      .select(waitingColumns)
      .from(application)
      .where(and(onOwnDesk(ctx), lte(application.stateSince, ctx.now)))
      .orderBy(asc(application.stateSince))
      .limit(50)
    return rows
      .flatMap(row => {
        const day = staffDeadline(calendar, row.state, dayOf(row.since))
        if (!day || day > addDays(today, DAYS_AHEAD)) return []
        const about = `${kindOf(row).name}，${nameOfState(row.state)}`
        return { title: row.title, about, day, isOver: day < today, route: `/staff/review/${row.id}` }
      })
      .sort((a, b) => (a.day < b.day ? -1 : 1))
      .slice(0, limit)
  },
})
