import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { defineOverdueWork } from '#lib/server/oversight/escalations.ts'
import { workingDaysBetween } from '#lib/workingDays.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { article, articleDraft, articleVersion } from '../../server/tables.ts'
import { articleReview } from './tables.ts'

const BATCH_SIZE = 200

defineOverdueWork({
  code: 'articles',
  name: '稿件等待审核',
  find: async ({ db, now }, daysOver) => {
    const today = dayOf(now)
    const calendar = await readWorkingCalendar({ db })
    /** Time at which it entered the current step, or was submitted where there are no steps. */
    const since = sql<string>`coalesce(
      (select max(${articleReview.at}) from ${articleReview} where ${articleReview.articleId} = ${article.id}),
      (select max(${articleVersion.at}) from ${articleVersion}
        where ${articleVersion.articleId} = ${article.id} and ${articleVersion.kind} = 'handIn'),
      ${article.updatedAt})`
    const rows = await db
      .select({ id: article.id, title: articleDraft.title, since: since.mapWith(article.updatedAt) })
      .from(article)
      .innerJoin(articleDraft, eq(articleDraft.articleId, article.id))
      .where(
        and(or(eq(article.status, 'review'), sql`${article.reviewStep} between 1 and 3`), isNull(article.deletedAt)),
      )
      .orderBy(asc(since), asc(article.id))
      .limit(1_000)
    return rows
      .map(row => ({ ...row, since: dayOf(row.since) }))
      .map(row => ({ ...row, daysOver: workingDaysBetween(calendar, row.since, today) }))
      .filter(row => row.daysOver >= Math.max(1, daysOver))
      .slice(0, BATCH_SIZE)
      .map(({ id, title, ...overdue }) => ({
        ...overdue,
        title,
        objectType: 'article',
        objectId: id,
        route: `/staff/articles/${id}`,
      }))
  },
})
