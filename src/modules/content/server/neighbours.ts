import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { prepared } from '#lib/server/database/prepared.ts'
import { type Article, isPublished } from './articles.ts'
import { article } from './tables.ts'

type Placed = Pick<Article, 'id' | 'catalogueId' | 'publishedAt'>

/** 上一篇 is the newer one, 下一篇 the older, as the list reads from top to bottom. */
export async function neighbour({ db, now }: Ctx, { id, catalogueId, publishedAt }: Placed, side: 'newer' | 'older') {
  const [found] = await neighbours[side](db).execute({ id, catalogueId, publishedAt, now })
  return found ?? null
}

const find = (name: string, beyond: SQL, order: SQL) =>
  prepared(db => {
    const here = sql`(${sql.placeholder('publishedAt')}, ${sql.placeholder('id')})`
    return db
      .select({ id: article.id, title: article.title })
      .from(article)
      .where(
        and(
          isPublished({ now: sql.placeholder('now') }),
          eq(article.catalogueId, sql.placeholder('catalogueId')),
          sql`(${article.publishedAt}, ${article.id}) ${beyond} ${here}`,
        ),
      )
      .orderBy(sql`${article.publishedAt} ${order}, ${article.id} ${order}`)
      .limit(1)
      .prepare(name)
  })

const neighbours = {
  newer: find('article_newer', sql`>`, sql`asc`),
  older: find('article_older', sql`<`, sql`desc`),
}

/** Planned anew for each article: some key words are rare, others stand everywhere. */
export async function relatedTo(ctx: Ctx, { id, keywords }: Pick<Article, 'id' | 'keywords'>) {
  if (keywords.length === 0) return []
  const rows = await ctx.db
    .select({ id: article.id, title: article.title, publishedAt: article.publishedAt })
    .from(article)
    .where(and(isPublished(ctx), ne(article.id, id), sql`${article.keywords} && ${sql.param(keywords)}`))
    .orderBy(desc(article.publishedAt))
    .limit(5)
  return rows.map(row => ({ id: row.id, title: row.title, publishTime: iso(row.publishedAt!) }))
}
