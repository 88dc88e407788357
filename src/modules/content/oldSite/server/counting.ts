import { asc, count, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Verdict } from '../states.ts'
import { noted } from './pageDesk.ts'
import { oldSitePage } from './tables.ts'
import type { Site } from './work.ts'

/** Counts pages by verdict and by rule. */
export async function countPages({ db }: Pick<Ctx, 'db'>, { id, rules }: Site) {
  const rows = await db
    .select({
      rule: oldSitePage.rule,
      verdict: oldSitePage.verdict,
      pages: count(),
      double: sql<number>`count(*) filter (where ${oldSitePage.isDouble})::int`,
      noted: sql<number>`count(*) filter (where ${noted})::int`,
    })
    .from(oldSitePage)
    .where(eq(oldSitePage.siteId, id))
    .groupBy(oldSitePage.rule, oldSitePage.verdict)
    .orderBy(asc(oldSitePage.rule))
  const sum = (isMeant: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isMeant).reduce((all, row) => all + row.pages, 0)
  const of = (verdict: Verdict) => sum(row => row.verdict === verdict)
  const names = ['没有规则适用', ...rules.map(({ name }) => name)]
  return {
    pages: sum(() => true),
    imported: of('done'),
    new: of('new'),
    bad: of('bad'),
    known: of('known'),
    done: of('done'),
    left: of('left'),
    double: rows.reduce((all, row) => all + row.double, 0),
    noted: rows.reduce((all, row) => all + row.noted, 0),
    byRule: names
      .map((ruleName, i) => ({ ruleName, pages: sum(({ rule }) => rule === i) }))
      .filter(({ pages }, i) => i > 0 || pages > 0),
  }
}
