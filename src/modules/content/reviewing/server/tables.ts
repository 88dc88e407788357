import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import type { ReviewResult } from '../../reviewSteps.ts'
import { article } from '../../server/tables.ts'

/** Decisions of the three-step review; `step` 0 is the submission. Rows are never changed. */
export const articleReview = pgTable(
  'article_review',
  {
    id: id(),
    articleId: idOf(() => article.id, { onDelete: 'cascade' }),
    round: integer().notNull(),
    step: integer().notNull(),
    result: text().$type<ReviewResult>().notNull(),
    remark: text().notNull().default(''),
    by: integer().references(() => account.id),
    at: moment().notNull(),
  },
  table => [index().on(table.articleId, table.id)],
)
