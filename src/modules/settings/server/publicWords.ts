import { invalid } from '#lib/error.ts'
import type { FieldErrors, FieldValue, FormField, FormValues } from '#lib/form/form.ts'
import type { WordRule } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { pictureTexts, textBlocks } from '#lib/server/outbound/sanitizeHtml.ts'
import { foldChar } from '#lib/server/search/fold.ts'
import { wordFinder } from '#lib/words/wordPlaces.ts'
import type { WordKind } from '../wordKinds.ts'
import { type ListedWord, wordsIn } from '../wordLines.ts'
import { readGroup } from './settings.ts'

/** A listed word in a text, from `start` to `end`. */
export type WordHit = ListedWord & { kind: WordKind; start: number; end: number }
export type FindHits = (text: string) => WordHit[]

/**
 * Reads the association's lists of forbidden and doubtful words, for texts that become public. Traditional characters and
 * full width count as their plain ones; doubtful words that overlap a forbidden one are left out.
 */
export async function readPublicWords(ctx: Pick<Ctx, 'db'>): Promise<FindHits> {
  const { forbidden, doubtful } = await readGroup(ctx, 'words')
  const [bad, others] = [finderOf('forbidden', forbidden), finderOf('doubtful', doubtful)]
  return text => {
    const hits = bad(text)
    return [...hits, ...others(text).filter(one => !hits.some(hit => hit.start < one.end && one.start < hit.end))]
  }
}

function finderOf(kind: WordKind, list: string): FindHits {
  const words = wordsIn(list)
  if (words.length === 0) return () => []
  const instead = new Map(words.map(one => [one.word, one.instead]))
  const find = wordFinder([...instead.keys()], { fold: foldChar })
  return text => find(text).map(place => ({ ...place, kind, instead: instead.get(place.word)! }))
}

/** Splits HTML so that no word matches across paragraphs, cells or descriptions of pictures. */
export const publicTextsOf = (html: string): string[] => [...textBlocks(html), ...pictureTexts(html)]

/** The words of a field that people write freely; names of persons and organisations are as they are. */
function textsIn({ kind, personal }: FormField, value: FieldValue): string[] {
  if (typeof value !== 'string' || personal) return []
  if (kind === 'richText') return publicTextsOf(value)
  return kind === 'text' || kind === 'paragraph' ? [value] : []
}

/** Listed words of that kind in a field, each once, as they are written. */
export function wordsInField(find: FindHits, field: FormField, value: FieldValue, kind: WordKind) {
  const found = textsIn(field, value).flatMap(text =>
    find(text)
      .filter(hit => hit.kind === kind)
      .map(({ start, end, instead }) => ({ found: text.slice(start, end), instead, around: around(text, start, end) })),
  )
  return found.filter((one, i) => found.findIndex(other => other.found === one.found) === i)
}

const CONTEXT_LENGTH = 12

/** The words around a place, for people who look for it. */
export const around = (text: string, start: number, end: number): string =>
  `${start > CONTEXT_LENGTH ? '…' : ''}${text.slice(Math.max(0, start - CONTEXT_LENGTH), end + CONTEXT_LENGTH)}${end + CONTEXT_LENGTH < text.length ? '…' : ''}`

/**
 * Judges the fields of a form whose words become public, for `readForm`: the error where a forbidden word stands, and
 * what to write instead. `recorded`: values that are public already, which block no other change.
 */
export async function readPublicWordRule(ctx: Pick<Ctx, 'db'>, recorded: FormValues = {}): Promise<WordRule> {
  const find = await readPublicWords(ctx)
  return (field, value) => {
    if (value === recorded[field.name]) return
    const words = wordsInField(find, field, value, 'forbidden')
    if (words.length === 0) return
    const named = words.slice(0, 5).map(({ found, instead }) => `“${found}”${instead && `（建议写“${instead}”）`}`)
    return `${field.label}中有禁用词${named.join('、')}${words.length > 5 ? `等 ${words.length} 个` : ''}，请修改`
  }
}

/** Throws where a forbidden word stands in texts that become public; `labels` names the checked ones. */
export async function refuseForbiddenWords<Name extends string>(
  ctx: Pick<Ctx, 'db'>,
  labels: Record<Name, string>,
  texts: Partial<Record<Name, string>>,
): Promise<void> {
  const judge = await readPublicWordRule(ctx)
  const errors: FieldErrors = {}
  for (const [name, label] of Object.entries<string>(labels)) {
    const fault = judge({ name, label, section: '', kind: 'paragraph' }, texts[name as Name] ?? '')
    if (fault) errors[name] = fault
  }
  if (Object.keys(errors).length > 0) throw invalid(Object.values(errors).join('；'), errors)
}
