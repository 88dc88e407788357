import { typedKeys } from '#lib/keys.ts'
import type { ArticleType } from './articleTypes.ts'

/** Terms in days within which a column needs a new article; `never`: no limit. */
const days = {
  fortnight: 14,
  month: 30,
  quarter: 90,
  halfYear: 180,
  year: 365,
  never: Number.POSITIVE_INFINITY,
} as const
export type UpdateTerm = keyof typeof days

export const updateTerms = typedKeys(days)
export const updateTermNames: Record<UpdateTerm, string> = {
  fortnight: '两周',
  month: '一个月',
  quarter: '三个月',
  halfYear: '半年',
  year: '一年',
  never: '不要求',
}

/** Default terms by article type, where none is set for the column. */
const defaultTerms: Record<ArticleType, UpdateTerm> = {
  news: 'fortnight',
  notice: 'halfYear',
  policy: 'halfYear',
  standard: 'year',
  download: 'year',
}

export const maxDaysWithoutArticle = (term: UpdateTerm | null, articleType: ArticleType): number =>
  days[term ?? defaultTerms[articleType]]
