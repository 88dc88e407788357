import { setImmediate as breathe } from 'node:timers/promises'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { signed } from '#lib/server/api/context.ts'
import { fileIdsIn, plainText } from '#lib/server/outbound/sanitizeHtml.ts'
import { record } from '#modules/audit/server/record.ts'
import { articleValues } from '../../articleSchema.ts'
import { type ArticleValues, CONTENT_LIMIT, proposeSummary } from '../../articleValues.ts'
import { redirect } from '../../server/tables.ts'
import { readWords } from '../../words/server/words.ts'
import { type Archive, withArchive } from './archive.ts'
import { rewriteBody } from './bodies.ts'
import { pagesOf, readByRule } from './checking.ts'
import { countPages } from './counting.ts'
import { type ReadRule, readRules } from './extracting.ts'
import { keeperOf } from './keeping.ts'
import { tellOfSite } from './siteMessages.ts'
import { oldSitePage } from './tables.ts'
import { carryOut, holdOn, type Site } from './work.ts'
import { writeArticle } from './writing.ts'

type Row = typeof oldSitePage.$inferSelect

const isReady = (siteId: number) =>
  and(eq(oldSitePage.siteId, siteId), eq(oldSitePage.verdict, 'new'), isNull(oldSitePage.importedAt))!

export const countReady = ({ db }: Pick<Ctx, 'db'>, siteId: number) => db.$count(oldSitePage, isReady(siteId))

/** Page after page, each in a transaction of its own: what was done stays done, whatever ends the work. */
export async function importSite(ctx: Ctx, site: Site): Promise<void> {
  const reason = await carryOut(ctx, site, 'done', beat =>
    withArchive(ctx, site, archive => importAll(ctx, site, archive, beat)),
  )
  if (!reason) return
  await ctx.db
    .transaction(db => tellOfSite({ ...ctx, db }, site, { reason }))
    .catch(err => ctx.log.error({ err, oldSite: site.id }, 'nobody was told of an import that failed'))
}

type Beat = (progress: number, total: number) => Promise<void>

async function importAll(ctx: Ctx, site: Site, archive: Archive, beat: Beat): Promise<Partial<Site>> {
  await setAside(ctx, site.id)
  const means = { archive, rules: readRules(site.rules), articleAt: await articlesOf(ctx, site.id) }
  const wasDone = await countDone(ctx, site.id)
  const total = wasDone + (await countReady(ctx, site.id))
  let progress = wasDone
  for await (const pages of pagesOf(ctx, site.id)) {
    for (const page of pages) {
      if (page.verdict !== 'new' || page.importedAt) continue
      await breathe()
      await importPage(ctx, site, page, means)
      await beat(++progress, total)
    }
  }
  const { imported, bad } = await countPages(ctx, site)
  await ctx.db.transaction(async tx => {
    const inTx = { ...ctx, db: tx }
    const of = { objectType: 'old_site', objectId: site.id, objectName: site.fileName }
    await record(inTx, { action: 'oldSite.run', ...of, detail: { pages: imported - wasDone } })
    await tellOfSite(inTx, site, { imported, bad })
  })
  return { progress, total }
}

const countDone = ({ db }: Ctx, siteId: number) =>
  db.$count(oldSitePage, and(eq(oldSitePage.siteId, siteId), isNotNull(oldSitePage.importedAt)))

/** Every page knows the number of its article before the first is written. */
const setAside = ({ db }: Ctx, siteId: number) =>
  db
    .update(oldSitePage)
    .set({ articleId: sql`nextval(pg_get_serial_sequence('article', 'id'))` })
    .where(and(isReady(siteId), isNull(oldSitePage.articleId)))

type ArticleAt = (path: string) => Promise<number | undefined>

/** Of this ZIP file and of those before it. */
async function articlesOf({ db }: Ctx, siteId: number): Promise<ArticleAt> {
  const { path, articleId } = oldSitePage
  const own = await db
    .select({ path, articleId })
    .from(oldSitePage)
    .where(and(eq(oldSitePage.siteId, siteId), isNotNull(articleId), inArray(oldSitePage.verdict, ['new', 'done'])))
  const known = new Map(own.map(row => [row.path, row.articleId!]))
  return async wanted => {
    const found = known.get(wanted)
    if (found) return found
    const [before] = await db.select({ id: redirect.articleId }).from(redirect).where(eq(redirect.path, wanted))
    return before?.id
  }
}

type Means = { archive: Archive; rules: ReadRule[]; articleAt: ArticleAt }

async function importPage(ctx: Ctx, site: Site, page: Row, { archive, rules, articleAt }: Means): Promise<void> {
  const found = readByRule(page, rules)
  if ('fault' in found) return refuse(ctx, page, found.fault)
  const { taken } = found
  const keep = keeperOf(ctx, site, archive)
  const text = await rewriteBody(taken.body, {
    address: page.address,
    base: taken.base,
    find: archive.find,
    keep,
    articleAt,
  })
  if (text.html.length > CONTENT_LIMIT) return refuse(ctx, page, '正文过长，请拆成几篇后在文章编辑中录入')
  if (plainText(text.html) === '' && fileIdsIn(text.html).length === 0) return refuse(ctx, page, '正文清理后是空的')
  const values = valuesOf(page, text, { source: taken.source, author: taken.author })
  const bad = site.options.publish && (await readWords(ctx))(values).find(({ kind }) => kind === 'forbidden')
  if (bad) return refuse(ctx, page, `有禁用词“${bad.found}”，请改为导入为草稿，修改后再发布`)
  await ctx.db.transaction(async tx => {
    const inTx = { ...ctx, db: tx }
    await holdOn(inTx, site)
    const taken = await tx.select({ path: redirect.path }).from(redirect).where(eq(redirect.path, page.path))
    if (taken.length > 0) return refuse(inTx, page, '', 'known')
    await writeArticle(inTx, { site, page, values, by: signed(ctx).accountId })
    await tx
      .update(oldSitePage)
      .set({ verdict: 'done', importedAt: new Date(), notes: text.notes })
      .where(eq(oldSitePage.id, page.id))
  })
}

const refuse = async ({ db }: Pick<Ctx, 'db'>, { id }: Row, fault: string, verdict: 'bad' | 'known' = 'bad') => {
  await db.update(oldSitePage).set({ verdict, fault, articleId: null }).where(eq(oldSitePage.id, id))
}

type Said = { source: string; author: string }

function valuesOf(page: Row, text: Awaited<ReturnType<typeof rewriteBody>>, said: Said): ArticleValues {
  return articleValues.parse({
    catalogId: page.catalogueId,
    title: page.title,
    content: text.html,
    summary: proposeSummary(plainText(text.html)),
    files: text.files.slice(0, 50),
    publishTime: iso(page.publishedAt!),
    ...said,
  })
}
