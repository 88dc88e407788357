import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Series } from '#modules/certificates/server/certificateCatalogue.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { seriesBy } from '../numbering.ts'
import { qualificationKind } from './tables.ts'

type Asking = Pick<Ctx, 'db'>
type Numbered = { kindCode: string; levelCode: string; year: string; provinceCode: string | null }

const RULE = '{prefix}-{kind}-{level}-{year}-{serial:4}'

export const readPrefix = async (ctx: Asking): Promise<string> =>
  (await readSetting(ctx, 'membership'))?.numberPrefix ?? 'M'

/** In which series a certificate takes its number, by the rule of its kind: `CBWA-QX01-A-2026`, four digits. */
export async function seriesFor(ctx: Asking, { kindCode, levelCode, year, provinceCode }: Numbered): Promise<Series> {
  const [kind] = await ctx.db
    .select({ rule: qualificationKind.numberRule })
    .from(qualificationKind)
    .where(eq(qualificationKind.code, kindCode))
  return seriesBy(kind?.rule ?? RULE, {
    prefix: await readPrefix(ctx),
    kind: kindCode,
    level: levelCode,
    year,
    province: (provinceCode ?? '00').slice(0, 2),
  })
}
