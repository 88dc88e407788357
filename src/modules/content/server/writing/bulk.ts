import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid, isRefusal } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { readWork } from '../../reviewing/server/work.ts'
import { article, articleDraft, catalogue } from '../tables.ts'
import { publish, withdraw } from './moving.ts'
import { deleteArticle, undeleteArticle } from './trash.ts'

type Endpoint = (typeof staffArticlesContract)['POST /staff/article/bulk']
type BulkInput = Parsed<Endpoint>

export const bulkHandlers = {
  /** Processes each article in its own call; a refusal is reported and does not stop the others. */
  'POST /staff/article/bulk': async (ctx, asked) => {
    const act = await actOf(ctx, asked)
    const results: Output<Endpoint> = []
    for (const id of new Set(asked.ids)) {
      try {
        await act(id)
        results.push({ id, title: await titleOf(ctx, id), done: true, message: DONE_MESSAGES[asked.action] })
      } catch (error) {
        if (!isRefusal(error)) throw error
        results.push({ id, title: await titleOf(ctx, id), done: false, message: error.message })
      }
    }
    return results
  },
} satisfies Partial<Handlers<typeof staffArticlesContract>>

const DONE_MESSAGES = {
  publish: '已发布',
  withdraw: '已下线',
  move: '已移动',
  delete: '已放入回收站',
  undelete: '已恢复',
}

async function actOf(ctx: Ctx, { action, catalogId, reason }: BulkInput): Promise<(id: number) => Promise<unknown>> {
  switch (action) {
    case 'publish':
      return id => publish(ctx, { id, remark: '', confirmedWords: [] })
    case 'withdraw':
      if (!reason) throw invalid('请填写下线的原因', { reason: '请填写原因' })
      return id => withdraw(ctx, { id, reason })
    case 'move': {
      const to = await findColumn(ctx, catalogId)
      return id => moveTo(ctx, id, to)
    }
    case 'delete':
      return id => deleteArticle(ctx, { id })
    case 'undelete':
      return id => undeleteArticle(ctx, { id })
  }
}

type Column = typeof catalogue.$inferSelect

async function findColumn({ db }: Ctx, id: number | undefined): Promise<Column> {
  const [found] = id === undefined ? [] : await db.select().from(catalogue).where(eq(catalogue.id, id))
  if (!found || found.type === '跳转') throw invalid('请选择要移到的栏目', { catalogId: '请选择栏目' })
  return found
}

/** The public text and the working copy at once. */
const moveTo = (ctx: Ctx, id: number, to: Column) =>
  inTransaction(ctx, async at => {
    const { article: row, draft, values } = await readWork(at, id, { lock: true })
    await at.db.update(article).set({ catalogueId: to.id }).where(eq(article.id, id))
    if (draft)
      await at.db
        .update(articleDraft)
        .set({ values: { ...values, catalogId: to.id }, version: draft.version + 1 })
        .where(eq(articleDraft.articleId, id))
    await recordChange(at, {
      action: 'article.move',
      objectType: 'article',
      objectId: id,
      objectName: values.title || row.title,
      before: { catalogueId: row.catalogueId },
      after: { catalogueId: to.id },
    })
  })

async function titleOf(ctx: Ctx, id: number): Promise<string> {
  const found = await readWork(ctx, id).catch(error => {
    if (isRefusal(error)) return undefined
    throw error
  })
  return found ? found.values.title || '（未填标题）' : `文章 ${id}`
}
