import { and, asc, eq, lt } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { defineOverdueWork } from '#lib/server/oversight/escalations.ts'
import { workingDaysBetween } from '#lib/workingDays.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { complaint, complaintKind } from './tables.ts'

const BATCH_SIZE = 200

defineOverdueWork({
  code: 'complaints',
  name: '投诉与请求超过办理期限',
  find: async (ctx, daysOver) => {
    const today = dayOf(ctx.now)
    const calendar = await readWorkingCalendar(ctx)
    const rows = await ctx.db
      .select({ of: complaint, kindName: complaintKind.name })
      .from(complaint)
      .innerJoin(complaintKind, eq(complaintKind.id, complaint.kindId))
      .where(and(eq(complaint.state, 'open'), lt(complaint.dueOn, today)))
      .orderBy(asc(complaint.dueOn), asc(complaint.id))
      .limit(1_000)
    return rows
      .map(row => ({ ...row, daysOver: workingDaysBetween(calendar, row.of.dueOn, today) }))
      .filter(row => row.daysOver >= Math.max(1, daysOver))
      .slice(0, BATCH_SIZE)
      .map(({ of, kindName, daysOver }) => ({
        since: of.receivedOn,
        daysOver,
        title: `${kindName} ${of.number}`,
        objectType: 'complaint',
        objectId: of.id,
        route: `/staff/complaints/${of.id}`,
      }))
  },
})
