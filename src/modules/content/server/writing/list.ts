import { aliasedTable, and, desc, eq, gt, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays, dayOf, iso, minute, startOf } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { articleStates } from '../../articleStates.ts'
import { awaitsCaller } from '../../reviewing/server/review.ts'
import { stepAt } from '../../reviewSteps.ts'
import { article, articleDraft, articleViews, catalogue } from '../tables.ts'

type Endpoints = typeof staffArticlesContract
type Filters = Parsed<Endpoints['GET /staff/article/export']>

/** Value of the draft if there is one, otherwise of the public article. */
const draftOrPublic = <T>(draft: SQL | typeof articleDraft.title | typeof articleDraft.catalogueId, own: unknown) =>
  sql<T>`case when ${articleDraft.articleId} is null then ${own} else ${draft} end`
export const title = draftOrPublic<string>(articleDraft.title, article.title)
export const catalogueId = draftOrPublic<number | null>(articleDraft.catalogueId, article.catalogueId)
const author = draftOrPublic<string>(sql`${articleDraft.author}`, sql`coalesce(${article.author}, '')`)
const editedAt = sql<Date>`coalesce(${articleDraft.editedAt}, ${article.updatedAt})`.mapWith(article.updatedAt)
/** Date for filters: publication, otherwise last edit. */
const listDate = sql`coalesce(${article.publishedAt}, ${editedAt})`

async function matching(ctx: Ctx, asked: Filters): Promise<SQL | undefined> {
  const { catalogId, status, key, author: name, from, to, mine, awaits, trash } = asked
  return and(
    awaits && (await awaitsCaller(ctx)),
    trash ? isNotNull(article.deletedAt) : isNull(article.deletedAt),
    catalogId ? eq(catalogueId, catalogId) : undefined,
    status && eq(article.status, status),
    key ? or(ilike(title, containsPattern(key)), ilike(article.docNo, containsPattern(key))) : undefined,
    name ? or(ilike(author, containsPattern(name)), ilike(maker.displayName, containsPattern(name))) : undefined,
    from ? sql`${listDate} >= ${startOf(from)}` : undefined,
    to ? sql`${listDate} < ${startOf(addDays(to, 1))}` : undefined,
    mine && eq(article.createdBy, signedInActor(ctx).accountId),
  )
}

const maker = aliasedTable(account, 'maker')
const editor = aliasedTable(account, 'editor')

const columns = {
  id: article.id,
  status: article.status,
  reviewStep: article.reviewStep,
  scheduledFor: article.scheduledFor,
  publishedAt: article.publishedAt,
  isTop: article.isTop,
  isRed: article.isRed,
  deletedAt: article.deletedAt,
  docNo: article.docNo,
  title,
  catalogueId,
  author,
  editedAt,
  catalogueName: catalogue.name,
  isChanged: articleDraft.isChanged,
  views: articleViews.views,
  createdBy: maker.displayName,
  editedBy: editor.displayName,
}

const find = ({ db }: Ctx) =>
  db
    .select(columns)
    .from(article)
    .leftJoin(articleDraft, eq(articleDraft.articleId, article.id))
    .leftJoin(catalogue, eq(catalogue.id, catalogueId))
    .leftJoin(articleViews, eq(articleViews.articleId, article.id))
    .leftJoin(maker, eq(maker.id, article.createdBy))
    .leftJoin(editor, eq(editor.id, articleDraft.editedBy))

type Row = Awaited<ReturnType<typeof find>>[number]

const toRow = (row: Row) => ({
  id: row.id,
  title: row.title || '（未填标题）',
  catalogId: row.catalogueId,
  author: row.author,
  catalogName: row.catalogueName ?? '未选栏目',
  status: row.status,
  statusName: articleStates[row.status],
  stepName: stepAt(row.reviewStep)?.name ?? null,
  isTop: row.isTop,
  isRed: row.isRed,
  isChanged: row.status === 'published' && row.isChanged === true,
  scheduledFor: row.scheduledFor && iso(row.scheduledFor),
  createdBy: row.createdBy,
  editedBy: row.editedBy,
  editedAt: iso(row.editedAt),
  viewCount: row.views ?? 0,
  publishTime: row.publishedAt && iso(row.publishedAt),
  deletedAt: row.deletedAt && iso(row.deletedAt),
})

/**
 * Ids of the page, last edited first. Articles with a draft and articles without each have an index in that order, but
 * both together do not, so the query merges two scans.
 */
async function idsOf({ db }: Ctx, where: SQL | undefined, asked: { pageNum: number; pageSize: number }) {
  const skip = offset(asked)
  const by = sql`left join ${account} maker on maker.id = ${article.createdBy} where ${where}`
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (
      (select ${article.id} as id, ${articleDraft.editedAt} as at
        from ${articleDraft} join ${article} on ${article.id} = ${articleDraft.articleId} ${by}
        order by ${articleDraft.editedAt} desc, ${articleDraft.articleId} desc limit ${skip + asked.pageSize})
      union all
      (select ${article.id}, ${article.updatedAt}
        from ${article} left join ${articleDraft} on ${articleDraft.articleId} = ${article.id} ${by}
          and ${articleDraft.articleId} is null
        order by ${article.updatedAt} desc, ${article.id} desc limit ${skip + asked.pageSize})
    ) each order by at desc, id desc limit ${asked.pageSize} offset ${skip}`)
  return rows.map(({ id }) => id)
}

export const listHandlers = {
  'GET /staff/article/list': async (ctx, asked) => {
    const where = await matching(ctx, asked)
    const rows = await find(ctx)
      .where(inArray(article.id, await idsOf(ctx, where, asked)))
      .orderBy(desc(editedAt), desc(article.id))
    const total = await countOf(
      ctx.db,
      sql`select 1 from ${article} left join ${articleDraft} on ${articleDraft.articleId} = ${article.id}
        left join ${account} maker on maker.id = ${article.createdBy} where ${where}`,
    )
    return toPage(rows.map(toRow), total, asked)
  },
  'GET /staff/article/counts': async (ctx, asked) => {
    const { status: _, trash: __, ...others } = asked
    const inTrash = sql<boolean>`${article.deletedAt} is not null`
    const rows = await ctx.db
      .select({ status: article.status, inTrash, n: sql<number>`count(*)` })
      .from(article)
      .leftJoin(articleDraft, eq(articleDraft.articleId, article.id))
      .leftJoin(maker, eq(maker.id, article.createdBy))
      .where(or(await matching(ctx, others), await matching(ctx, { ...others, trash: '1' })))
      .groupBy(article.status, inTrash)
    const sum = (of: typeof rows) => of.reduce((all, { n }) => all + n, 0)
    const kept = rows.filter(row => !row.inTrash)
    return {
      all: sum(kept),
      trash: sum(rows.filter(row => row.inTrash)),
      states: typedKeys(articleStates).map(status => ({
        status,
        statusName: articleStates[status],
        count: sum(kept.filter(row => row.status === status)),
      })),
    }
  },
  'GET /staff/article/export': async (ctx, asked) => {
    await record(ctx, { action: 'article.export', objectType: 'article', detail: asked })
    const where = await matching(ctx, asked)
    const rows = inBatches<Row>(after =>
      find(ctx)
        .where(and(where, after && gt(article.id, after.id)))
        .orderBy(article.id),
    )
    return sendWorkbook(`文章 ${dayOf(ctx.now)}`, {
      name: '文章',
      rows,
      columns: [
        { title: '编号', width: 10, value: row => row.id },
        { title: '标题', width: 60, value: row => row.title },
        { title: '栏目', value: row => row.catalogueName },
        { title: '状态', value: row => articleStates[row.status] },
        { title: '等待', value: row => stepAt(row.reviewStep)?.name },
        { title: '作者', value: row => row.author },
        { title: '文号', width: 24, value: row => row.docNo },
        { title: '建立人', value: row => row.createdBy },
        { title: '最后修改人', value: row => row.editedBy },
        { title: '最后修改', width: 20, value: row => minute(iso(row.editedAt)) },
        { title: '发布时间', width: 20, value: row => row.publishedAt && minute(iso(row.publishedAt)) },
        { title: '定时', width: 20, value: row => row.scheduledFor && minute(iso(row.scheduledFor)) },
        { title: '阅读', width: 10, value: row => row.views ?? 0 },
        { title: '置顶', width: 8, value: row => (row.isTop ? '是' : '') },
        { title: '标红', width: 8, value: row => (row.isRed ? '是' : '') },
      ],
    })
  },
} satisfies Partial<Handlers<Endpoints>>
