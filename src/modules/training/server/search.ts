import { and, desc, eq, sql } from 'drizzle-orm'
import { type Found, SEARCH_WINDOW, type Search } from '#lib/search.ts'
import type { Ctx } from '#lib/server/context.ts'
import { countUpTo } from '#lib/server/db.ts'
import { kindNames } from '../kinds.ts'
import { statusNames } from '../status.ts'
import { isPublished } from './courses.ts'
import { statusAt } from './places.ts'
import { course } from './tables.ts'

export async function findCourses(ctx: Pick<Ctx, 'db' | 'now'>, search: Search): Promise<Found> {
  const query = sql`to_tsquery('simple', ${search.words})`
  const where = and(isPublished(ctx), sql`${course.words} @@ ${query}`)!
  const newest = ctx.db
    .select({ id: course.id })
    .from(course)
    .where(where)
    .orderBy(desc(course.startsOn), desc(course.id))
    .limit(SEARCH_WINDOW)
    .as('newest')
  const [rows, total] = await Promise.all([
    ctx.db
      .select({
        id: course.id,
        title: course.title,
        kind: course.kind,
        city: course.city,
        startsOn: course.startsOn,
        endsOn: course.endsOn,
        status: statusAt(ctx.now),
        rank: sql<number>`ts_rank(${course.words}, ${query})`.as('rank'),
      })
      .from(course)
      .innerJoin(newest, eq(newest.id, course.id))
      .orderBy(sql`rank desc`, desc(course.startsOn), desc(course.id))
      .limit(search.limit),
    countUpTo(ctx.db, SEARCH_WINDOW, sql`select 1 from ${course} where ${where}`),
  ])
  return {
    hits: rows.map(({ id, title, kind, city, startsOn, endsOn, status, rank }) => ({
      id,
      route: `/admin/publicity/training/${id}`,
      title,
      text: [kindNames[kind], city, `${startsOn} 至 ${endsOn}`, statusNames[status]].filter(Boolean).join(' · '),
      publishTime: startsOn,
      rank,
    })),
    total,
  }
}
