import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Numbered, Series } from '#modules/certificates/server/certificateCatalogue.ts'
import { seriesByRule } from '#modules/certificates/server/numberRules.ts'
import { qualificationKind } from './tables.ts'

const RULE = '{prefix}-{kind}-{level}-{year}-{serial:4}'

/** In which series a certificate takes its number, by the rule of its kind. */
export async function seriesFor(ctx: Pick<Ctx, 'db'>, of: Numbered): Promise<Series> {
  const [kind] = await ctx.db
    .select({ rule: qualificationKind.numberRule })
    .from(qualificationKind)
    .where(eq(qualificationKind.code, of.kindCode))
  return seriesByRule(ctx, kind?.rule ?? RULE, of)
}
