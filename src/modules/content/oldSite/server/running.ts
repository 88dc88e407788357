import { setImmediate as breathe } from 'node:timers/promises'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { isRefusal } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { fileIdsIn, plainText } from '#lib/server/outbound/sanitizeHtml.ts'
import type { Part } from '#lib/server/sheets/zipReader.ts'
import { record } from '#modules/audit/server/record.ts'
import { file } from '#modules/files/server/tables.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { articleValues } from '../../articleSchema.ts'
import { type ArticleValues, CONTENT_LIMIT, proposeSummary } from '../../articleValues.ts'
import { article, articleAsset, articleDraft, articleFile, articleViews, redirect } from '../../server/tables.ts'
import { toColumns } from '../../server/writing/articleColumns.ts'
import { mediaIn } from '../../server/writing/assets.ts'
import { readWords } from '../../words/server/words.ts'
import { type Archive, withArchive } from './archive.ts'
import { type BodyContext, rewriteBody } from './bodies.ts'
import { pagesOf, readByRule } from './checking.ts'
import { countPages } from './counting.ts'
import { type ReadRule, readRules } from './extracting.ts'
import { oldSiteFile, oldSitePage } from './tables.ts'
import { lockForStep, runWork, type Site } from './work.ts'

type Row = typeof oldSitePage.$inferSelect

const isReady = (siteId: number) =>
  and(eq(oldSitePage.siteId, siteId), eq(oldSitePage.verdict, 'new'), isNull(oldSitePage.importedAt))!

export const countReady = ({ db }: Pick<Ctx, 'db'>, siteId: number) => db.$count(oldSitePage, isReady(siteId))

/** Page after page, each in a transaction of its own: what was done stays done, whatever ends the work. */
export async function importSite(ctx: Ctx, site: Site): Promise<void> {
  const reason = await runWork(ctx, site, 'done', beat =>
    withArchive(ctx, site, archive => importAll(ctx, site, archive, beat)),
  )
  if (!reason) return
  await ctx.db
    .transaction(db => notifyUploader({ ...ctx, db }, site, { reason }))
    .catch(err => ctx.log.error({ err, oldSite: site.id }, 'nobody was told of an import that failed'))
}

type Beat = (progress: number, total: number) => Promise<void>

async function importAll(ctx: Ctx, site: Site, archive: Archive, beat: Beat): Promise<Partial<Site>> {
  await reserveArticleIds(ctx, site.id)
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
  await inTransaction(ctx, async inTx => {
    const of = { objectType: 'old_site', objectId: site.id, objectName: site.fileName }
    await record(inTx, { action: 'oldSite.run', ...of, detail: { pages: imported - wasDone } })
    await notifyUploader(inTx, site, { imported, bad })
  })
  return { progress, total }
}

const countDone = ({ db }: Ctx, siteId: number) =>
  db.$count(oldSitePage, and(eq(oldSitePage.siteId, siteId), isNotNull(oldSitePage.importedAt)))

/** Reserves an article id for every page before the first article is written, so that pages can link to each other. */
const reserveArticleIds = ({ db }: Ctx, siteId: number) =>
  db
    .update(oldSitePage)
    .set({ articleId: sql`nextval(pg_get_serial_sequence('article', 'id'))` })
    .where(and(isReady(siteId), isNull(oldSitePage.articleId)))

type ArticleLookup = (path: string) => Promise<number | undefined>

/** Resolves a path to an article of this ZIP file or of an earlier import. */
async function articlesOf({ db }: Ctx, siteId: number): Promise<ArticleLookup> {
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

type ImportContext = { archive: Archive; rules: ReadRule[]; articleAt: ArticleLookup }

async function importPage(
  ctx: Ctx,
  site: Site,
  page: Row,
  { archive, rules, articleAt }: ImportContext,
): Promise<void> {
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
  await inTransaction(ctx, async inTx => {
    await lockForStep(inTx, site)
    const taken = await inTx.db.select({ path: redirect.path }).from(redirect).where(eq(redirect.path, page.path))
    if (taken.length > 0) return refuse(inTx, page, '', 'known')
    await writeArticle(inTx, { site, page, values, by: signedInActor(ctx).accountId })
    await inTx.db
      .update(oldSitePage)
      .set({ verdict: 'done', importedAt: new Date(), notes: text.notes })
      .where(eq(oldSitePage.id, page.id))
  })
}

const refuse = async ({ db }: Pick<Ctx, 'db'>, { id }: Row, fault: string, verdict: 'bad' | 'known' = 'bad') => {
  await db.update(oldSitePage).set({ verdict, fault, articleId: null }).where(eq(oldSitePage.id, id))
}

type Attribution = { source: string; author: string }

function valuesOf(page: Row, text: Awaited<ReturnType<typeof rewriteBody>>, said: Attribution): ArticleValues {
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

const shared = { group: '工作人员', sms: '' }
const about = { 文件: '协会旧网站.zip' }

const done = defineTemplate({
  ...shared,
  code: 'desk.oldSiteDone',
  name: '旧网站导入完成',
  title: '旧网站导入完成：{文件}',
  content: '“{文件}”已导入 {篇数} 篇文章，旧网址已转到新文章；有问题没有导入的页面 {有问题} 个。',
  placeholders: { ...about, 篇数: '1200', 有问题: '3' },
})
const failed = defineTemplate({
  ...shared,
  code: 'desk.oldSiteFailed',
  name: '旧网站导入没有完成',
  title: '旧网站导入没有完成：{文件}',
  content: '“{文件}”没有导入完：{原因}',
  placeholders: { ...about, 原因: '系统错误，已完成的部分保留，可以继续' },
})

type ImportOutcome = { imported: number; bad: number } | { reason: string }

/** Notifies the uploader, who may have left the screen meanwhile. */
async function notifyUploader(ctx: Ctx, site: Site, ended: ImportOutcome): Promise<void> {
  const values: Record<string, string> =
    'reason' in ended ? { 原因: ended.reason } : { 篇数: String(ended.imported), 有问题: String(ended.bad) }
  const { code } = 'reason' in ended ? failed : done
  const texts = await renderTemplate(ctx, code, { 文件: site.fileName, ...values })
  const link = { route: `/staff/old-site/${site.id}`, objectType: 'old_site', objectId: site.id }
  // Told although it was they who did it: the end comes later than the act.
  const byItself = { ...ctx, actor: { kind: 'anonymous' as const } }
  await notifyStaff(
    byItself,
    { accountIds: [site.createdBy] },
    { ...texts, kind: 'operation', sms: undefined, ...link },
  )
}

/** Takes pictures and papers of the ZIP file in as uploads are: judged, cleaned, and each once. */
function keeperOf(ctx: Ctx, { id: siteId }: Site, archive: Archive): BodyContext['keep'] {
  const refused = new Set<string>()
  return async (part, use) => {
    if (refused.has(part.name)) return
    const before = await findStoredFile(ctx, siteId, part)
    if (before) return before
    try {
      const upload = { name: part.name, stream: await archive.open(part) }
      const { id, name } = await uploadFile({ ...ctx, upload }, { use })
      await ctx.db
        .insert(oldSiteFile)
        .values({ siteId, entry: part.name, fileId: id })
        .onConflictDoUpdate({ target: [oldSiteFile.siteId, oldSiteFile.entry], set: { fileId: id } })
      return { id, name }
    } catch (error) {
      if (!isRefusal(error) && !isDamagedZip(error)) throw error
      refused.add(part.name)
      return
    }
  }
}

/** Returns whether the error comes from a damaged ZIP file. */
const isDamagedZip = (error: unknown) =>
  error instanceof Error && /^Z_|ZLIB|invalid|corrupt/i.test((error as NodeJS.ErrnoException).code ?? error.message)

async function findStoredFile({ db }: Ctx, siteId: number, { name }: Part) {
  const [kept] = await db
    .select({ id: file.id, name: file.name })
    .from(oldSiteFile)
    .innerJoin(file, eq(file.id, oldSiteFile.fileId))
    .where(and(eq(oldSiteFile.siteId, siteId), eq(oldSiteFile.entry, name), isNull(file.deletedAt)))
  return kept
}

type Writing = { site: Site; page: typeof oldSitePage.$inferSelect; values: ArticleValues; by: number }

/** The article under the number that was set aside for it, public or as a draft, and the way to it from the old address. */
async function writeArticle(ctx: Ctx, writing: Writing): Promise<void> {
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
