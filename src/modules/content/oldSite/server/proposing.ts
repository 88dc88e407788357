import { asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { SiteRule } from '../ruleShape.ts'
import { patternOf } from '../rules.ts'
import { type Page, readPage } from './html.ts'
import { suggestRule } from './suggesting.ts'
import { oldSitePage } from './tables.ts'

const MAX_LAYOUTS = 40
const MAX_RULES = 20
export const MAX_SAMPLES = 3

/** The first, one from the middle and the last: old sites change over the years. */
export const pickSamples = <Row>(rows: readonly Row[]): Row[] => [
  ...new Set([0, rows.length >> 1, rows.length - 1].map(at => rows[at]).filter(row => row !== undefined)),
]

/** Rules for the layouts that addresses of the same pattern show; patterns of the same layout share one. */
export async function proposeRules(ctx: Ctx, siteId: number): Promise<SiteRule[]> {
  const rules: SiteRule[] = []
  for (const { pattern, ids } of await patternsOf(ctx, siteId)) {
    const pages = await pagesOf(ctx, pickSamples(ids))
    if (pages.length === 0) continue
    const found = suggestRule(pages, { name: `版式 ${rules.length + 1}`, paths: pattern })
    if (!found) continue
    const same = rules.find(rule => rule.title === found.title && rule.date === found.date && rule.body === found.body)
    if (same) same.paths += `\n${pattern}`
    else if (rules.length < MAX_RULES) rules.push(found)
  }
  return rules
}

/** Returns the patterns with most pages first. */
export async function patternsOf({ db }: Ctx, siteId: number): Promise<{ pattern: string; ids: number[] }[]> {
  const { id, path } = oldSitePage
  const rows = await db.select({ id, path }).from(oldSitePage).where(eq(oldSitePage.siteId, siteId)).orderBy(asc(id))
  const patterns = new Map<string, number[]>()
  for (const row of rows) {
    const pattern = patternOf(row.path)
    const ids = patterns.get(pattern)
    if (ids) ids.push(row.id)
    else patterns.set(pattern, [row.id])
  }
  return [...patterns]
    .map(([pattern, ids]) => ({ pattern, ids }))
    .sort((a, b) => b.ids.length - a.ids.length)
    .slice(0, MAX_LAYOUTS)
}

async function pagesOf({ db }: Ctx, ids: number[]): Promise<Page[]> {
  const rows = await db.select({ html: oldSitePage.html }).from(oldSitePage).where(inArray(oldSitePage.id, ids))
  return rows.flatMap(({ html }) => readScorablePage(html) ?? [])
}

/** Limits in characters and tags: scoring the parts of a page grows more than linearly with its size. */
const MAX_SCORED_CHARS = 500_000
const MAX_SCORED_TAGS = 6_000

/** A page as suggestions are made from. */
export const readScorablePage = (html: string): Page | undefined =>
  html === '' || html.length > MAX_SCORED_CHARS ? undefined : readPage(html, MAX_SCORED_TAGS)
