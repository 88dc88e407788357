import { asc, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { forbidden, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { cleanHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { articleValues } from '../../articleSchema.ts'
import { mayEdit } from '../../articleStates.ts'
import type { ArticleOrigin, ArticleValues, VersionKind } from '../../articleValues.ts'
import { admitEditing, admitVersion, readArticleAccess, readWork, type Work } from '../../reviewing/server/work.ts'
import { article, articleDraft, catalogue } from '../tables.ts'
import { keepAssets } from './assets.ts'
import { addVersion, hasRecent } from './history.ts'

type Endpoints = typeof staffArticlesContract

type NewDraft = { values: ArticleValues; origin?: ArticleOrigin; isWritten?: boolean }

/** A draft of whoever asks, with what there is to begin with; `isWritten`: by somebody, so that its history begins with it. */
export const createDraft = (ctx: Ctx, { values, origin, isWritten = false }: NewDraft) =>
  inTransaction(ctx, async at => {
    const { accountId } = signedInActor(ctx)
    const clean = { ...values, content: cleanHtml(values.content) }
    const written = {
      catalogueId: await columnFor(at, clean.catalogId),
      title: clean.title,
      content: '',
      plain: '',
      origin,
      createdBy: accountId,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
    const [made] = await at.db.insert(article).values(written).returning({ id: article.id })
    const { id } = made!
    await keepAssets(at, id, clean)
    const [draft] = await at.db
      .insert(articleDraft)
      .values({ articleId: id, values: clean, editedBy: accountId, editedAt: ctx.now })
      .returning({ version: articleDraft.version })
    if (isWritten) await addVersion(at, id, { kind: 'auto', values: clean })
    await record(at, { action: 'article.create', objectType: 'article', objectId: id, objectName: clean.title })
    return { id, version: draft!.version, savedAt: iso(ctx.now) }
  })

export const savingHandlers = {
  'POST /staff/article/create': (ctx, { catalogId = null, title = '', values }) =>
    createDraft(ctx, { values: values ?? articleValues.parse({ catalogId, title }), isWritten: values !== undefined }),
  'POST /staff/article/save': (ctx, { id, version, values, point }) => {
    return inTransaction(ctx, async at => {
      const work = await readWork(at, id, { lock: true })
      await admitEditing(at, work)
      await admitVersion(at, work, version)
      const { draft } = work
      if (version === undefined && draft && draft.editedBy !== signedInActor(ctx).accountId)
        await addVersion(at, id, { kind: 'replaced', values: draft.values, by: draft.editedBy, at: draft.editedAt })
      // Keeps the text published before the first edit here as a version that can be restored.
      if (!draft && work.article.publishedAt)
        await addVersion(at, id, {
          kind: 'publish',
          values: work.values,
          by: work.article.reviewedBy,
          at: work.article.publishedAt,
        })
      const clean = { ...values, content: cleanHtml(values.content) }
      const kind: VersionKind = point ? 'save' : 'auto'
      if (point || !(await hasRecent(at, id))) {
        await addVersion(at, id, { kind, values: clean })
        const of = { objectType: 'article', objectId: id, objectName: clean.title }
        await record(at, { action: 'article.save', ...of, detail: { kind } })
      }
      return writeDraft(at, work, clean)
    })
  },
  /** Stores the caller's text as a version before they take over a colleague's. */
  'POST /staff/article/aside': (ctx, { id, values }) => {
    return inTransaction(ctx, async at => {
      const work = await readWork(at, id, { lock: true })
      const standing = await readArticleAccess(at, work)
      // Ignores the current state of the article, so that typed text is never lost.
      if (!mayEdit({ ...standing, status: 'draft', isScheduled: false, review: null }, signedInActor(ctx)))
        throw forbidden('只有撰稿人本人或编辑可以修改这篇文章')
      const clean = { ...values, content: cleanHtml(values.content) }
      await keepAssets(at, id, clean)
      await addVersion(at, id, { kind: 'aside', values: clean })
      await record(at, { action: 'article.aside', objectType: 'article', objectId: id, objectName: clean.title })
      return {}
    })
  },
} satisfies Partial<Handlers<Endpoints>>

/** Column of the row until it is published: that of the draft, otherwise the first list column. */
async function columnFor({ db }: Ctx, catalogId: number | null): Promise<number> {
  const wanted = catalogId === null ? eq(catalogue.type, '列表') : eq(catalogue.id, catalogId)
  const [found] = await db
    .select()
    .from(catalogue)
    .where(wanted)
    .orderBy(asc(catalogue.sort), asc(catalogue.id))
    .limit(1)
  if (!found || found.type === '跳转') throw invalid('栏目不存在，或不能放文章', { catalogId: '请重新选择栏目' })
  return found.id
}

/** Writes the working copy, and nothing that visitors read. `values`: cleaned. */
export async function writeDraft(ctx: Ctx, { article: row, version }: Work, values: ArticleValues) {
  await keepAssets(ctx, row.id, values)
  const written = {
    values,
    version: version + 1,
    isChanged: true,
    editedBy: signedInActor(ctx).accountId,
    editedAt: ctx.now,
  }
  await ctx.db
    .insert(articleDraft)
    .values({ articleId: row.id, ...written })
    .onConflictDoUpdate({ target: articleDraft.articleId, set: written })
  return { version: written.version, savedAt: iso(ctx.now) }
}
