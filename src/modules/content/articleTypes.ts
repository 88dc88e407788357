/** What a search calls the articles of a top-level column and of its children. */
export const articleTypes = ['news', 'notice', 'policy', 'standard', 'download'] as const

export type ArticleType = (typeof articleTypes)[number]
