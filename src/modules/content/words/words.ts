import { wordKinds as listedKinds } from '#modules/settings/wordKinds.ts'
import type { ArticleValues } from '../articleValues.ts'

/** What a found place is: a word of the association's lists, or what a review or another program left behind. */
export const wordKinds = { ...listedKinds, leftover: '疑似遗留' } as const
export type WordKind = keyof typeof wordKinds

/** Fields that are checked, in the order of the editor. */
export const wordFields = [
  'title',
  'subTitle',
  'content',
  'files',
  'summary',
  'source',
  'author',
  'keywords',
  'seoTitle',
  'seoDescription',
] as const satisfies readonly (keyof ArticleValues)[]

export type FoundWord = {
  field: (typeof wordFields)[number]
  kind: WordKind
  /** `word` as listed, `found` as written in the text, `instead`: replacement suggested by the list. */
  word: string
  found: string
  instead: string
  /** What is wrong with a leftover. */
  why?: string
  /** Number of occurrences in this spelling. */
  times: number
  /** The words around the first of them. */
  around: string
}

/** Maximum words reported at once. */
export const MAX_FOUND_WORDS = 200

/** Errors by field for forbidden words, which block publishing. */
export function wordFaults(found: readonly FoundWord[], labels: Record<string, string>): Record<string, string> {
  const faults: Record<string, string[]> = {}
  for (const { field, kind, found: text, instead } of found)
    if (kind === 'forbidden')
      faults[field] = [...(faults[field] ?? []), instead ? `“${text}”（建议写“${instead}”）` : `“${text}”`]
  return Object.fromEntries(
    Object.entries(faults).map(([field, words]) => [
      field,
      `${labels[field]}中有禁用词${words.slice(0, 5).join('、')}${words.length > 5 ? `等 ${words.length} 个` : ''}，请修改`,
    ]),
  )
}

/** Doubtful words and leftovers, which must be confirmed. */
export const wordsToConfirm = (found: readonly FoundWord[]): string[] => [
  ...new Set(found.flatMap(({ kind, word }) => (kind === 'forbidden' ? [] : [word]))),
]
