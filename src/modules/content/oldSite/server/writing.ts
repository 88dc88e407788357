import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { file } from '#modules/files/server/tables.ts'
import type { ArticleValues } from '../../articleValues.ts'
import { article, articleAsset, articleDraft, articleFile, articleViews, redirect } from '../../server/tables.ts'
import { mediaIn } from '../../server/writing/assets.ts'
import { toColumns } from '../../server/writing/publishing.ts'
import type { oldSitePage } from './tables.ts'
import type { Site } from './work.ts'

type Writing = { site: Site; page: typeof oldSitePage.$inferSelect; values: ArticleValues; by: number }

/** The article under the number that was set aside for it, public or as a draft, and the way to it from the old address. */
export async function writeArticle(ctx: Ctx, writing: Writing): Promise<void> {
  const { site, page, values } = writing
  await (site.options.publish ? writePublic(ctx, writing) : writeDraft(ctx, writing))
  await keepFiles(ctx, page.articleId!, values, site.options.publish)
  await ctx.db.insert(redirect).values({ path: page.path, articleId: page.articleId! })
}

const writtenBy = ({ site, page, by }: Writing) => ({
  id: page.articleId!,
  createdBy: by,
  createdAt: site.writtenAt!,
  updatedAt: site.writtenAt!,
})

async function writePublic({ db }: Ctx, writing: Writing): Promise<void> {
  const { page, values, by } = writing
  const made = { ...toColumns(values), status: 'published' as const, publishedAt: page.publishedAt, reviewedBy: by }
  await db.insert(article).values({ ...writtenBy(writing), ...made })
  await db.insert(articleViews).values({ articleId: page.articleId! })
}

async function writeDraft({ db }: Ctx, writing: Writing): Promise<void> {
  const { site, page, values, by } = writing
  const unread = { title: values.title, catalogueId: page.catalogueId!, content: '', plain: '' }
  await db.insert(article).values({ ...writtenBy(writing), ...unread })
  await db.insert(articleDraft).values({ articleId: page.articleId!, values, editedBy: by, editedAt: site.writtenAt! })
}

/** Files are the article's own from now on, whoever has begun the import; those of a public text are everyone's. */
async function keepFiles({ db, now }: Ctx, articleId: number, values: ArticleValues, isPublic: boolean): Promise<void> {
  const papers = values.files.map(({ id }) => id)
  const all = [...new Set([...mediaIn(values), ...papers])]
  if (all.length === 0) return
  await db
    .update(file)
    .set({ attachedAt: now, ...(isPublic && { isPublic }) })
    .where(inArray(file.id, all))
  await db.insert(articleAsset).values(all.map(fileId => ({ articleId, fileId })))
  if (!isPublic || papers.length === 0) return
  for (const { id, name } of values.files) await db.update(file).set({ name }).where(eq(file.id, id))
  await db.insert(articleFile).values(papers.map((fileId, sort) => ({ articleId, fileId, sort })))
}
