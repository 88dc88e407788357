import { eq, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import type { ArticleMove, ArticleState } from '../../articleStates.ts'
import type { VersionKind } from '../../articleValues.ts'
import { noteReview, requiresReview, stepOf } from '../../reviewing/server/review.ts'
import { admitMove, admitVersion, readWork, type Work } from '../../reviewing/server/work.ts'
import { ALL_STEPS_PASSED, LAST_STEP, stepAt } from '../../reviewSteps.ts'
import { admitConfirmed } from '../../words/server/words.ts'
import { article, articleDraft } from '../tables.ts'
import { articleHandedIn, articleReturned, notifyAboutArticle, notifyReviewers } from './articleMessages.ts'
import { addVersion } from './history.ts'
import { checkComplete, makePublic } from './publishing.ts'

type Endpoints = typeof staffArticlesContract
type InputOf<Key extends keyof Endpoints> = Parsed<Endpoints[Key]>

/** Locks the article, makes sure that this may be done with it and that its text is the one that was seen; then does it. */
function move(
  ctx: Ctx,
  { id, version }: { id: number; version?: number },
  name: ArticleMove,
  act: (ctx: Ctx, work: Work, to: ArticleState) => Promise<void>,
): Promise<Output<Endpoints['POST /staff/article/publish']>> {
  return inTransaction(ctx, async at => {
    const work = await readWork(at, id, { lock: true })
    const to = await admitMove(at, work, name)
    await admitVersion(at, work, version)
    await act(at, work, to)
    return {}
  })
}

/** `reviewStep` and `reviewRound`: of the review in three steps; none, unless said otherwise. */
type Change = {
  status: ArticleState
  scheduledFor?: Date | null
  reason?: string
  reviewStep?: number | null
  reviewRound?: number
}

async function set(
  ctx: Ctx,
  { article: row, values }: Work,
  name: ArticleMove,
  change: Change,
  remark = '',
  confirmed: string[] = [],
) {
  const told = ({ status, scheduledFor, reason, reviewStep }: Change) => ({
    status,
    reviewStep: stepAt(reviewStep ?? null)?.name,
    reason,
    scheduledFor: scheduledFor && iso(scheduledFor),
  })
  await ctx.db
    .update(article)
    .set({ reviewStep: null, ...change })
    .where(eq(article.id, row.id))
  await recordChange(ctx, {
    action: `article.${name}`,
    objectType: 'article',
    objectId: row.id,
    objectName: values.title || row.title,
    before: told(row),
    after: told({ ...row, reviewStep: null, ...change }),
    detail: detailOf(remark, confirmed),
  })
}

/** Remark and confirmed words for the audit log. */
function detailOf(remark: string, confirmed: readonly string[]): Record<string, unknown> | undefined {
  if (remark === '' && confirmed.length === 0) return undefined
  return {
    ...(remark !== '' && { remark }),
    ...(confirmed.length > 0 && { confirmedWords: confirmed.join('、') }),
  }
}

const addMilestone = (ctx: Ctx, { article: { id }, values }: Work, kind: VersionKind, note?: string) =>
  addVersion(ctx, id, { kind, values, note })

/** The text is the same, but whoever has it open and publishes it has not seen that it was taken back. */
const bumpVersion = ({ db }: Ctx, { article: { id } }: Work) =>
  db
    .update(articleDraft)
    .set({ version: sql`${articleDraft.version} + 1` })
    .where(eq(articleDraft.articleId, id))

/** Title in the submitted text. */
const named = ({ article: { id, title, createdBy }, values }: Work) => ({ id, createdBy, title: values.title || title })

export const publish = (ctx: Ctx, { remark, confirmedWords, ...asked }: InputOf<'POST /staff/article/publish'>) =>
  move(ctx, asked, 'publish', async (at, work) => {
    const confirmed = await admitConfirmed(at, work.values, confirmedWords)
    await passLast(at, work, remark)
    const unscheduled = { ...work, article: { ...work.article, scheduledFor: null } }
    await makePublic(at, unscheduled, detailOf(remark, confirmed))
  })

/** Records the last review step as passed when an article at that step is published. */
async function passLast(ctx: Ctx, work: Work, remark: string): Promise<boolean> {
  const isPassing = stepOf(work.article) === LAST_STEP && (await requiresReview(ctx))
  if (isPassing) await noteReview(ctx, work, { step: LAST_STEP, result: 'passed', remark })
  return isPassing
}

/** Passes a step and notifies the reviewers of the next one. */
const pass =
  (name: 'firstReview' | 'secondReview') =>
  (ctx: Ctx, { remark, ...asked }: InputOf<'POST /staff/article/firstReview'>) =>
    move(ctx, asked, name, async (at, work, status) => {
      const step = stepOf(work.article)!
      await checkComplete(at, work.values)
      await noteReview(at, work, { step, result: 'passed', remark })
      await set(at, work, name, { status, reviewStep: step + 1 }, remark)
      await notifyReviewers(at, named(work), step + 1)
    })

export const withdraw = (ctx: Ctx, { reason, ...asked }: InputOf<'POST /staff/article/withdraw'>) =>
  move(ctx, asked, 'withdraw', async (at, work, status) => {
    await bumpVersion(at, work)
    await addMilestone(at, work, 'withdraw', reason)
    await set(at, work, 'withdraw', { status, scheduledFor: null, reason })
  })

export const movingHandlers = {
  'POST /staff/article/handIn': (ctx, asked) =>
    move(ctx, asked, 'handIn', async (at, work, status) => {
      await checkComplete(at, work.values)
      await addMilestone(at, work, 'handIn')
      if (!(await requiresReview(at))) {
        await set(at, work, 'handIn', { status, reason: '' })
        return notifyAboutArticle(at, named(work), articleHandedIn)
      }
      const reviewRound = work.article.reviewRound + 1
      await noteReview(at, work, { round: reviewRound, step: 0, result: 'handedIn' })
      await set(at, work, 'handIn', { status, reason: '', reviewStep: 1, reviewRound })
      await notifyReviewers(at, named(work), 1)
    }),
  'POST /staff/article/firstReview': pass('firstReview'),
  'POST /staff/article/secondReview': pass('secondReview'),
  'POST /staff/article/recall': (ctx, asked) =>
    move(ctx, asked, 'recall', async (at, work, status) => {
      await bumpVersion(at, work)
      if (await requiresReview(at)) await noteReview(at, work, { step: 0, result: 'recalled' })
      await set(at, work, 'recall', { status })
    }),
  'POST /staff/article/return': (ctx, { reason, ...asked }) =>
    move(ctx, asked, 'return', async (at, work, status) => {
      await bumpVersion(at, work)
      await addMilestone(at, work, 'return', reason)
      if (await requiresReview(at))
        await noteReview(at, work, { step: stepOf(work.article)!, result: 'returned', remark: reason })
      await set(at, work, 'return', { status, reason })
      await notifyAboutArticle(at, named(work), articleReturned, reason)
    }),
  'POST /staff/article/publish': publish,
  'POST /staff/article/schedule': (ctx, { at: time, remark, confirmedWords, ...asked }) =>
    move(ctx, asked, 'schedule', async (at, work, status) => {
      const scheduledFor = new Date(time)
      if (scheduledFor <= ctx.now) throw invalid('发布时间已过，请选择以后的时间', { at: '请选择以后的时间' })
      // The time that is set takes the place of one in the form, but where the article has been public since long.
      const publishTime = status === 'published' ? work.values.publishTime : null
      await checkComplete(at, { ...work.values, publishTime })
      const confirmed = await admitConfirmed(at, work.values, confirmedWords)
      await addMilestone(at, work, 'schedule', `${minute(iso(scheduledFor))} 发布`)
      const reviewStep = (await passLast(at, work, remark)) ? ALL_STEPS_PASSED : null
      await set(at, work, 'schedule', { status, scheduledFor, reason: '', reviewStep }, remark, confirmed)
    }),
  'POST /staff/article/unschedule': (ctx, asked) =>
    move(ctx, asked, 'unschedule', (at, work, status) => set(at, work, 'unschedule', { status, scheduledFor: null })),
  'POST /staff/article/withdraw': withdraw,
} satisfies Partial<Handlers<Endpoints>>
