import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { findByName, orderByIds } from '#lib/server/search/nameSearch.ts'
import { HAN } from '#lib/server/search/runs.ts'
import { articleStates } from '../../articleStates.ts'
import { article, articleDraft, catalogue } from '../tables.ts'
import { catalogueId, title } from './list.ts'

defineFinder({
  code: 'article',
  order: 70,
  name: '文章',
  may: 'staff:content',
  isWithin: false,
  find: async (ctx, typed, limit) => {
    const found = await Promise.all([published(ctx, typed, limit), findDrafts(ctx, typed, limit)])
    const ids = [...new Set(found.flat())].slice(0, limit)
    const rows = await ctx.db
      .select({ id: article.id, title, status: article.status, catalogueName: catalogue.name })
      .from(article)
      .leftJoin(articleDraft, eq(articleDraft.articleId, article.id))
      .leftJoin(catalogue, eq(catalogue.id, catalogueId))
      .where(inArray(article.id, ids))
    return orderByIds(ids, rows).map(of => ({
      title: of.title,
      about: [of.catalogueName, articleStates[of.status]].filter(Boolean).join(' · '),
      route: `/staff/articles/${of.id}`,
    }))
  },
  list: typed => (HAN.test(typed) ? `/staff/articles?key=${encodeURIComponent(typed)}` : undefined),
})

const published = (ctx: Ctx, typed: string, limit: number) =>
  findByName(ctx, typed, limit, {
    from: article,
    id: article.id,
    words: article.words,
    heading: article.heading,
    title: article.title,
    where: isNull(article.deletedAt),
  })

/** Finds drafts by their current title; search words exist only after publishing. */
async function findDrafts({ db }: Ctx, typed: string, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: article.id })
    .from(articleDraft)
    .innerJoin(article, eq(article.id, articleDraft.articleId))
    .where(and(isNull(article.deletedAt), containsWords(articleDraft.title, typed)))
    .orderBy(desc(articleDraft.editedAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}
