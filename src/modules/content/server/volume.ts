import { asc, eq } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { dayOf } from '#lib/dates.ts'
import { chance } from '#lib/random.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type CopyRow, copyRows, reserveIds } from '#lib/server/database/copy.ts'
import { listSearchable } from './catalogues.ts'
import { article, articleViews } from './tables.ts'
import { type Language, makeText } from './volume/texts.ts'
import { articleWords } from './words.ts'

type Loading = Pick<Ctx, 'db' | 'now'> & { client: PoolClient; watch: <Row>(rows: Iterable<Row>) => Iterable<Row> }
type Column = Awaited<ReturnType<typeof listSearchable>>[number]

const YEARS = 10
const HOUR = 3_600_000

/** Generates `count` articles over all list columns and ten years, with the vocabulary of the existing ones. */
export async function loadArticles(ctx: Loading, count: number): Promise<void> {
  const { client, now, watch } = ctx
  const firstId = await reserveIds(client, article, count)
  const columns = (await listSearchable(ctx)).filter(
    ({ type, parentId, isDetached }) => type === '列表' && (parentId !== null || isDetached),
  )
  const language = await learnLanguage(ctx)
  await copyRows(client, article, watch(articles({ firstId, count, columns, language, now })))
  await copyRows(client, articleViews, views(firstId, count))
}

async function learnLanguage({ db }: Loading): Promise<Language & { coverIds: number[] }> {
  const { plain, keywords, coverId } = article
  const rows = await db
    .select({ plain, keywords, coverId })
    .from(article)
    .where(eq(article.status, 'published'))
    .orderBy(asc(article.id))
  const sentences = rows.flatMap(row => row.plain.match(/[^。；\n]{12,90}[。；]/g) ?? [])
  return {
    sentences: [...new Set(sentences.map(sentence => sentence.trim()))],
    topics: [...new Set(rows.flatMap(row => row.keywords))].filter(word => /^\p{Script=Han}{2,8}$/u.test(word)),
    coverIds: [...new Set(rows.flatMap(row => row.coverId ?? []))],
  }
}

type Planned = {
  firstId: number
  count: number
  columns: Column[]
  language: Awaited<ReturnType<typeof learnLanguage>>
  now: Date
}

/** Oldest first, as they would have been written. */
function* articles({ firstId, count, columns, language, now }: Planned): Iterable<CopyRow> {
  for (let i = 0; i < count; i++) {
    const pick = chance(i)
    const { id: catalogueId, articleType } = pick.of(columns)
    const hoursAgo = Math.ceil((1 - i / count) * YEARS * 365 * 24)
    const publishedAt = new Date(now.getTime() - hoursAgo * HOUR)
    const { title, paragraphs, keywords } = makeText(
      pick,
      language,
      articleType,
      Number(dayOf(publishedAt).slice(0, 4)),
    )
    const plain = paragraphs.join('\n')
    const summary = paragraphs[0]!.slice(0, 80)
    yield {
      id: firstId + i,
      catalogueId,
      title,
      keywords,
      summary,
      plain,
      publishedAt,
      content: paragraphs.map(text => `<p>${text.replace(/[&<>]/g, '')}</p>`).join(''),
      source: '本会秘书处',
      coverId: pick.maybe(0.2) ? pick.of(language.coverIds) : null,
      isTop: pick.maybe(0.0005),
      isRed: pick.maybe(0.01),
      status: 'published',
      createdAt: publishedAt,
      updatedAt: publishedAt,
      words: articleWords({ title, keywords, summary, plain, docNo: '' }),
    }
  }
}

function* views(firstId: number, count: number): Iterable<CopyRow> {
  for (let i = 0; i < count; i++) yield { articleId: firstId + i, views: chance(i).between(10, 3000) }
}
