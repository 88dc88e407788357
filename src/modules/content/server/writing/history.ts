import { and, eq, gt } from 'drizzle-orm'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import type { ArticleValues, VersionKind } from '../../articleValues.ts'
import { articleVersion } from '../tables.ts'

type NewVersion = { kind: VersionKind; values: ArticleValues; note?: string; by?: number | null; at?: Date }

export async function addVersion(ctx: Ctx, articleId: number, { kind, values, note = '', ...of }: NewVersion) {
  const by = actingAccount(ctx)
  await ctx.db.insert(articleVersion).values({ articleId, kind, values, note, by, at: ctx.now, ...of })
}

/** Minimum time in ms between two versions created by autosave. */
const AUTOSAVE_VERSION_INTERVAL_MS = 10 * 60_000

export async function hasRecent({ db, now }: Ctx, articleId: number): Promise<boolean> {
  const since = new Date(now.getTime() - AUTOSAVE_VERSION_INTERVAL_MS)
  const [last] = await db
    .select({ id: articleVersion.id })
    .from(articleVersion)
    .where(and(eq(articleVersion.articleId, articleId), gt(articleVersion.at, since)))
    .limit(1)
  return last !== undefined
}
