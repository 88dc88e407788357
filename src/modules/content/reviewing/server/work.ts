import { desc, eq, getTableColumns } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, forbidden, notFound } from '#lib/error.ts'
import { type Ctx, type SignedInActor, signedInActor } from '#lib/server/api/context.ts'
import { permissions } from '#modules/accounts/permissions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import {
  type ArticleAccess,
  type ArticleMove,
  articleStates,
  mayEdit,
  moves,
  stateAfter,
} from '#modules/content/articleStates.ts'
import { type ArticleValues, emptyArticle, versionKinds } from '#modules/content/articleValues.ts'
import { isUnderReview, LAST_STEP, type Review, stepAt } from '#modules/content/reviewSteps.ts'
import { article, articleDraft, articleFile, articleVersion } from '#modules/content/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { reviewOf } from './review.ts'

const { words: _, plain: __, ...columns } = getTableColumns(article)
type Row = Omit<typeof article.$inferSelect, 'words' | 'plain'>
type Draft = typeof articleDraft.$inferSelect

/** An article and what is being written of it. */
export type Work = { article: Row; draft: Draft | undefined; values: ArticleValues; version: number }

/** `lock`: nobody else changes it till the transaction ends. What is read then is what the one before has left. */
export async function readWork(ctx: Ctx, id: number, { lock = false } = {}): Promise<Work> {
  const query = ctx.db.select(columns).from(article).where(eq(article.id, id))
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw notFound('文章不存在，或已彻底删除')
  const [draft] = await ctx.db.select().from(articleDraft).where(eq(articleDraft.articleId, id))
  return {
    article: found,
    draft,
    // Drafts of earlier releases lack what an article has had since.
    values: draft ? { ...emptyArticle, ...draft.values } : await publicValues(ctx, found),
    version: draft?.version ?? 0,
  }
}

/** Public text of an article that was never edited here. */
async function publicValues({ db }: Ctx, row: Row): Promise<ArticleValues> {
  const files = await db
    .select({ id: file.id, name: file.name })
    .from(articleFile)
    .innerJoin(file, eq(file.id, articleFile.fileId))
    .where(eq(articleFile.articleId, row.id))
    .orderBy(articleFile.sort, file.id)
  const { title, summary, content, coverId, coverCaption, coverX, coverY, isTop, isRed, effectiveOn } = row
  return {
    title,
    summary,
    content,
    coverId,
    coverCaption,
    coverX,
    coverY,
    isTop,
    isRed,
    effectiveOn,
    files,
    catalogId: row.catalogueId,
    subTitle: row.subTitle ?? '',
    author: row.author ?? '',
    source: row.source ?? '',
    docNo: row.docNo ?? '',
    keywords: row.keywords.join('，'),
    externalUrl: row.externalUrl ?? '',
    seoTitle: row.seoTitle ?? '',
    seoDescription: row.seoDescription ?? '',
    publishTime: row.publishedAt && iso(row.publishedAt),
    noticeEndTime: row.noticeEndsAt && iso(row.noticeEndsAt),
  }
}

export async function readArticleAccess(ctx: Ctx, work: Pick<Work, 'article' | 'draft'>): Promise<ArticleAccess> {
  const { status, scheduledFor, createdBy } = work.article
  const isOwn = ctx.actor.kind === 'staff' && ctx.actor.accountId === createdBy
  const isChanged = work.draft?.isChanged ?? false
  return { status, isOwn, isChanged, isScheduled: scheduledFor !== null, review: await reviewOf(ctx, work) }
}

export async function nameOf({ db }: Pick<Ctx, 'db'>, accountId: number | null): Promise<string | null> {
  if (accountId === null) return null
  const [found] = await db.select().from(account).where(eq(account.id, accountId))
  return found ? (found.displayName ?? found.userName) : null
}

/** Into which state the move leads; refuses it with the reason where it is none, and says who was faster. */
export async function admitMove(ctx: Ctx, work: Work, move: ArticleMove) {
  const { article: row } = work
  const standing = await readArticleAccess(ctx, work)
  const to = row.deletedAt ? undefined : stateAfter(move, standing, signedInActor(ctx))
  if (to) return to
  const { name } = moves[move]
  if (row.deletedAt) throw conflict(`这篇文章在回收站里，请先恢复再${name}`)
  if (standing.review) refuseUnreviewed(standing.review, move, signedInActor(ctx))
  // Tells the two reasons apart: if an editor could do it, the person lacks the right; otherwise the state forbids it.
  if (stateAfter(move, { ...standing, isOwn: true }, signedInActor(ctx)))
    throw forbidden(`只有撰稿人本人或编辑可以${name}这篇文章`)
  throw conflict(`这篇文章现在是“${articleStates[row.status]}”${await lastAct(ctx, row.id)}，不能${name}`)
}

/** Throws if this person may not decide the current step, or if the text has not passed all steps. */
function refuseUnreviewed(review: Review, move: ArticleMove, { permissions: own }: SignedInActor): void {
  const waiting = stepAt(review.step)
  const isDeciding = move === 'return' || move === 'firstReview' || move === 'secondReview'
  const isPublishing = move === 'publish' || move === 'schedule'
  if (isPublishing && (!waiting || review.step !== LAST_STEP))
    throw conflict(
      waiting
        ? `这篇文章等待${waiting.name}，三审都通过后才能${moves[move].name}`
        : `文章须经初审、复审、终审才能${moves[move].name}，请先提交审核`,
    )
  if (!waiting || !(isDeciding || isPublishing)) return
  if ((move === 'firstReview' || move === 'secondReview') && moves[move].may !== waiting.may)
    throw conflict(`这篇文章现在等待${waiting.name}，不能${moves[move].name}`)
  if (!own.includes(waiting.may))
    throw forbidden(`这篇文章等待${waiting.name}，由有“${permissions[waiting.may]}”权限的同事办理`)
  if (review.isBarred) throw forbidden('三审由不同的人办理：您写过、送审过这篇文章，或已办理过这一轮的审核')
}

export async function admitEditing(ctx: Ctx, work: Work): Promise<void> {
  const { article: row } = work
  const standing = await readArticleAccess(ctx, work)
  if (row.deletedAt) throw conflict('这篇文章在回收站里，请先恢复再修改')
  if (standing.isScheduled) throw conflict('这篇文章已设为定时发布，请先取消定时再修改')
  if (isUnderReview(standing.review)) throw conflict('这篇文章正在审核，请先撤回或退回再修改')
  if (mayEdit(standing, signedInActor(ctx))) return
  if (!standing.isOwn) throw forbidden('只有撰稿人本人或编辑可以修改这篇文章')
  throw conflict(`这篇文章现在是“${articleStates[row.status]}”，不能再修改；需要修改时请与编辑联系`)
}

/** Throws if the article changed since the version the caller has seen. `seen` undefined: overwrite deliberately. */
export async function admitVersion(
  ctx: Ctx,
  { article: { id }, draft, version }: Work,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === version) return
  const last = await lastVersion(ctx, id)
  if (last && draft && last.at > draft.editedAt) throw conflict(`这篇文章${await describeChange(ctx, last)}`)
  const who = await nameOf(ctx, draft?.editedBy ?? null)
  throw conflict(`这篇文章已由 ${who ?? '他人'} 于 ${clock(ctx, draft?.editedAt ?? ctx.now)} 修改`)
}

async function lastAct(ctx: Ctx, articleId: number): Promise<string> {
  const last = await lastVersion(ctx, articleId)
  return last ? `（${await describeChange(ctx, last)}）` : ''
}

type Version = typeof articleVersion.$inferSelect

async function lastVersion({ db }: Ctx, articleId: number): Promise<Version | undefined> {
  const [last] = await db
    .select()
    .from(articleVersion)
    .where(eq(articleVersion.articleId, articleId))
    .orderBy(desc(articleVersion.id))
    .limit(1)
  return last
}

const describeChange = async (ctx: Ctx, { by, at, kind }: Version) =>
  `已由 ${(await nameOf(ctx, by)) ?? '系统'} 于 ${clock(ctx, at)} ${versionKinds[kind]}`

/** The time of today, or the day with it. */
function clock({ now }: Ctx, at: Date): string {
  const [day, time] = minute(iso(at)).split(' ')
  return minute(iso(now)).startsWith(day!) ? time! : `${day} ${time}`
}
