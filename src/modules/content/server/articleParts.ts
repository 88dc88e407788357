import { readingParts } from '#lib/server/database/reads.ts'

/** What the trigger `articles_changed` calls the articles of a column, and those with a key word. */
export const inColumn = (catalogueId: number) => `article ${catalogueId}`
export const withKeyword = (keyword: string) => `article #${keyword}`

/** Reads articles of which only these parts matter: those of a column, or with a key word. */
export const readingArticles = <T>(work: () => Promise<T>, partsOf: (result: T) => readonly string[]): Promise<T> =>
  readingParts(['article', 'article_file', 'article_views'], work, partsOf)
