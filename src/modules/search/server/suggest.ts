import type { Ctx } from '#lib/server/api/context.ts'
import { findSpelt, syllablesOf } from '#lib/server/search/pinyin.ts'
import { termsOf, toSoundQuery } from '#lib/server/search/words.ts'
import { askAll, toSearch } from './sources.ts'

const MOST = 5

/** What to try instead of something that found nothing: what sounds alike, then the longest parts that do find something. */
export async function suggest(ctx: Ctx, typed: string): Promise<string[]> {
  const alike = await soundingLike(ctx, typed)
  const parts = await Promise.all(termsOf(typed).map(term => partsThatFind(ctx, term)))
  return [...new Set([...alike, ...parts.flat()])].slice(0, MOST)
}

const finds = async (ctx: Ctx, typed: string) => {
  const search = toSearch(typed, { sort: 'time', limit: 0 })
  return search !== null && (await askAll(ctx, search, 'all')).some(({ total }) => total > 0)
}

/** 申情表 sounds like 申请表, which stands in a title. */
async function soundingLike(ctx: Ctx, typed: string): Promise<string[]> {
  const words = toSoundQuery(typed)
  if (!words) return []
  const search = { typed, words, register: words, sort: 'rel' as const, limit: 3 }
  const answers = await askAll(ctx, search, 'all')
  const hits = (await Promise.all(answers.map(({ best, read }) => read(best.map(({ id }) => id))))).flat()
  const sound = syllablesOf(typed).join('')
  return hits.flatMap(({ title }) => {
    const place = findSpelt(title, sound)
    return place
      ? [
          Array.from(title)
            .slice(...place)
            .join(''),
        ]
      : []
  })
}

/** The word itself, or its longest beginning and its longest end: of two that find something the shorter is never tried. */
async function partsThatFind(ctx: Ctx, term: string): Promise<string[]> {
  const chars = Array.from(term)
  if (await finds(ctx, term)) return [term]
  const [beginning, end] = await Promise.all([
    longest(chars.length, length => finds(ctx, chars.slice(0, length).join(''))),
    longest(chars.length, length => finds(ctx, chars.slice(-length).join(''))),
  ])
  return [chars.slice(0, beginning).join(''), chars.slice(chars.length - end).join('')].filter(part => part.length > 1)
}

/** The greatest length below `length` for which `holds`, or 0; what holds for one length holds for every smaller one. */
async function longest(length: number, holds: (length: number) => Promise<boolean>): Promise<number> {
  let known = 0
  for (let over = length; over - known > 1; ) {
    const middle = (known + over) >> 1
    if (await holds(middle)) known = middle
    else over = middle
  }
  return known
}
