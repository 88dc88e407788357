import { setImmediate as breathe } from 'node:timers/promises'
import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { limits } from '../../articleValues.ts'
import { listColumns } from '../../server/catalogues.ts'
import { article, redirect } from '../../server/tables.ts'
import type { SiteOptions } from '../ruleShape.ts'
import { fitsPath } from '../rules.ts'
import {
  describeMissingParts,
  type ExtractedParts,
  extractParts,
  openPage,
  type ReadRule,
  readRules,
  ruleFor,
} from './extracting.ts'
import { oldSitePage } from './tables.ts'
import { runWork, type Site } from './work.ts'

type Row = typeof oldSitePage.$inferSelect
type Judgement = Partial<Row>
type Column = Awaited<ReturnType<typeof listColumns>>[number]

const BATCH_SIZE = 50

/** Reads every page by its rule, and writes down what would become of it. */
export const checkSite = (ctx: Ctx, site: Site): Promise<unknown> =>
  runWork(ctx, site, 'checked', async beat => {
    const rules = readRules(site.rules)
    const columns = await listColumns(ctx)
    const total = await ctx.db.$count(oldSitePage, eq(oldSitePage.siteId, site.id))
    let progress = 0
    for await (const pages of pagesOf(ctx, site.id)) {
      const known = await knownPaths(ctx, pages)
      for (const page of pages) {
        await breathe()
        if (!page.importedAt)
          await saveJudgement(
            ctx,
            page,
            judge(ctx, page, known.has(page.path), { rules, columns, options: site.options }),
          )
        progress++
      }
      await beat(progress, total)
    }
    await markDoubles(ctx, site.id)
    return { progress, total }
  })

export async function* pagesOf({ db }: Pick<Ctx, 'db'>, siteId: number): AsyncGenerator<Row[]> {
  let after = 0
  for (;;) {
    const rows = await db
      .select()
      .from(oldSitePage)
      .where(and(eq(oldSitePage.siteId, siteId), gt(oldSitePage.id, after)))
      .orderBy(asc(oldSitePage.id))
      .limit(BATCH_SIZE)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.id
  }
}

async function knownPaths({ db }: Ctx, pages: Row[]): Promise<Set<string>> {
  const paths = pages.map(({ path }) => path)
  const rows = await db.select({ path: redirect.path }).from(redirect).where(inArray(redirect.path, paths))
  return new Set(rows.map(({ path }) => path))
}

const saveJudgement = ({ db }: Ctx, { id }: Row, found: Judgement) =>
  db.update(oldSitePage).set(found).where(eq(oldSitePage.id, id))

type JudgeContext = { rules: ReadRule[]; columns: Column[]; options: SiteOptions }

function judge(ctx: Ctx, page: Row, isKnown: boolean, { rules, columns, options }: JudgeContext): Judgement {
  const nothing = { rule: 0, title: '', publishedAt: null, catalogueId: null, fault: '', isDouble: false, notes: [] }
  const found = readByRule(page, rules)
  const verdict = isKnown ? 'known' : page.isLeftOut ? 'left' : 'fault' in found ? 'bad' : 'new'
  if ('fault' in found) return { ...nothing, rule: found.rule, title: found.title ?? '', fault: found.fault, verdict }
  const { taken, rule } = found
  const catalogueId = columnFor(page.path, taken, columns, options)
  const fault = faultOf(ctx, taken, catalogueId)
  const title = shortened(taken.title)
  const read = { ...nothing, rule, title, publishedAt: taken.date ?? null, catalogueId, fault }
  return { ...read, verdict: fault && verdict === 'new' ? 'bad' : verdict }
}

type Fault = { fault: string; rule: number; title?: string }

/** Extracts the parts of the page with the first matching rule. */
export function readByRule(
  { html, path }: Pick<Row, 'html' | 'path'>,
  rules: readonly ReadRule[],
): { rule: number; taken: ExtractedParts & { body: NonNullable<ExtractedParts['body']> } } | Fault {
  const page = openPage(html)
  if ('fault' in page) return { fault: page.fault, rule: 0 }
  try {
    const at = ruleFor(rules, path, page)
    if (at < 0) return { fault: '没有适用的规则', rule: 0 }
    const taken = extractParts(page, rules[at]!)
    const fault = describeMissingParts(taken)
    const { body } = taken
    if (!body || fault) return { fault, rule: at + 1, title: shortened(taken.title) }
    return { rule: at + 1, taken: { ...taken, body } }
  } catch (error) {
    // Nested deeper than anything can follow.
    if (error instanceof RangeError) return { fault: '页面的标签嵌套过深，无法读取', rule: 0 }
    throw error
  }
}

function faultOf({ now }: Ctx, { date }: ExtractedParts, catalogueId: number | null): string {
  if (date && date > now) return '发布日期晚于今天'
  return catalogueId === null ? '没有指定栏目' : ''
}

export const shortened = (title: string) => {
  const letters = [...title]
  return letters.length > limits.title ? `${letters.slice(0, limits.title - 1).join('')}…` : title
}

/** Column by the text on the page, then by address pattern, then the default. */
function columnFor(
  path: string,
  { column }: ExtractedParts,
  columns: Column[],
  { byPath, catalogueId }: SiteOptions,
): number | null {
  const said = column
    .split(/[>»›→|/\\]|--+|::/)
    .map(name => name.trim())
    .filter(Boolean)
    .reverse()
  for (const name of said) {
    const found = columns.find(one => one.name === name || one.name.endsWith(`› ${name}`))
    if (found) return found.id
  }
  const wanted = byPath.find(one => fitsPath(path, one.paths))?.catalogueId ?? catalogueId
  return columns.some(({ id }) => id === wanted) ? wanted : null
}

/** The same title twice may be one page at two addresses: for people to look at. */
async function markDoubles({ db }: Ctx, siteId: number): Promise<void> {
  const { title } = oldSitePage
  const ready = and(eq(oldSitePage.siteId, siteId), eq(oldSitePage.verdict, 'new'))
  const titles = db.select({ title }).from(oldSitePage).where(ready).groupBy(title).having(sql`count(*) > 1`)
  await db
    .update(oldSitePage)
    .set({ isDouble: true })
    .where(and(ready, inArray(title, titles)))
  const published = db.select({ title: article.title }).from(article).where(isNotNull(article.publishedAt))
  await db
    .update(oldSitePage)
    .set({ isDouble: true })
    .where(and(ready, inArray(title, published)))
}
