import { inArray } from 'drizzle-orm'
import type { Found, Search } from '#lib/search.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { searchIn } from '#lib/server/search/find.ts'
import { eventKindName } from '#modules/training/kinds/server/eventKinds.ts'
import { course } from '#modules/training/server/tables.ts'
import { statusNames } from '../../courseStatus.ts'
import { isPublished } from './courses.ts'
import { statusAt } from './places.ts'

type QueryCtx = Pick<Ctx, 'db' | 'now'>

const inCourses = searchIn({
  name: 'course',
  from: course,
  id: course.id,
  words: course.words,
  heading: course.heading,
  title: course.title,
  at: course.startsOn,
  where: isPublished,
})

export const findCourses = (ctx: QueryCtx, search: Search): Promise<Found> =>
  inCourses(ctx, search, { read: ids => readHits(ctx, ids) })

async function readHits({ db, now }: QueryCtx, ids: number[]) {
  const { id, title, city, startsOn, endsOn } = course
  const kindName = eventKindName(course.kind)
  const rows = await db
    .select({ id, title, kindName, city, startsOn, endsOn, status: statusAt(now) })
    .from(course)
    .where(inArray(course.id, ids))
  return rows.map(row => ({
    id: row.id,
    route: `/admin/publicity/training/${row.id}`,
    title: row.title,
    text: [row.kindName, row.city, `${row.startsOn} 至 ${row.endsOn}`, statusNames[row.status]]
      .filter(Boolean)
      .join(' · '),
    publishTime: row.startsOn,
  }))
}
