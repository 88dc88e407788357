import { aliasedTable, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { addDays, iso, minute, startOf } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { type articleFaultNames, articleFilters } from '../../articleFilters.ts'
import { articleStates } from '../../articleStates.ts'
import { awaitsCaller } from '../../reviewing/server/review.ts'
import { stepAt } from '../../reviewSteps.ts'
import { article, articleDraft, articleFault, articleViews, catalogue, outsideLink } from '../tables.ts'

type Endpoints = typeof staffArticlesContract

/** Value of the draft if there is one, otherwise of the public article. */
const draftOrPublic = <T>(draft: SQL | typeof articleDraft.title | typeof articleDraft.catalogueId, own: unknown) =>
  sql<T>`case when ${articleDraft.articleId} is null then ${own} else ${draft} end`
export const title = draftOrPublic<string>(articleDraft.title, article.title)
export const catalogueId = draftOrPublic<number | null>(articleDraft.catalogueId, article.catalogueId)
const author = draftOrPublic<string>(sql`${articleDraft.author}`, sql`coalesce(${article.author}, '')`)
const editedAt = sql<Date>`coalesce(${articleDraft.editedAt}, ${article.updatedAt})`.mapWith(article.updatedAt)
/** Date for filters: publication, otherwise last edit. */
const listDate = sql`coalesce(${article.publishedAt}, ${editedAt})`

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

const NO_TITLE = '（未填标题）'
const NO_CATALOGUE = '未选栏目'

const toRow = (row: Row) => ({
  id: row.id,
  title: row.title || NO_TITLE,
  catalogId: row.catalogueId,
  author: row.author,
  catalogName: row.catalogueName ?? NO_CATALOGUE,
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

const withDraft = sql`${article} left join ${articleDraft} on ${articleDraft.articleId} = ${article.id}`
const withMaker = sql`left join ${account} maker on maker.id = ${article.createdBy}`
const lastEdit = sql`edit.edited_at`

/** Query of the ids of articles with a fault; links to other sites are checked apart from the texts. */
const articlesWith = (fault: keyof typeof articleFaultNames): SQL =>
  fault === 'deadOutside'
    ? sql`select ${outsideLink.articleId} from ${outsideLink} where ${outsideLink.isAlive} = false`
    : sql`select ${articleFault.articleId} from ${articleFault} where ${articleFault.kind} = ${fault}`

/** 文章 in every state, last edited first. */
const articleRegister = defineRegister({
  name: '文章',
  views: { code: 'article', permission: 'staff:content' },
  filters: articleFilters,
  from: sql`${withDraft} ${withMaker} cross join lateral (select ${editedAt} as edited_at) edit`,
  // Articles with a draft and articles without each have an index in this order, but both together do not. The planner
  // sees the anti-join only in an `on`.
  parts: () => [
    sql`${articleDraft} join ${article} on ${article.id} = ${articleDraft.articleId} ${withMaker}
      cross join lateral (select ${articleDraft.editedAt} as edited_at) edit`,
    sql`${withDraft} ${withMaker}
      join lateral (select ${article.updatedAt} as edited_at) edit on ${articleDraft.articleId} is null`,
  ],
  id: article.id,
  newest: lastEdit,
  where: {
    catalogId: id => eq(catalogueId, id),
    status: article.status,
    key: key => or(containsWords(title, key), containsWords(article.docNo, key)),
    author: name => or(containsWords(author, name), containsWords(maker.displayName, name)),
    from: day => sql`${listDate} >= ${startOf(day)}`,
    to: day => sql`${listDate} < ${startOf(addDays(day, 1))}`,
    mine: (_, ctx) => eq(article.createdBy, signedInActor(ctx).accountId),
    awaits: (_, ctx) => awaitsCaller(ctx),
    fault: kind => sql`${article.id} in (${articlesWith(kind)})`,
    trash: trash => (trash === '1' ? isNotNull(article.deletedAt) : isNull(article.deletedAt)),
  },
  read: (ctx, ids) => find(ctx).where(inArray(article.id, ids)),
  row: toRow,
  columns: {
    id: { heading: '编号', width: 10, value: of => of.id, isFigure: true },
    title: { heading: '标题', width: 60, value: of => of.title, empty: NO_TITLE, sort: byPinyin(title) },
    catalogName: { heading: '栏目', value: of => of.catalogueName, empty: NO_CATALOGUE, nowrap: true },
    statusName: { heading: '状态', value: of => articleStates[of.status] },
    stepName: { heading: '等待', value: of => stepAt(of.reviewStep)?.name, nowrap: true },
    author: { heading: '作者', value: of => of.author, nowrap: true, sort: byName(author) },
    docNo: { heading: '文号', width: 24, value: of => of.docNo },
    createdBy: { heading: '建立人', value: of => of.createdBy },
    editedBy: { heading: '最后修改人', value: of => of.editedBy },
    editedAt: { heading: '最后修改', width: 20, value: of => minute(iso(of.editedAt)), sort: lastEdit },
    publishTime: {
      heading: '发布时间',
      width: 20,
      value: of => of.publishedAt && minute(iso(of.publishedAt)),
      empty: '—',
      sort: sql`coalesce(${article.publishedAt}, '-infinity')`,
    },
    scheduledFor: { heading: '定时', width: 20, value: of => of.scheduledFor && minute(iso(of.scheduledFor)) },
    viewCount: {
      heading: '阅读',
      width: 10,
      value: of => of.views ?? 0,
      sort: sql`coalesce((select ${articleViews.views} from ${articleViews} where ${articleViews.articleId} = ${article.id}), 0)`,
      isFigure: true,
    },
    isTop: { heading: '置顶', width: 8, value: of => (of.isTop ? '是' : '') },
    isRed: { heading: '标红', width: 8, value: of => (of.isRed ? '是' : '') },
    deletedAt: {
      heading: '删除时间',
      value: of => of.deletedAt && `${minute(iso(of.deletedAt))}，30 天后彻底删除`,
      empty: '—',
      exported: false,
    },
  },
  listed: ['title', 'catalogName', 'statusName', 'author', 'editedAt', 'publishTime', 'viewCount'],
})

export const listHandlers = {
  'GET /staff/article/list': (ctx, asked) => articleRegister.list(ctx, asked),
  'GET /staff/article/counts': async (ctx, asked) => {
    const { status: _, trash: __, ...others } = asked
    const inTrash = sql<boolean>`${article.deletedAt} is not null`
    const rows = await ctx.db
      .select({ status: article.status, inTrash, n: sql<number>`count(*)` })
      .from(article)
      .leftJoin(articleDraft, eq(articleDraft.articleId, article.id))
      .leftJoin(maker, eq(maker.id, article.createdBy))
      .where(await articleRegister.matching(ctx, others))
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
  'GET /staff/article/export': (ctx, asked) =>
    exportRegister(ctx, articleRegister, asked, { action: 'article.export', objectType: 'article' }),
} satisfies Partial<Handlers<Endpoints>>
