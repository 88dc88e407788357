import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { pictureTexts, textBlocks } from '#lib/server/outbound/sanitizeHtml.ts'
import { foldChar } from '#lib/server/search/fold.ts'
import { wordFinder } from '#lib/words/wordPlaces.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { type ListedWord, wordsIn } from '#modules/settings/wordLines.ts'
import { type ArticleValues, labels } from '../../articleValues.ts'
import { readWork } from '../../reviewing/server/work.ts'
import type { wordsContract } from '../contract.ts'
import { type FoundWord, MAX_FOUND_WORDS, type WordKind, wordFaults, wordFields, wordsToConfirm } from '../words.ts'

type Texts = Partial<ArticleValues>
export type FindWords = (values: Texts) => FoundWord[]

/** Looks for the words of the association's lists. Traditional characters and full width count as their plain ones. */
export async function readWords(ctx: Pick<Ctx, 'db'>): Promise<FindWords> {
  const { forbidden, doubtful } = await readGroup(ctx, 'words')
  const lists = { forbidden: finderOf(wordsIn(forbidden)), doubtful: finderOf(wordsIn(doubtful)) }
  return values => {
    const all = new Map<string, FoundWord>()
    for (const field of wordFields)
      for (const text of textsOf(field, values))
        for (const [kind, hit] of hitsIn(text, lists)) {
          const found = text.slice(hit.start, hit.end)
          const key = `${field} ${kind} ${found}`
          const known = all.get(key)
          if (known) known.times += 1
          else if (all.size < MAX_FOUND_WORDS)
            all.set(key, {
              field,
              kind,
              found,
              word: hit.word,
              instead: hit.instead,
              times: 1,
              around: contextOf(text, hit),
            })
        }
    return [...all.values()]
  }
}

type Finder = ReturnType<typeof finderOf>
type Hit = ReturnType<Finder>[number]

function finderOf(words: readonly ListedWord[]) {
  const instead = new Map(words.map(one => [one.word, one.instead]))
  const find = wordFinder([...instead.keys()], { fold: foldChar })
  return (text: string) => find(text).map(place => ({ ...place, instead: instead.get(place.word)! }))
}

/** Skips doubtful words that overlap a forbidden one. */
function hitsIn(text: string, { forbidden, doubtful }: Record<WordKind, Finder>): [WordKind, Hit][] {
  const bad = forbidden(text)
  const others = doubtful(text).filter(({ start, end }) => !bad.some(one => one.start < end && start < one.end))
  return [
    ...bad.map((hit): [WordKind, Hit] => ['forbidden', hit]),
    ...others.map((hit): [WordKind, Hit] => ['doubtful', hit]),
  ]
}

/** Splits the text so that no word matches across paragraphs, cells or names. */
function textsOf(field: (typeof wordFields)[number], values: Texts): string[] {
  if (field === 'content') return [...textBlocks(values.content ?? ''), ...pictureTexts(values.content ?? '')]
  if (field === 'files') return (values.files ?? []).map(({ name }) => name)
  return [values[field] ?? '']
}

const CONTEXT_LENGTH = 12

const contextOf = (text: string, { start, end }: Hit) =>
  `${start > CONTEXT_LENGTH ? '…' : ''}${text.slice(Math.max(0, start - CONTEXT_LENGTH), end + CONTEXT_LENGTH)}${end + CONTEXT_LENGTH < text.length ? '…' : ''}`

/** Throws where a forbidden word stands, at each of its places. */
export async function refuseForbidden(ctx: Ctx, values: ArticleValues): Promise<void> {
  const faults = wordFaults((await readWords(ctx))(values), labels)
  const said = Object.values(faults)
  if (said.length > 0) throw invalid(said.join('；'), faults)
}

/** Answers the words that had to be looked at and were; throws where one was not. */
export async function admitConfirmed(ctx: Ctx, values: ArticleValues, confirmed: readonly string[]): Promise<string[]> {
  const words = wordsToConfirm((await readWords(ctx))(values))
  const open = words.filter(word => !confirmed.includes(word))
  if (open.length > 0)
    throw conflict(
      `有须核对的用语：${open
        .slice(0, 10)
        .map(word => `“${word}”`)
        .join('、')}，请打开文章，核对并确认后再发布`,
    )
  return words
}

export const wordHandlers = {
  'GET /staff/article/words': async (ctx, { id }) => {
    const { values, version } = await readWork(ctx, id)
    return { version, found: (await readWords(ctx))(values) }
  },
} satisfies Partial<Handlers<typeof wordsContract>>
