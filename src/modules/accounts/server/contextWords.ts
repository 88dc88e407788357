import type { Ctx } from '#lib/server/api/context.ts'
import { syllablesOf } from '#lib/server/search/pinyin.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { dictionaryEntry } from '#modules/settings/server/tables.ts'

/** Shorter than this, letters stand in any word. */
const SHORTEST_NAME = 5
const SHORTEST_WORD = 4
/** How many letters besides make a password of such words one's own. */
const ENOUGH_ELSE = 4

/** Of every association. */
const usual = ['中国', '协会', '学会', '行业', '会员', '管理员']
const usualEnglish = ['admin', 'member', 'hangxie', 'password', 'welcome']

/** What whoever knows the site tries first. `names`: never part of a password; `words`: not all of it. */
export async function contextOf(ctx: Pick<Ctx, 'db' | 'now' | 'config'>) {
  const { association, title } = await readPublicConfig(ctx)
  const entries = await ctx.db.select({ name: dictionaryEntry.name }).from(dictionaryEntry)
  const { name, shortName, nameEn } = association
  const spelt = [name, shortName].map(chinese => syllablesOf(chinese).join('')).filter(longer(SHORTEST_NAME))
  const trades = [...usual, name, shortName, title, association.title, ...entries.map(entry => entry.name)]
  const english = nameEn.toLowerCase().split(/\W+/).filter(longer(SHORTEST_WORD))
  return {
    names: [name, shortName, ...spelt],
    words: [...new Set([...trades.flatMap(pairsOf), ...english, ...usualEnglish])],
  }
}

const longer = (than: number) => (text: string) => text.length >= than

/** Each two characters that stand together, as they are and in pinyin: longer pieces are made of these. */
function pairsOf(text: string): string[] {
  return (text.match(/\p{Script=Han}{2,}/gu) ?? []).flatMap(run => {
    const [characters, syllables] = [[...run], syllablesOf(run)]
    return characters.slice(1).flatMap((second, n) => [characters[n]! + second, syllables.slice(n, n + 2).join('')])
  })
}

/** Whether little is left of it without these words, digits and signs. */
export function isMadeOf(lower: string, words: readonly string[]): boolean {
  const letters = lower.replace(/[^\p{Letter}]/gu, '')
  const covered = new Uint8Array(letters.length)
  for (const word of words)
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1))
      covered.fill(1, at, at + word.length)
  const left = covered.filter(isCovered => !isCovered).length
  return left < letters.length && left < ENOUGH_ELSE
}
