import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { catalogue } from '../../server/tables.ts'
import type { staffOldSiteContract } from '../contract.ts'
import { verdicts } from '../states.ts'
import { oldSitePage } from './tables.ts'
import { findSite, lockIdle, type Site } from './work.ts'

type Endpoints = typeof staffOldSiteContract
type Filters = Parsed<Endpoints['GET /staff/old-site/export']>

export const noted = sql`cardinality(${oldSitePage.notes}) > 0`

function narrowed({ id, show, key }: Filters): SQL {
  const special = { double: eq(oldSitePage.isDouble, true), noted }
  const isShown = show && (show === 'double' || show === 'noted' ? special[show] : eq(oldSitePage.verdict, show))
  const isMeant = key ? or(containsWords(oldSitePage.address, key), containsWords(oldSitePage.title, key)) : undefined
  return and(eq(oldSitePage.siteId, id), isShown, isMeant)!
}

const columns = {
  id: oldSitePage.id,
  address: oldSitePage.address,
  entry: oldSitePage.entry,
  title: oldSitePage.title,
  publishedAt: oldSitePage.publishedAt,
  rule: oldSitePage.rule,
  verdict: oldSitePage.verdict,
  fault: oldSitePage.fault,
  isDouble: oldSitePage.isDouble,
  notes: oldSitePage.notes,
  articleId: oldSitePage.articleId,
  importedAt: oldSitePage.importedAt,
}

const select = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ ...columns, catalogName: catalogue.name })
    .from(oldSitePage)
    .leftJoin(catalogue, eq(catalogue.id, oldSitePage.catalogueId))

type Row = Awaited<ReturnType<typeof select>>[number]

const toRow = ({ rules }: Site, { rule, publishedAt, catalogName, importedAt, articleId, ...row }: Row) => ({
  ...row,
  publishTime: publishedAt && iso(publishedAt),
  catalogName: catalogName ?? '',
  ruleName: rules[rule - 1]?.name ?? '',
  articleId: importedAt && articleId,
})

export const pageDeskHandlers = {
  'GET /staff/old-site/pages': async (ctx, asked) => {
    const site = await findSite(ctx, asked.id)
    const where = narrowed(asked)
    const counted = await countOf(ctx.db, sql`select 1 from ${oldSitePage} where ${where}`)
    const rows = await select(ctx).where(where).orderBy(asc(oldSitePage.id)).limit(asked.pageSize).offset(offset(asked))
    return toPage(
      rows.map(row => toRow(site, row)),
      counted,
      asked,
    )
  },
  'GET /staff/old-site/export': async (ctx, asked) => {
    const { fileName } = await findSite(ctx, asked.id)
    const of = { objectType: 'old_site', objectId: asked.id, objectName: fileName }
    await record(ctx, { action: 'oldSite.export', ...of, detail: { show: asked.show } })
    const rows = inBatches<Row>(after =>
      select(ctx)
        .where(and(narrowed(asked), after && gt(oldSitePage.id, after.id)))
        .orderBy(asc(oldSitePage.id)),
    )
    return sendWorkbook('旧网站页面', {
      name: '页面',
      columns: [
        { title: '旧网址', width: 60, value: ({ address }) => address },
        { title: 'ZIP 中的文件', width: 40, value: ({ entry }) => entry },
        { title: '标题', width: 50, value: ({ title }) => title },
        { title: '发布时间', width: 20, value: ({ publishedAt }) => publishedAt && minute(iso(publishedAt)) },
        { title: '栏目', value: ({ catalogName }) => catalogName },
        { title: '状态', value: ({ verdict }) => verdicts[verdict] },
        { title: '原因', width: 50, value: ({ fault, notes }) => [fault, ...notes].filter(Boolean).join('；') },
        {
          title: '新网址',
          width: 40,
          value: ({ articleId, importedAt }) => importedAt && `/admin/news/list-info/${articleId}`,
        },
      ],
      rows,
    })
  },
  'POST /staff/old-site/leave-out': async (ctx, { id, pages, leave }) => {
    const before = await findSite(ctx, id)
    await ctx.db.transaction(async tx => {
      await lockIdle({ ...ctx, db: tx }, before)
      const meant = and(eq(oldSitePage.siteId, id), inArray(oldSitePage.id, pages), isNull(oldSitePage.importedAt))
      const back = sql<'bad' | 'new'>`case when ${oldSitePage.fault} = '' then 'new' else 'bad' end`
      await tx
        .update(oldSitePage)
        .set({ isLeftOut: leave, verdict: leave ? 'left' : back })
        .where(and(meant, inArray(oldSitePage.verdict, ['new', 'bad', 'left'])))
      const of = { objectType: 'old_site', objectId: id, objectName: before.fileName }
      await record({ ...ctx, db: tx }, { action: 'oldSite.leaveOut', ...of, detail: { pages: pages.length, leave } })
    })
    return {}
  },
} satisfies Partial<Handlers<Endpoints>>
