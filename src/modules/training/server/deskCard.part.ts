import { and, asc, gte, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { defineDeskCards } from '#lib/server/oversight/deskCards.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffTrainingContract as contract } from '../staffContract.ts'
import { staffTrainingHandlers as handlers } from './staffHandlers.ts'
import { course } from './tables.ts'

const registrations = listOf('/staff/registrations', { contract, handlers, key: 'GET /staff/training/registrations' })

const WEEK = 7

defineDeskCards({
  code: 'trainingWeek',
  name: '未来七天的培训',
  may: ['staff:training'],
  order: 20,
  empty: '七天内没有开班、结业或截止报名的培训班。',
  figures: [{ name: '待初审的报名', of: registrations, filters: { status: 'submitted' } }],
  lines: async ({ db, now }, limit) => {
    const today = dayOf(now)
    const end = addDays(today, WEEK)
    const isRunning = and(lte(course.startsOn, end), gte(course.endsOn, today))
    const isClosing = and(gte(course.applyUntil, now), lte(course.applyUntil, startOf(addDays(end, 1))))
    const rows = await db
      .select()
      .from(course)
      .where(and(isPublic(now), or(isRunning, isClosing)))
      .orderBy(asc(course.startsOn), asc(course.id))
      .limit(limit)
    return rows
      .map(of => {
        const { day, what } = nextOf(of, today, end)
        const about = [what, of.city, of.venue].filter(Boolean).join('，')
        return { title: of.title, about, day, isOver: false, route: `/staff/courses/${of.id}` }
      })
      .toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  },
})

const isPublic = (now: Date) =>
  and(isNotNull(course.publishedAt), lte(course.publishedAt, now), isNull(course.cancelledAt))

type Dates = Pick<typeof course.$inferSelect, 'startsOn' | 'endsOn' | 'applyUntil'>

/** Returns the next date of a course, up to `end`. */
function nextOf({ startsOn, endsOn, applyUntil }: Dates, today: string, end: string) {
  if (startsOn > end) return { day: dayOf(applyUntil), what: '截止报名' }
  if (startsOn >= today) return { day: startsOn, what: '开班' }
  return endsOn <= end ? { day: endsOn, what: '结业' } : { day: today, what: `正在办班，${endsOn} 结业` }
}
