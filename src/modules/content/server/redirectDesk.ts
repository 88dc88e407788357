import { and, asc, eq, gt, or } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { conflictMessage, lockObjectType } from '#modules/audit/server/changes.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import type { staffRedirectContract } from '../redirectContract.ts'
import type { staffContentContract } from '../staffContract.ts'
import { isPublished } from './articles.ts'
import { oldPath } from './redirects.ts'
import { article, redirect } from './tables.ts'

type Endpoints = typeof staffRedirectContract
type Filters = Parsed<Endpoints['GET /staff/redirect/export']>

const narrowed = ({ key }: Filters) =>
  key ? or(containsWords(redirect.path, key), containsWords(article.title, key)) : undefined

const select = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  db
    .select({
      address: redirect.path,
      articleId: redirect.articleId,
      title: article.title,
      isPublic: isPublished({ now }).mapWith(Boolean),
    })
    .from(redirect)
    .innerJoin(article, eq(article.id, redirect.articleId))

export const redirectDeskHandlers = {
  'GET /staff/redirect/list': async (ctx, { key, ...asked }) => {
    const where = narrowed({ key })
    const counted = await countOf(ctx.db, select(ctx).where(where).getSQL())
    const rows = await select(ctx).where(where).orderBy(asc(redirect.path)).limit(asked.pageSize).offset(offset(asked))
    const list = rows.map(row => ({ ...row, route: `/admin/news/list-info/${row.articleId}` }))
    return toPage(list, counted, asked)
  },
  'GET /staff/redirect/export': async (ctx, filters) => {
    await record(ctx, { action: 'redirect.export', detail: { ...filters } })
    type Row = Awaited<ReturnType<typeof select>>[number]
    const rows = inBatches<Row>(after =>
      select(ctx)
        .where(and(narrowed(filters), after && gt(redirect.path, after.address)))
        .orderBy(asc(redirect.path)),
    )
    return sendWorkbook('旧网址', {
      columns: [
        { title: '旧网址', width: 60, value: ({ address }) => address },
        { title: '文章编号', value: ({ articleId }) => articleId },
        { title: '文章标题', width: 60, value: ({ title }) => title },
        { title: '现在公开', value: ({ isPublic }) => (isPublic ? '是' : '否') },
      ],
      rows,
    })
  },
  'POST /staff/redirect/save': (ctx, { address, articleId, seen }) =>
    inTransaction(ctx, async inside => {
      const path = oldPath(address)
      if (!path) throw invalid('旧网址不能用', { address: '不是原网站的网址，或与本站的网址相同' })
      const [to] = await inside.db.select({ title: article.title }).from(article).where(eq(article.id, articleId))
      if (!to) throw invalid('没有这篇文章', { articleId: '没有这篇文章，请核对编号' })
      const before = await find(inside, path)
      if (before && seen === undefined)
        throw invalid('旧网址已登记', { address: `已转到《${before.title}》，请在列表中修改` })
      if (seen !== undefined) checkSeen(before, seen, await conflictMessage(inside, named(path)))
      await inside.db
        .insert(redirect)
        .values({ path, articleId })
        .onConflictDoUpdate({ target: redirect.path, set: { articleId } })
      await recordChange(inside, {
        ...named(path),
        action: before ? 'redirect.change' : 'redirect.add',
        before: { 转到: before?.title ?? null },
        after: { 转到: to.title },
        detail: { articleId },
      })
      return { address: path }
    }),
  'POST /staff/redirect/remove': (ctx, { address, seen }) =>
    inTransaction(ctx, async inside => {
      const before = await find(inside, address)
      if (!before) throw notFound('旧网址不存在或已删除')
      checkSeen(before, seen, await conflictMessage(inside, named(address)))
      await inside.db.delete(redirect).where(eq(redirect.path, address))
      await record(inside, { ...named(address), action: 'redirect.remove', before: { 转到: before.title } })
      return {}
    }),
} satisfies Partial<Handlers<typeof staffContentContract>>

const named = (path: string) => ({ objectType: 'redirect', objectName: path })

function checkSeen(before: { articleId: number } | undefined, seen: number, whoWasFirst: string) {
  if (before?.articleId !== seen) throw conflict(whoWasFirst)
}

/** Returns the redirect at this path, holding the lock on redirects until the transaction ends. */
async function find(ctx: Ctx, path: string) {
  await lockObjectType(ctx, 'redirect')
  const [found] = await select(ctx).where(eq(redirect.path, path))
  return found
}
