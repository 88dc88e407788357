import { asc, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { isInUse, type Part } from '#lib/parts.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { articleAddresses, columnAddresses } from '#modules/content/server/addresses.ts'
import { memberAddresses } from '#modules/membership/register/server/addresses.ts'
import { guideAddresses } from '#modules/qualifications/server/addresses.ts'
import { partsInUse } from '#modules/settings/server/settings.ts'
import { courseAddresses } from '#modules/training/courses/server/addresses.ts'
import type { homeContract } from '../contract.ts'

/** Pages that no record stands behind, in front of the first part. */
const FIXED: { path: string; parts?: readonly Part[] }[] = [
  { path: '/admin/home' },
  { path: '/admin/publicity/member' },
  { path: '/admin/publicity/qualification', parts: ['qualifications'] },
  { path: '/admin/publicity/person', parts: ['personnel'] },
  { path: '/admin/publicity/training', parts: ['training'] },
  { path: '/admin/publicity/award', parts: ['awards'] },
  { path: '/admin/verify', parts: ['qualifications', 'personnel'] },
]

/** sitemaps.org allows 50,000 addresses a file. */
const URLS_PER_PART = 50_000 - FIXED.length

export const sitemapHandlers = {
  'GET /sitemap': async (ctx, { part }) => {
    const inUse = await partsInUse(ctx)
    const records = [
      articleAddresses(ctx),
      memberAddresses(ctx),
      ...(inUse.includes('qualifications') ? [guideAddresses(ctx)] : []),
      ...(inUse.includes('training') ? [courseAddresses(ctx)] : []),
    ] as const
    const all = unionAll(columnAddresses(ctx), ...records).as('all')
    const [counted] = await ctx.db.select({ count: sql<number>`count(*)` }).from(all)
    const parts = Math.max(1, Math.ceil(counted!.count / URLS_PER_PART))
    if (part === undefined && parts > 1) return { parts, list: [] }
    const wanted = part ?? 1
    if (wanted > parts) throw notFound('网站地图没有这一份')
    const rows = await ctx.db
      .select()
      .from(all)
      .orderBy(asc(all.path))
      .limit(URLS_PER_PART)
      .offset((wanted - 1) * URLS_PER_PART)
    const shown = FIXED.filter(of => isInUse(inUse, of.parts))
    const fixed = wanted === 1 ? shown.map(({ path }) => ({ path, changeTime: null })) : []
    return {
      parts,
      list: [...fixed, ...rows.map(({ path, changedAt }) => ({ path, changeTime: changedAt && iso(changedAt) }))],
    }
  },
} satisfies Partial<Handlers<typeof homeContract>>
