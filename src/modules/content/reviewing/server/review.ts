import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { type Review, type ReviewResult, reviewResults, reviewSteps, stepAt } from '../../reviewSteps.ts'
import { article, articleDraft } from '../../server/tables.ts'
import { articleReview } from './tables.ts'
import type { Work } from './work.ts'

/** Returns whether the association requires the three-step review. */
export const requiresReview = async (ctx: Pick<Ctx, 'db'>) => (await readGroup(ctx, 'articles')).review === 'three'

type ReviewStatus = Pick<Work['article'], 'status' | 'reviewStep'>

/** Current step; articles submitted before the three-step review was enabled count as step 1. */
export const stepOf = ({ status, reviewStep }: ReviewStatus) => reviewStep ?? (status === 'review' ? 1 : null)

/** Review state of the article; null: no review is required. */
export async function reviewOf(ctx: Ctx, { article: row, draft }: Pick<Work, 'article' | 'draft'>) {
  if (!(await requiresReview(ctx))) return null
  const step = stepOf(row)
  const own = ctx.actor.kind === 'staff' ? ctx.actor.accountId : null
  const wrote = own !== null && [row.createdBy, draft?.editedBy].includes(own)
  const review: Review = { step, isBarred: wrote || (own !== null && (await hasTakenPart(ctx, row, own))) }
  return review
}

/** Returns whether the person submitted the article or decided a step in the current round. */
async function hasTakenPart({ db }: Ctx, { id, reviewRound }: Work['article'], own: number): Promise<boolean> {
  const of = and(eq(articleReview.articleId, id), eq(articleReview.round, reviewRound), eq(articleReview.by, own))
  return (await db.$count(articleReview, of)) > 0
}

type ReviewNote = { step: number; result: ReviewResult; remark?: string; round?: number }

export async function noteReview(ctx: Ctx, { article: row }: Work, { round = row.reviewRound, ...noted }: ReviewNote) {
  const by = signedInActor(ctx).accountId
  await ctx.db.insert(articleReview).values({ articleId: row.id, round, by, at: ctx.now, ...noted })
}

/** Decisions so far, oldest first. */
export async function reviewHistory({ db }: Ctx, articleId: number) {
  const rows = await db
    .select({ of: articleReview, by: account.displayName })
    .from(articleReview)
    .leftJoin(account, eq(account.id, articleReview.by))
    .where(eq(articleReview.articleId, articleId))
    .orderBy(asc(articleReview.id))
    .limit(200)
  return rows.map(({ of: { id, round, step, result, remark, at }, by }) => ({
    id,
    round,
    stepName: stepAt(step)?.name ?? '',
    result,
    resultName: reviewResults[result],
    remark,
    by: by ?? '已注销',
    at: iso(at),
  }))
}

const step = sql`coalesce(${article.reviewStep}, case when ${article.status} = 'review' then 1 end)`

/** Condition for articles awaiting the caller's decision. The query must join `articleDraft` beside `article`. */
export async function awaitsCaller(ctx: Ctx): Promise<SQL> {
  const { accountId, permissions } = signedInActor(ctx)
  if (!(await requiresReview(ctx)))
    return permissions.includes('staff:publish') ? eq(article.status, 'review') : sql`false`
  const own = reviewSteps.filter(({ may }) => permissions.includes(may)).map(one => one.step)
  if (own.length === 0) return sql`false`
  const mine = sql`exists (select 1 from ${articleReview} where ${articleReview.articleId} = ${article.id}
    and ${articleReview.round} = ${article.reviewRound} and ${articleReview.by} = ${accountId})`
  const others = (column: typeof article.createdBy | typeof articleDraft.editedBy) =>
    or(isNull(column), ne(column, accountId))
  return and(inArray(step, own), others(article.createdBy), others(articleDraft.editedBy), sql`not ${mine}`)!
}
