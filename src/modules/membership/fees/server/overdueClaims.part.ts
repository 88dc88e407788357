import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { defineOverdueWork } from '#lib/server/oversight/escalations.ts'
import { workingDaysBetween } from '#lib/workingDays.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { isOwed } from '#modules/membership/server/feeRows.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'

const BATCH_SIZE = 200

defineOverdueWork({
  code: 'feeClaims',
  name: '会费凭证待确认',
  find: async ({ db, now }, daysOver) => {
    const today = dayOf(now)
    const calendar = await readWorkingCalendar({ db })
    const rows = await db
      .select({ id: memberFee.id, year: memberFee.year, claimedAt: receivable.claimedAt, name: member.number })
      .from(memberFee)
      .innerJoin(receivable, isOwed)
      .innerJoin(member, eq(member.id, memberFee.memberId))
      .where(and(eq(receivable.state, 'claimed'), isNotNull(receivable.claimedAt)))
      .orderBy(asc(receivable.claimedAt), asc(memberFee.id))
      .limit(1_000)
    return rows
      .map(row => ({ ...row, since: dayOf(row.claimedAt!) }))
      .map(row => ({ ...row, daysOver: workingDaysBetween(calendar, row.since, today) }))
      .filter(row => row.daysOver >= Math.max(1, daysOver))
      .slice(0, BATCH_SIZE)
      .map(({ id, year, name, since, daysOver }) => ({
        since,
        daysOver,
        title: `会员 ${name} ${year} 年会费凭证`,
        objectType: 'memberFee',
        objectId: id,
        route: '/staff/fees?state=claimed',
      }))
  },
})
