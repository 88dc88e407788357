import type { ArticleValues } from '../articleValues.ts'

/** What a listed word means for the article that has it. */
export const wordKinds = { forbidden: '禁用', doubtful: '须核对' } as const
export type WordKind = keyof typeof wordKinds

/** Where words are looked for, in the order of the editor. */
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
  /** As the list has it, and as it stands in the text; what to write instead, where the list says so. */
  word: string
  found: string
  instead: string
  /** How often it stands there so. */
  times: number
  /** The words around the first of them. */
  around: string
}

/** More are not told at once: there is enough to do. */
export const MOST_FOUND = 200

/** What keeps an article from being published, said at each of its places. */
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

/** Those that somebody has to look at and confirm. */
export const toConfirm = (found: readonly FoundWord[]): string[] => [
  ...new Set(found.flatMap(({ kind, word }) => (kind === 'doubtful' ? [word] : []))),
]
