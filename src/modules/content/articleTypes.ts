/** Types under which search lists the articles of a top-level column and its children. */
export const articleTypes = ['news', 'notice', 'policy', 'standard', 'download'] as const

export type ArticleType = (typeof articleTypes)[number]
