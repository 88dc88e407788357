import { sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { isInUse } from '#lib/parts.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { publicAddresses } from '#lib/server/pages/publicAddresses.ts'
import { partsInUse } from '#modules/settings/server/settings.ts'
import type { homeContract } from '../contract.ts'

/** sitemaps.org allows 50,000 addresses a file. Pages without records all stand in the first one. */
const MAX_ADDRESSES = 50_000

export const sitemapHandlers = {
  'GET /sitemap': async (ctx, { part }) => {
    const fixed = publicAddresses().flatMap(({ path }) => path ?? [])
    const perPart = MAX_ADDRESSES - fixed.length
    const inUse = await partsInUse(ctx)
    const shown = publicAddresses().filter(({ parts }) => isInUse(inUse, parts))
    const queries = shown.flatMap(({ records = [] }) => records.map(query => query(ctx)))
    const all = sql`(${sql.join(queries, sql` union all `)}) as "all"`
    const [counted] = await ctx.db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(all)
    const parts = Math.max(1, Math.ceil(counted!.count / perPart))
    if (part === undefined && parts > 1) return { parts, list: [] }
    const wanted = part ?? 1
    if (wanted > parts) throw notFound('网站地图没有这一份')
    const rows = await ctx.db
      .select({
        path: sql<string>`path`,
        changedAt: sql<Date | null>`changed_at`.mapWith((at: string) => new Date(at)),
      })
      .from(all)
      .orderBy(sql`path`)
      .limit(perPart)
      .offset((wanted - 1) * perPart)
    const first = wanted === 1 ? shown.flatMap(({ path }) => (path ? { path, changeTime: null } : [])) : []
    return {
      parts,
      list: [...first, ...rows.map(({ path, changedAt }) => ({ path, changeTime: changedAt && iso(changedAt) }))],
    }
  },
} satisfies Partial<Handlers<typeof homeContract>>
