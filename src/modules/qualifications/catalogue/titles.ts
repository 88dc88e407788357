import { typedCode } from '#lib/typed.ts'

/** 职称 by its rank: who has one of a higher rank also has what is asked of a lower one. */
export type TitleRank = 'senior' | 'middle' | 'junior'

/**
 * Rules for titles that the association has not classified; the first match wins. 助理研究员 is middle although 助理工程师 is
 * not, 副教授 is senior like 教授. 技师 and 技工 are ranks of skill, not titles, however high.
 */
const rules: [RegExp, TitleRank | null][] = [
  [/技师|技工|高级工$|中级工$|初级工$/, null],
  [/助理(研究员|研究馆员)/, 'middle'],
  [/助理|助工|助教|技术员|研究实习员|管理员|初级|员级/, 'junior'],
  [/正高|副高|高级|高工|教授|研究员|研究馆员|主任/, 'senior'],
  [/中级|工程师|讲师|实验师|经济师|会计师|审计师|统计师|馆员|设计师/, 'middle'],
]

const plain = (title: string) => typedCode(title)

/** Classification of titles by the association: rank, or null for no rank. */
export type KnownRanks = ReadonlyMap<string, TitleRank | null>

/** Reads the ranks from dictionary entries; entries without a trait fall back to the rules by wording. */
export const classifiedRanks = (entries: readonly { name: string; traits: readonly string[] }[]): KnownRanks =>
  new Map(
    entries.flatMap(({ name, traits: [said] }): [string, TitleRank | null][] => {
      if (said === 'none') return [[plain(name), null]]
      return said === 'senior' || said === 'middle' || said === 'junior' ? [[plain(name), said]] : []
    }),
  )

/** Null: none, or none that anybody knows. */
export function rankOf(title: string, known: KnownRanks): TitleRank | null {
  const words = plain(title)
  const said = known.get(words)
  return said === undefined ? (rules.find(([pattern]) => pattern.test(words))?.[1] ?? null) : said
}
