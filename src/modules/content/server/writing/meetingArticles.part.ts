import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { namedPlace } from '#modules/content/navigation/server/tables.ts'
import { defineArticleDesk } from '#modules/review/boards/server/articleDesk.ts'
import { articleValues } from '../../articleSchema.ts'
import { articleStates } from '../../articleStates.ts'
import { article, articleDraft } from '../tables.ts'
import { createDraft } from './saving.ts'

/** Articles are made of what meetings announce, as drafts of whoever presses. */
defineArticleDesk({
  permission: 'staff:content',
  write: async (ctx, { title, html, endsOn, catalogId, origin }) => {
    const column = catalogId ?? (await columnOfNotices(ctx))
    const noticeEndTime = `${endsOn}T23:59:00+08:00`
    const values = articleValues.parse({ title, content: html, catalogId: column, noticeEndTime })
    return (await createDraft(ctx, { values, origin })).id
  },
  standing: async ({ db }, ids) => {
    const { id, title, status, deletedAt } = article
    const rows = await db
      .select({ id, title, status, deletedAt, draftTitle: articleDraft.title })
      .from(article)
      .leftJoin(articleDraft, eq(articleDraft.articleId, article.id))
      .where(inArray(article.id, [...ids]))
    return new Map(
      rows.map(row => [
        row.id,
        {
          title: row.draftTitle || row.title,
          stateName: row.deletedAt ? '在回收站' : articleStates[row.status],
          route: `/staff/articles/${row.id}`,
        },
      ]),
    )
  },
})

/** Column bound to public notices; null: unbound. */
async function columnOfNotices({ db }: Ctx): Promise<number | null> {
  const [found] = await db.select().from(namedPlace).where(eq(namedPlace.code, 'publicNotices'))
  return found?.catalogueId ?? null
}
