import { eq, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import type { ArticleMove, ArticleState } from '../../articleStates.ts'
import type { VersionKind } from '../../articleValues.ts'
import { article, articleDraft } from '../tables.ts'
import { articleHandedIn, articleReturned, tellOfArticle } from './articleMessages.ts'
import { addVersion } from './history.ts'
import { checkWhole, makePublic } from './publishing.ts'
import { admitMove, admitVersion, readWork, type Work } from './work.ts'

type Endpoints = typeof staffArticlesContract
type Asked<Key extends keyof Endpoints> = Parsed<Endpoints[Key]>

/** Locks the article, makes sure that this may be done with it and that its text is the one that was seen; then does it. */
function move(
  ctx: Ctx,
  { id, version }: { id: number; version?: number },
  name: ArticleMove,
  act: (ctx: Ctx, work: Work, to: ArticleState) => Promise<void>,
): Promise<Output<Endpoints['POST /staff/article/publish']>> {
  return ctx.db.transaction(async tx => {
    const at = { ...ctx, db: tx }
    const work = await readWork(at, id, { lock: true })
    const to = await admitMove(at, work, name)
    await admitVersion(at, work, version)
    await act(at, work, to)
    return {}
  })
}

type Change = { status: ArticleState; scheduledFor?: Date | null; reason?: string }

async function set(ctx: Ctx, { article: row, values }: Work, name: ArticleMove, change: Change) {
  const told = ({ status, scheduledFor, reason }: Change) => ({
    status,
    reason,
    scheduledFor: scheduledFor && iso(scheduledFor),
  })
  await ctx.db.update(article).set(change).where(eq(article.id, row.id))
  await recordChange(ctx, {
    action: `article.${name}`,
    objectType: 'article',
    objectId: row.id,
    objectName: values.title || row.title,
    before: told(row),
    after: told({ ...row, ...change }),
  })
}

const mark = (ctx: Ctx, { article: { id }, values }: Work, kind: VersionKind, note?: string) =>
  addVersion(ctx, id, { kind, values, note })

/** The text is the same, but whoever has it open and publishes it has not seen that it was taken back. */
const takeBack = ({ db }: Ctx, { article: { id } }: Work) =>
  db
    .update(articleDraft)
    .set({ version: sql`${articleDraft.version} + 1` })
    .where(eq(articleDraft.articleId, id))

/** As it is called in the text that was handed in. */
const named = ({ article: { id, title, createdBy }, values }: Work) => ({ id, createdBy, title: values.title || title })

export const publish = (ctx: Ctx, asked: Asked<'POST /staff/article/publish'>) =>
  move(ctx, asked, 'publish', (at, work) =>
    makePublic(at, { ...work, article: { ...work.article, scheduledFor: null } }),
  )

export const withdraw = (ctx: Ctx, { reason, ...asked }: Asked<'POST /staff/article/withdraw'>) =>
  move(ctx, asked, 'withdraw', async (at, work, status) => {
    await takeBack(at, work)
    await mark(at, work, 'withdraw', reason)
    await set(at, work, 'withdraw', { status, scheduledFor: null, reason })
  })

export const movingHandlers = {
  'POST /staff/article/handIn': (ctx, asked) =>
    move(ctx, asked, 'handIn', async (at, work, status) => {
      await checkWhole(at, work.values)
      await mark(at, work, 'handIn')
      await set(at, work, 'handIn', { status, reason: '' })
      await tellOfArticle(at, named(work), articleHandedIn)
    }),
  'POST /staff/article/recall': (ctx, asked) =>
    move(ctx, asked, 'recall', async (at, work, status) => {
      await takeBack(at, work)
      await set(at, work, 'recall', { status })
    }),
  'POST /staff/article/return': (ctx, { reason, ...asked }) =>
    move(ctx, asked, 'return', async (at, work, status) => {
      await takeBack(at, work)
      await mark(at, work, 'return', reason)
      await set(at, work, 'return', { status, reason })
      await tellOfArticle(at, named(work), articleReturned, reason)
    }),
  'POST /staff/article/publish': publish,
  'POST /staff/article/schedule': (ctx, { at: time, ...asked }) =>
    move(ctx, asked, 'schedule', async (at, work, status) => {
      const scheduledFor = new Date(time)
      if (scheduledFor <= ctx.now) throw invalid('发布时间已过，请选择以后的时间', { at: '请选择以后的时间' })
      // The time that is set takes the place of one in the form, but where the article has been public since long.
      const publishTime = status === 'published' ? work.values.publishTime : null
      await checkWhole(at, { ...work.values, publishTime })
      await mark(at, work, 'schedule', `${minute(iso(scheduledFor))} 发布`)
      await set(at, work, 'schedule', { status, scheduledFor, reason: '' })
    }),
  'POST /staff/article/unschedule': (ctx, asked) =>
    move(ctx, asked, 'unschedule', (at, work, status) => set(at, work, 'unschedule', { status, scheduledFor: null })),
  'POST /staff/article/withdraw': withdraw,
} satisfies Partial<Handlers<Endpoints>>
