import { and, asc, eq, lte, or } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { defineOverdueWork } from '#lib/server/oversight/escalations.ts'
import { workingDaysBetween } from '#lib/workingDays.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { overdueSince, staffDeadline } from '../deadlines.ts'
import { openStates } from '../workflow.ts'
import { kindOf } from './applicationKinds.ts'
import { application } from './tables.ts'

/** Maximum reported per day; the rest follows the next day, because nobody reads that many messages. */
const MAX_REPORTED = 200

defineOverdueWork({
  code: 'applications',
  name: '申请超过办理时限',
  find: async ({ db, now }, daysOver) => {
    const today = dayOf(now)
    const calendar = await readWorkingCalendar({ db })
    const lying = openStates().flatMap(state => {
      const since = overdueSince(calendar, state, today)
      // Count days in Shanghai time, as the queue does.
      return since
        ? [and(eq(application.state, state), lte(application.stateSince, new Date(`${since}T23:59:59+08:00`)))]
        : []
    })
    if (lying.length === 0) return []
    const rows = await db
      .select()
      .from(application)
      .where(or(...lying))
      .orderBy(asc(application.stateSince), asc(application.id))
      .limit(1_000)
    return rows
      .map(of => {
        const since = dayOf(of.stateSince)
        return { of, since, daysOver: workingDaysBetween(calendar, staffDeadline(calendar, of.state, since)!, today) }
      })
      .filter(one => one.daysOver >= Math.max(1, daysOver))
      .slice(0, MAX_REPORTED)
      .map(({ of, ...overdue }) => ({
        ...overdue,
        objectType: 'application',
        objectId: of.id,
        title: `${of.title}（${kindOf(of).name}）`,
        route: `/staff/review/${of.id}`,
      }))
  },
})
