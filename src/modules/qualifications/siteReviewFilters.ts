import { choice, day, type RegisterFilters, text } from '#lib/register/register.ts'
import { siteStageNames } from './siteReview.ts'

export const siteReviewFilters = {
  /** Part of the applicant's name, or the number of the application. */
  key: text('申请单位或编号'),
  stage: choice('阶段', siteStageNames),
  from: day('评审日期从'),
  to: day('到'),
} satisfies RegisterFilters
