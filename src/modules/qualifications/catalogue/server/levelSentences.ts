import type { Ctx } from '#lib/server/api/context.ts'
import { holderKinds } from './holderKinds.ts'
import {
  type LevelRequirements,
  levelRequirements,
  type QualificationKind,
  type QualificationLevelRow,
} from './kindSettings.ts'

/** Returns a function that lists the requirements of a level in words for applicants. */
export async function levelSentences(ctx: Pick<Ctx, 'db'>) {
  const names = new Map((await holderKinds(ctx)).map(({ code, name }) => [code, name]))
  return (kind: QualificationKind, level: QualificationLevelRow): string[] =>
    sentences(levelRequirements(kind, level), names)
}

/** Requirements of a level in words. `kinds`: names of personal certificates by code. */
function sentences(
  { requirement, certifiedKinds, holderRules }: LevelRequirements,
  kinds: ReadonlyMap<string, string>,
) {
  const { senior, middle, junior, certified, capital, works } = requirement
  const named = (codes: readonly string[]) => codes.map(code => kinds.get(code) ?? code).join('、')
  const counted = certifiedKinds.length > 0 ? `（${named(certifiedKinds)}）` : ''
  return [
    capital && `注册资本不少于 ${capital} 万元`,
    senior && `高级职称不少于 ${senior} 人`,
    middle && `中级及以上职称不少于 ${middle} 人`,
    junior && `初级职称不少于 ${junior} 人`,
    certified && `持有效人员证书${counted}不少于 ${certified} 人`,
    ...holderRules.flatMap(({ name, kinds: codes, count, share }) => [
      count && `${name}（持${named(codes)}证书）不少于 ${count} 人`,
      share && `${name}（持${named(codes)}证书）不低于职工总数的 ${share}%`,
    ]),
    works && `近期业绩或在服务数量不少于 ${works} 项`,
  ].filter(sentence => typeof sentence === 'string')
}
