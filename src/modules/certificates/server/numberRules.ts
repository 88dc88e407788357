import type { Ctx } from '#lib/server/api/context.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { seriesBy } from '../numbering.ts'
import type { Numbered, Series } from './certificateCatalogue.ts'

type ReadContext = Pick<Ctx, 'db'>

/** Reads the prefix of the association's own numbers. */
export const readPrefix = async (ctx: ReadContext): Promise<string> =>
  (await readSetting(ctx, 'membership'))?.numberPrefix ?? 'M'

/** Returns the number series of a certificate by the rule of its kind: `XH-AB01-A-2026`, four digits. */
export async function seriesByRule(ctx: ReadContext, rule: string, of: Numbered): Promise<Series> {
  return seriesBy(rule, {
    prefix: await readPrefix(ctx),
    kind: of.kindCode,
    level: of.levelCode,
    year: of.year,
    province: (of.provinceCode ?? '00').slice(0, 2),
  })
}
