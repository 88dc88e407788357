import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { emptyParts, numberParts, type Part, seriesBy } from '../numbering.ts'
import type { Numbered, Series } from './certificateCatalogue.ts'

type ReadContext = Pick<Ctx, 'db'>

/** Reads the prefix of the association's own numbers. */
export const readPrefix = async (ctx: ReadContext): Promise<string> =>
  (await readSetting(ctx, 'membership'))?.numberPrefix ?? 'M'

/** Where the content of a part comes from. */
const remedies: Partial<Record<Part, string>> = {
  prefix: '请在会员设置中填写编号前缀',
  province: '请在人员、单位或报名中补填所在地区',
}

/** Refuses (409) to number what has no content for a part of its number: no number is given with zeros in its place. */
export function refuseEmptyParts(parts: readonly Part[]): void {
  if (parts.length === 0) return
  const [names, remedy] = [parts.map(part => `“${numberParts[part]}”`), parts.flatMap(part => remedies[part] ?? [])]
  throw conflict(`编号规则中有${names.join('、')}，这里没有：${[...remedy, '或修改编号规则'].join('，')}`)
}

/**
 * Returns the number series of a certificate by the rule of its kind: `XH-AB01-A-2026`, four digits. Refused (409) where a
 * part of it would be empty.
 */
export async function seriesByRule(ctx: ReadContext, rule: string, of: Numbered): Promise<Series> {
  const parts = {
    prefix: await readPrefix(ctx),
    kind: of.kindCode,
    level: of.levelCode,
    year: of.year,
    province: (of.provinceCode ?? '').slice(0, 2),
  }
  refuseEmptyParts(emptyParts(rule, parts))
  return seriesBy(rule, parts)
}
