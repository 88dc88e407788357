import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Sample, staffOldSiteContract } from '../contract.ts'
import { blankRule, fitsPath, type Part, partNames } from '../rules.ts'
import {
  describeMissingParts,
  type ExtractedParts,
  extractParts,
  openPage,
  type ReadRule,
  readRules,
  ruleFor,
} from './extracting.ts'
import { everyElement, type Page, textOf } from './html.ts'
import { MAX_SAMPLES, readScorablePage } from './proposing.ts'
import { suggest } from './suggesting.ts'
import { oldSitePage } from './tables.ts'
import { findSite } from './work.ts'

type Endpoint = (typeof staffOldSiteContract)['POST /staff/old-site/try']
type Candidates = Output<Endpoint>['candidates']

export const tryingHandlers = {
  'POST /staff/old-site/try': async (ctx, asked) => {
    await findSite(ctx, asked.id)
    const rules = readRules(asked.rules)
    const rule = rules[asked.index]
    const found = rule ? await findSamples(ctx, asked, rules) : []
    return {
      samples: found.flatMap(({ address, html }) => (rule ? [sampleOf(address, html, rule)] : [])),
      candidates: candidatesOn(found.flatMap(({ html }) => readScorablePage(html) ?? [])),
    }
  },
} satisfies Partial<Handlers<typeof staffOldSiteContract>>

/** Pages that are looked at for it: most fit by their address alone. */
const MAX_PAGES_READ = 60

type FoundPage = { address: string; html: string }

/** Returns up to three pages that this rule reads and no earlier rule matches. */
async function findSamples(
  { db }: Ctx,
  { id, rules, index }: Parsed<Endpoint>,
  read: ReadRule[],
): Promise<FoundPage[]> {
  const ofSite = and(eq(oldSitePage.siteId, id), ne(oldSitePage.html, ''))
  const rows = await db
    .select({ id: oldSitePage.id, path: oldSitePage.path })
    .from(oldSitePage)
    .where(ofSite)
    .orderBy(asc(oldSitePage.id))
  const fitting = rows.filter(({ path }) => fitsPath(path, rules[index]!.paths))
  const found: FoundPage[] = []
  for (const { id } of spreadEvenly(fitting, MAX_PAGES_READ)) {
    const [page] = await db
      .select()
      .from(oldSitePage)
      .where(inArray(oldSitePage.id, [id]))
    const tree = page && openPage(page.html)
    if (page && tree && !('fault' in tree) && ruleFor(read, page.path, tree) === index) found.push(page)
    if (found.length === MAX_SAMPLES) break
  }
  return found
}

/** The first, the last, the one in the middle, and so on between them. */
function spreadEvenly<Row>(rows: readonly Row[], most: number): Row[] {
  const places = new Set<number>([0, rows.length >> 1, rows.length - 1])
  for (let steps = 4; places.size < Math.min(most, rows.length) && steps <= rows.length * 4; steps *= 2)
    for (let i = 1; i < steps; i++) places.add(Math.floor((i * rows.length) / steps))
  return [...places].slice(0, most).flatMap(at => rows[at] ?? [])
}

const ATTACHMENT = /\.(pdf|docx?|xlsx?|pptx?|wps|rar|zip|ofd)(\?|$)/i
const EXCERPT = 160

function sampleOf(address: string, html: string, rule: ReadRule): Sample {
  const nothing = {
    title: '',
    date: '',
    dateText: '',
    body: '',
    pictures: 0,
    papers: 0,
    source: '',
    author: '',
    column: '',
  }
  const page = openPage(html)
  if ('fault' in page) return { ...nothing, address, fault: page.fault }
  const taken = extractParts(page, rule)
  const { title, dateText, source, author, column, body } = taken
  const within = body ? everyElement(body) : []
  return {
    address,
    title,
    dateText,
    source,
    author,
    column,
    date: partText('date', taken),
    body: partText('body', taken),
    fault: describeMissingParts(taken),
    pictures: within.filter(({ name }) => name === 'img').length,
    papers: within.filter(({ name, attribs }) => name === 'a' && ATTACHMENT.test(attribs.href ?? '')).length,
  }
}

/** Selectors to choose from for each part, with the values that they find on the same pages. */
function candidatesOn(pages: readonly Page[]): Candidates {
  const suggested = suggest(pages)
  const of = (part: Part) =>
    suggested[part].map(selector => ({ selector, finds: pages.map(page => findBy(page, part, selector)) }))
  return Object.fromEntries(partNames.map(part => [part, of(part)])) as Candidates
}

function findBy(page: Page, part: Part, selector: string): string {
  const [rule] = readRules([{ ...blankRule, [part]: selector }])
  return partText(part, extractParts(page, rule!)).slice(0, 80)
}

function partText(part: Part, taken: ExtractedParts): string {
  if (part === 'date') return taken.date ? minute(iso(taken.date)).replace(' 00:00', '') : ''
  if (part !== 'body') return taken[part]
  const text = taken.body ? textOf(taken.body) : ''
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…（共 ${text.length} 字）` : text
}
