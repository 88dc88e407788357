import { inArray } from 'drizzle-orm'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { findByName, orderByIds } from '#lib/server/search/nameSearch.ts'
import { HAN } from '#lib/server/search/runs.ts'
import { eventKindName } from '#modules/training/kinds/server/eventKinds.ts'
import { course } from '#modules/training/server/tables.ts'
import { staffStatusNames } from '../../courseStatus.ts'
import { staffStatusAt } from './staffStatus.ts'

defineFinder({
  code: 'course',
  order: 60,
  name: '培训班',
  may: 'staff:training',
  isWithin: false,
  find: async (ctx, typed, limit) => {
    const { id, title, batch, startsOn, words, heading } = course
    const ids = await findByName(ctx, typed, limit, { from: course, id, words, heading, title })
    const rows = await ctx.db
      .select({ id, title, batch, startsOn, kindName: eventKindName(course.kind), status: staffStatusAt(ctx.now) })
      .from(course)
      .where(inArray(id, ids))
    return orderByIds(ids, rows).map(of => ({
      title: of.title,
      about: [of.kindName, of.batch, of.startsOn, staffStatusNames[of.status]].filter(Boolean).join(' · '),
      route: `/staff/courses/${of.id}`,
    }))
  },
  list: typed => (HAN.test(typed) ? `/staff/courses?key=${encodeURIComponent(typed)}` : undefined),
})
