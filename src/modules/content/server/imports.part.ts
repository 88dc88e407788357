import { setImmediate as breathe } from 'node:timers/promises'
import { asc, eq, gt, inArray } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { cleanForeignHtml, cleanHtml, fileIdsIn, plainText } from '#lib/server/outbound/sanitizeHtml.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import { MISSING_MEDIA } from '#lib/words/missingMedia.ts'
import { defineImport, type ImportColumn, type ImportKind, type Verdict } from '#modules/imports/server/importKinds.ts'
import { restoreRows } from '#modules/imports/server/restoring.ts'
import { labels } from '../articleValues.ts'
import { requiresReview } from '../reviewing/server/review.ts'
import { type FindWords, readWords } from '../words/server/words.ts'
import { wordFaults, wordFields, wordsToConfirm } from '../words/words.ts'
import type { Article } from './articles.ts'
import { listColumns } from './catalogues.ts'
import { oldPath } from './redirects.ts'
import { article, articleViews, redirect } from './tables.ts'
import { articleWords } from './words.ts'

const columns = async (ctx: Ctx): Promise<readonly ImportColumn[]> => {
  const options = (await listColumns(ctx)).map(({ id, name }) => ({ code: String(id), name }))
  const all: Omit<ImportColumn, 'section'>[] = [
    {
      name: 'url',
      label: '旧网址',
      kind: 'text',
      max: 500,
      required: true,
      example: '/news/show.asp?id=123',
      hint: '原网站上的网址（可含域名）；访问旧网址的人会被带到新文章',
    },
    { name: 'title', label: '标题', kind: 'text', max: 200, required: true, example: '关于召开年会的通知' },
    { name: 'catalogueId', label: '栏目', kind: 'choice', options, required: true, example: options[0]?.name ?? '' },
    {
      name: 'publishedAt',
      label: '发布时间',
      kind: 'text',
      max: 30,
      required: true,
      example: '2019-05-06 10:20',
      hint: '例如 2019-05-06 10:20 或 2019.5.6',
    },
    { name: 'source', label: '来源', kind: 'text', max: 100, example: '本会' },
    { name: 'author', label: '作者', kind: 'text', max: 50, example: '' },
    { name: 'docNo', label: '文号', kind: 'text', max: 60, example: '' },
    { name: 'keywords', label: '关键词', kind: 'text', max: 200, example: '节能、检测', hint: '用顿号隔开' },
    { name: 'summary', label: '摘要', kind: 'paragraph', max: 500, example: '' },
    {
      name: 'content',
      label: '正文HTML',
      kind: 'richText',
      max: 500_000,
      required: true,
      example: '<p>各会员单位：</p>',
      hint: '正文的 HTML；在 ZIP 文件中填 HTML 文件名，例如 123.html',
      aliases: ['正文'],
    },
  ]
  return all.map(column => ({ section: '', ...column }))
}

/** Parses dates as old sites write them, with an optional time, in Asia/Shanghai. */
function momentOf(typed: string): Date | undefined {
  const [, year, month, day, hour = '0', minute = '0'] =
    typed.normalize('NFKC').match(/^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2}).*)?$/) ?? []
  if (!year) return
  const two = (part: string) => part.padStart(2, '0')
  const moment = new Date(`${year}-${two(month!)}-${two(day!)}T${two(hour)}:${two(minute)}:00+08:00`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

const NAME_OF_TEXT = /^[^<>\n]{1,200}\.html?$/i

function faults({ now }: Ctx, { url, publishedAt, content }: FormValues): Record<string, string> {
  if (NAME_OF_TEXT.test(String(content)))
    return { content: `没有找到“${content}”：写文件名的，HTML 文件应与索引一起放在 ZIP 文件里` }
  if (!oldPath(String(url))) return { url: '不是原网站的网址，或与本站的网址相同' }
  const moment = momentOf(String(publishedAt))
  if (!moment) return { publishedAt: '时间无法识别，请写成 2019-05-06 10:20 的样子' }
  return moment > now ? { publishedAt: '不能晚于现在' } : {}
}

/** Refusal while a review is required, because imported articles are published at once. */
const UNREVIEWED: Verdict = {
  do: 'refuse',
  column: 'url',
  why: '文章须经三审才能发布，不能由导入直接发布；可在“导入旧网站”中导入为草稿',
}

const look: ImportKind['look'] = async (ctx, rows) => {
  const { db } = ctx
  if (await requiresReview({ db })) return rows.map(() => UNREVIEWED)
  const paths = rows.map(({ values }) => oldPath(String(values.url))!)
  const known = await db
    .select({ path: redirect.path, title: article.title, plain: article.plain })
    .from(redirect)
    .innerJoin(article, eq(article.id, redirect.articleId))
    .where(inArray(redirect.path, paths))
  const find = await readWords(ctx)
  const verdicts: Verdict[] = []
  for (const [i, { values }] of rows.entries()) {
    const before = known.find(({ path }) => path === paths[i])
    verdicts.push(before ? await compare(before, values) : judgeWords(find, values))
  }
  return verdicts
}

/**
 * Refuses texts with forbidden words, because imported articles are published at once; what an editor would have to look at
 * is told.
 */
function judgeWords(find: FindWords, values: FormValues): Verdict {
  const texts = Object.fromEntries(
    wordFields.filter(name => name !== 'files' && values[name]).map(name => [name, String(values[name])]),
  )
  const cleaned = cleanForeignHtml(String(values.content))
  const found = find({ ...texts, content: cleaned.html })
  const faults = wordFaults(found, labels)
  const [column] = Object.keys(faults)
  if (column) return { do: 'refuse', column, why: Object.values(faults).join('；') }
  const words = Object.groupBy(wordsToConfirm(found), word => (word.match(MISSING_MEDIA) ? 'lost' : 'doubtful'))
  const notes = [
    ...cleaned.notes,
    ...(words.lost ? [`没有带入的图片或视频：${words.lost.slice(0, MAX_NAMED).join('')}`] : []),
    ...(words.doubtful ?? []).slice(0, MAX_NAMED).map(word => `须核对的用语或疑似遗留“${word}”，导入后请在文章中查看`),
  ]
  return { do: 'add', notes }
}
/** Maximum words, and pictures, that are named of one article. */
const MAX_NAMED = 5

async function compare(before: { title: string; plain: string }, values: FormValues): Promise<Verdict> {
  await breathe()
  if (before.title === values.title && before.plain === plainText(cleanHtml(String(values.content))))
    return { do: 'same' }
  return { do: 'refuse', column: 'url', why: `该旧网址已导入为《${before.title}》，内容不同；请在文章编辑中修改` }
}

const write: ImportKind['write'] = async (ctx, rows) => {
  if (await requiresReview(ctx)) throw conflict('文章须经三审才能发布，不能由导入直接发布')
  const ids: number[] = []
  for (const { values } of rows) {
    // Cleaning a long text takes a while: others are let in between.
    await breathe()
    const [entered] = await ctx.db.insert(article).values(rowOf(ctx, values)).returning({ id: article.id })
    ids.push(entered!.id)
  }
  await ctx.db.insert(articleViews).values(ids.map(articleId => ({ articleId })))
  await ctx.db
    .insert(redirect)
    .values(rows.map(({ values }, i) => ({ path: oldPath(String(values.url))!, articleId: ids[i]! })))
  return ids
}

function rowOf(ctx: Ctx, values: FormValues) {
  const content = cleanHtml(String(values.content))
  const plain = plainText(content)
  const text = (name: string) => (values[name] ? String(values[name]) : null)
  const keywords = (text('keywords') ?? '').split(/[、，,;；\s]+/).filter(Boolean)
  const title = String(values.title)
  const summary = text('summary') ?? plain.slice(0, 120)
  return {
    catalogueId: Number(values.catalogueId),
    title,
    content,
    plain,
    summary,
    keywords,
    source: text('source'),
    author: text('author'),
    docNo: text('docNo'),
    status: 'published' as const,
    publishedAt: momentOf(String(values.publishedAt))!,
    createdBy: signedInActor(ctx).accountId,
    reviewedBy: signedInActor(ctx).accountId,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    words: articleWords({ title, keywords, summary, plain, docNo: text('docNo') ?? '' }),
  }
}

/** Pictures of the old site are files on another's server, and stay there. */
const picturesIn = ({ content }: FormValues) => {
  const html = String(content ?? '')
  return (html.match(/<(img|video)\b/gi)?.length ?? 0) - fileIdsIn(html).length
}

const BATCH_SIZE = 100

async function* records({ db }: Ctx): AsyncGenerator<FormValues> {
  type Row = { of: Article; url: string }
  const rows = inBatches<Row>(after =>
    db
      .select({ of: article, url: redirect.path })
      .from(redirect)
      .innerJoin(article, eq(article.id, redirect.articleId))
      .where(after && gt(redirect.path, after.url))
      .orderBy(asc(redirect.path))
      .limit(BATCH_SIZE),
  )
  for await (const { of, url } of rows)
    yield {
      title: of.title,
      source: of.source,
      author: of.author,
      docNo: of.docNo,
      summary: of.summary,
      content: of.content,
      url,
      catalogueId: String(of.catalogueId),
      keywords: of.keywords.join('、'),
      publishedAt: iso(of.publishedAt!).slice(0, 16).replace('T', ' '),
    }
}

defineImport({
  kind: 'articles',
  order: 70,
  name: '原网站文章',
  permission: 'staff:publish',
  policy: '旧网址尚未导入的新增并发布，旧网址自动转到新文章；已导入的跳过，内容不同的拒绝。HTML 只保留安全的标签。',
  takesZip: true,
  left: { name: '正文中有原网站的图片或视频没有带入，请在文章编辑中补上', count: picturesIn },
  key: { column: 'url', of: ({ url }) => oldPath(String(url ?? '')) ?? '' },
  columns,
  faults,
  look,
  write,
  records,
  undo: (ctx, rows, writtenAt) =>
    restoreRows(ctx, article, rows, writtenAt, { own: ['article_views', 'redirect', 'article_file'] }),
})
