import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, forbidden } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { isDatabaseError } from '#lib/server/database/db.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { releaseFiles } from '#modules/files/server/releasing.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { mayDelete } from '../../articleStates.ts'
import { readArticleAccess, readWork, type Work } from '../../reviewing/server/work.ts'
import { article, articleAsset } from '../tables.ts'
import { keepAssets } from './assets.ts'

type Endpoints = typeof staffArticlesContract

/** Retention of deleted articles in ms, during which they can be restored. */
export const TRASH_RETENTION_MS = 30 * 86_400_000

/** Into the trash. What was public comes back from there as 已下线: nothing goes public again by itself. */
export const deleteArticle = (ctx: Ctx, { id }: Parsed<Endpoints['POST /staff/article/delete']>) =>
  change(ctx, id, 'delete', ({ article: { status, deletedAt, reviewStep } }) => {
    if (deletedAt) throw conflict('这篇文章已在回收站里')
    const left = status === 'published' ? ('withdrawn' as const) : status === 'scheduled' ? ('draft' as const) : status
    return { status: left, scheduledFor: null, deletedAt: ctx.now, reviewStep: status === 'review' ? reviewStep : null }
  })

export const undeleteArticle = (ctx: Ctx, { id }: Parsed<Endpoints['POST /staff/article/undelete']>) =>
  change(ctx, id, 'undelete', ({ article: { status, deletedAt, reviewStep } }) => {
    if (!deletedAt) throw conflict('这篇文章不在回收站里，可能已由他人恢复')
    return { status, reviewStep, scheduledFor: null, deletedAt: null }
  })

type Change = Pick<Work['article'], 'status' | 'scheduledFor' | 'deletedAt' | 'reviewStep'>

function change(
  ctx: Ctx,
  id: number,
  name: 'delete' | 'undelete',
  decide: (work: Work) => Change,
): Promise<Output<Endpoints['POST /staff/article/delete']>> {
  return inTransaction(ctx, async at => {
    const work = await readWork(at, id, { lock: true })
    if (!mayDelete(await readArticleAccess(at, work), signedInActor(ctx)))
      throw forbidden('只有编辑，或草稿的撰稿人本人，可以删除和恢复这篇文章')
    const to = decide(work)
    await at.db.update(article).set(to).where(eq(article.id, id))
    const told = ({ status, deletedAt }: Pick<Change, 'status' | 'deletedAt'>) => ({
      status,
      deletedAt: deletedAt?.toISOString() ?? null,
    })
    await recordChange(at, {
      action: `article.${name}`,
      objectType: 'article',
      objectId: id,
      objectName: work.values.title || work.article.title,
      before: told(work.article),
      after: told(to),
    })
    return {}
  })
}

/** Deletes articles that have been in the trash for 30 days, with their files. */
export async function purgeArticles(ctx: Ctx): Promise<number> {
  const isOver = and(
    isNotNull(article.deletedAt),
    lt(article.deletedAt, new Date(ctx.now.getTime() - TRASH_RETENTION_MS)),
  )
  const over = await ctx.db.select({ id: article.id }).from(article).where(isOver).orderBy(article.id).limit(500)
  let purged = 0
  for (const { id } of over) if (await purge(ctx, id)) purged += 1
  return purged
}

async function purge(ctx: Ctx, id: number): Promise<boolean> {
  try {
    return await inTransaction(ctx, async at => {
      const work = await readWork(at, id, { lock: true })
      const { deletedAt, title } = work.article
      if (!deletedAt || deletedAt.getTime() > ctx.now.getTime() - TRASH_RETENTION_MS) return false
      // Registers the files of an article that was never edited here.
      if (!work.draft) await keepAssets(at, id, work.values)
      const assets = await at.db
        .delete(articleAsset)
        .where(eq(articleAsset.articleId, id))
        .returning({ id: articleAsset.fileId })
      await at.db.delete(article).where(eq(article.id, id))
      // Deletes the files that nothing else shows.
      await releaseFiles(
        at,
        assets.map(asset => asset.id),
      )
      const objectName = work.values.title || title
      await record(at, { action: 'article.purge', objectType: 'article', objectId: id, objectName })
      return true
    })
  } catch (error) {
    const { cause } = error as Error
    if (!isDatabaseError(cause) || cause.code !== '23503') throw error
    ctx.log.warn({ id }, 'an article in the trash is referred to, and stays')
    return false
  }
}

export const trashHandlers = {
  'POST /staff/article/delete': deleteArticle,
  'POST /staff/article/undelete': undeleteArticle,
} satisfies Partial<Handlers<Endpoints>>
