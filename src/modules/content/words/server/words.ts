import { eq } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { around, publicTextsOf, readPublicWords } from '#modules/settings/server/publicWords.ts'
import { type ArticleValues, labels } from '../../articleValues.ts'
import { readWork } from '../../reviewing/server/work.ts'
import type { wordsContract } from '../contract.ts'
import { emptyHeadingsIn, isPersonName, leftoversIn, unreachableLinksIn } from '../leftovers.ts'
import { type FoundWord, MAX_FOUND_WORDS, wordFaults, wordFields, wordsToConfirm } from '../words.ts'

type Texts = Partial<ArticleValues>
export type FindWords = (values: Texts) => FoundWord[]

/** A place in a text: a listed word, or what a review or another program left behind. */
type Place = Omit<FoundWord, 'field' | 'times'>
/** `html`: the text that `texts` are the words of, for what words alone do not show. */
type FindPlaces = (texts: readonly string[], html?: string) => Place[]

async function readPlaces(ctx: Pick<Ctx, 'db' | 'config'>): Promise<FindPlaces> {
  const find = await readPublicWords(ctx)
  const names = await colleagues(ctx)
  return (texts, html = '') => [
    ...texts.flatMap((text): Place[] => [
      ...find(text).map(({ kind, word, instead, start, end }) => ({
        kind,
        word,
        instead,
        found: text.slice(start, end),
        around: around(text, start, end),
      })),
      ...leftoversIn(text, names).map(({ found, why, start, end }) => ({
        ...leftover(found),
        why,
        around: around(text, start, end),
      })),
    ]),
    ...emptyHeadingsIn(html).map(({ before }) => ({
      ...leftover('空标题'),
      why: '标题里没有字',
      around: before ? `在“${before}”之前` : '在文末',
    })),
    ...unreachableLinksIn(html, ctx.config.publicUrl).map(({ found, address, why }) => ({
      ...leftover(found),
      why,
      around: address,
    })),
  ]
}

/** Looks for the words of the association's lists, and for what a review or another program left behind. */
export async function readWords(ctx: Pick<Ctx, 'db' | 'config'>): Promise<FindWords> {
  const find = await readPlaces(ctx)
  return values => {
    const all = new Map<string, FoundWord>()
    for (const field of wordFields)
      for (const place of find(textsOf(field, values), field === 'content' ? values.content : undefined)) {
        const key = `${field} ${place.kind} ${place.found}`
        const known = all.get(key)
        if (known) known.times += 1
        else if (all.size < MAX_FOUND_WORDS) all.set(key, { field, ...place, times: 1 })
      }
    return [...all.values()]
  }
}

const MAX_CONFIRMED_LENGTH = 60
const leftover = (found: string) => ({
  kind: 'leftover' as const,
  found,
  word: found.slice(0, MAX_CONFIRMED_LENGTH),
  instead: '',
})

/** Names of staff, as far as they are names of persons. */
async function colleagues({ db }: Pick<Ctx, 'db'>): Promise<string[]> {
  const rows = await db.select({ name: account.displayName }).from(account).where(eq(account.kind, 'staff'))
  return rows.flatMap(({ name }) => (name && /^\p{Script=Han}{2,4}$/u.test(name) && isPersonName(name) ? [name] : []))
}

/** Splits the text so that no word matches across paragraphs, cells or names. */
function textsOf(field: (typeof wordFields)[number], values: Texts): string[] {
  if (field === 'content') return publicTextsOf(values.content ?? '')
  if (field === 'files') return (values.files ?? []).map(({ name }) => name)
  return [values[field] ?? '']
}

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
      `有须核对的用语或疑似遗留：${open
        .slice(0, 10)
        .map(word => `“${word}”`)
        .join('、')}，请打开文章，核对并确认后再发布`,
    )
  return words
}

export const wordHandlers = {
  'POST /staff/words/find': async (ctx, { text, isHtml }) => {
    const find = await readPlaces(ctx)
    const found = isHtml ? find(publicTextsOf(text), text) : find([text])
    return found.filter(({ kind }) => kind !== 'forbidden').slice(0, MAX_FOUND_WORDS)
  },
  'GET /staff/article/words': async (ctx, { id }) => {
    const { values, version } = await readWork(ctx, id)
    return { version, found: (await readWords(ctx))(values) }
  },
} satisfies Partial<Handlers<typeof wordsContract>>
