import type { ArticleValues } from '../../articleValues.ts'
import { type FoundWord, wordKinds } from '../words.ts'

/** Actions of the rich text editor on words. */
export type TextWords = {
  findWord: (text: string) => void
  replaceWord: (text: string, instead: string) => void
  insertHtml: (html: string) => void
}

/** The words of the text, to be marked where they stand. */
export const marksOf = (found: readonly FoundWord[]) =>
  found.flatMap(({ field, kind, found: text, instead, why }) =>
    field === 'content'
      ? [
          {
            text,
            tone: kind === 'forbidden' ? ('bad' as const) : ('warn' as const),
            title: `${wordKinds[kind]}${why ? `：${why}` : ''}${instead && `，建议写“${instead}”`}`,
          },
        ]
      : [],
  )

/** A line, or the names of attachments, with what the list says instead. */
export function replaceFoundWord(
  name: keyof ArticleValues,
  values: ArticleValues,
  { found, instead }: FoundWord,
): Partial<ArticleValues> {
  const write = (text: string) => text.replaceAll(found, instead)
  if (name === 'files') return { files: values.files.map(file => ({ ...file, name: write(file.name) })) }
  const value = values[name]
  return typeof value === 'string' ? { [name]: write(value) } : {}
}
