import { and, eq, isNull, lte } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict, invalid, isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { publishFiles } from '#modules/files/server/attachments.ts'
import { file } from '#modules/files/server/tables.ts'
import { problemsOf } from '../../articleChecks.ts'
import type { ArticleValues } from '../../articleValues.ts'
import { requiresReview } from '../../reviewing/server/review.ts'
import { readWork, type Work } from '../../reviewing/server/work.ts'
import { ALL_STEPS_PASSED } from '../../reviewSteps.ts'
import { refuseForbidden } from '../../words/server/words.ts'
import { article, articleDraft, articleFile, catalogue } from '../tables.ts'
import { toColumns } from './articleColumns.ts'
import { articlePublished, notifyAboutArticle } from './articleMessages.ts'
import { keepAssets, mediaIn } from './assets.ts'
import { addVersion } from './history.ts'

/** Throws where a reader would miss something, field by field. */
export async function checkComplete(ctx: Ctx, values: ArticleValues): Promise<void> {
  const { db, now } = ctx
  const fields = problemsOf(values, now)
  if (values.catalogId !== null) {
    const [column] = await db.select().from(catalogue).where(eq(catalogue.id, values.catalogId))
    if (!column || column.type === '跳转') fields.catalogId = '这个栏目已不存在或不能放文章，请重新选择'
  }
  const said = Object.values(fields)
  if (said.length > 0) throw invalid(said.join('；'), fields)
  await refuseForbidden(ctx, values)
}

/** The working copy becomes what visitors read, in this transaction: texts, files, search, the trace of who did it. */
export async function makePublic(
  ctx: Ctx,
  { article: row, values, version }: Work,
  detail?: Record<string, unknown>,
): Promise<void> {
  await checkComplete(ctx, values)
  await keepAssets(ctx, row.id, values)
  const publishedAt = timeOf(ctx, row, values)
  const made = {
    ...toColumns(values),
    status: 'published' as const,
    publishedAt,
    scheduledFor: null,
    reason: '',
    reviewStep: null,
  }
  const reviewedBy = ctx.actor.kind === 'anonymous' ? row.reviewedBy : ctx.actor.accountId
  await ctx.db
    .update(article)
    .set({ ...made, reviewedBy, updatedAt: ctx.now })
    .where(eq(article.id, row.id))
  await showFiles(ctx, row.id, values)
  const shown = { ...values, publishTime: iso(publishedAt) }
  const editedAt = ctx.now
  await ctx.db
    .insert(articleDraft)
    .values({ articleId: row.id, values: shown, version: version + 1, isChanged: false, editedAt })
    .onConflictDoUpdate({
      target: articleDraft.articleId,
      set: { values: shown, version: version + 1, isChanged: false },
    })
  await addVersion(ctx, row.id, { kind: 'publish', values: shown })
  await recordChange(ctx, {
    action: 'article.publish',
    objectType: 'article',
    objectId: row.id,
    objectName: made.title,
    before: auditFields(row),
    after: auditFields(made),
    detail,
  })
  if (row.status !== 'published') await notifyAboutArticle(ctx, { ...row, title: made.title }, articlePublished)
}

/** Publishing time: the scheduled or entered one, otherwise the first publication, otherwise now. */
function timeOf({ now }: Ctx, row: Work['article'], { publishTime }: ArticleValues): Date {
  if (row.status === 'scheduled' && row.scheduledFor) return row.scheduledFor < now ? row.scheduledFor : now
  return publishTime ? new Date(publishTime) : (row.publishedAt ?? now)
}

type PublishedFields = Pick<
  Work['article'],
  'title' | 'catalogueId' | 'status' | 'publishedAt' | 'isTop' | 'isRed' | 'noticeEndsAt'
>
const auditFields = ({ title, catalogueId, status, publishedAt, isTop, isRed, noticeEndsAt }: PublishedFields) => ({
  title,
  catalogueId,
  status,
  isTop,
  isRed,
  publishedAt: publishedAt && iso(publishedAt),
  noticeEndsAt: noticeEndsAt && iso(noticeEndsAt),
})

/** Pictures and attachments are everyone's now, the attachments under the names that were given them. */
async function showFiles(ctx: Ctx, articleId: number, values: ArticleValues): Promise<void> {
  await publishFiles(ctx, mediaIn(values))
  await ctx.db.delete(articleFile).where(eq(articleFile.articleId, articleId))
  for (const [sort, { id, name }] of values.files.entries()) {
    await ctx.db.update(file).set({ isPublic: true, name }).where(eq(file.id, id))
    await ctx.db.insert(articleFile).values({ articleId, fileId: id, sort })
  }
}

/** Publishes due articles, each in its own transaction; a second process finds it done. */
export async function publishDue(ctx: Ctx): Promise<number> {
  const isDue = and(lte(article.scheduledFor, ctx.now), isNull(article.deletedAt))
  const due = await ctx.db
    .select({ id: article.id })
    .from(article)
    .where(isDue)
    .orderBy(article.scheduledFor, article.id)
  let published = 0
  for (const { id } of due) if (await publishOne(ctx, id)) published += 1
  return published
}

async function publishOne(ctx: Ctx, id: number): Promise<boolean> {
  try {
    return await inTransaction(ctx, async at => {
      const work = await readWork(at, id, { lock: true })
      const { scheduledFor, deletedAt } = work.article
      if (!scheduledFor || scheduledFor > ctx.now || deletedAt) return false
      if ((await requiresReview(at)) && work.article.reviewStep !== ALL_STEPS_PASSED)
        throw conflict('这篇文章没有通过三审')
      const isFirst = work.article.status === 'scheduled'
      await makePublic(at, isFirst ? { ...work, values: { ...work.values, publishTime: null } } : work)
      return true
    })
  } catch (error) {
    // An article that cannot be published, for instance into a deleted column, does not block the others; its scheduled
    // time stays visible.
    if (!isRefusal(error)) throw error
    ctx.log.warn({ id, reason: error.message }, 'a scheduled article could not be published')
    return false
  }
}
