import { asc, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { forbidden, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { cleanHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { articleValues } from '../../articleSchema.ts'
import { mayEdit } from '../../articleStates.ts'
import type { ArticleValues, VersionKind } from '../../articleValues.ts'
import { article, articleDraft, catalogue } from '../tables.ts'
import { keepAssets } from './assets.ts'
import { addVersion, hasRecent } from './history.ts'
import { admitEditing, admitVersion, readWork, standingOf, type Work } from './work.ts'

type Endpoints = typeof staffArticlesContract

export const savingHandlers = {
  'POST /staff/article/create': (ctx, { title = '', ...asked }) => {
    const { accountId } = signed(ctx)
    const catalogId = asked.catalogId ?? null
    return ctx.db.transaction(async tx => {
      const at = { ...ctx, db: tx }
      const catalogueId = await columnFor(at, catalogId)
      const [made] = await tx
        .insert(article)
        .values({
          catalogueId,
          title,
          content: '',
          plain: '',
          createdBy: accountId,
          createdAt: ctx.now,
          updatedAt: ctx.now,
        })
        .returning({ id: article.id })
      const values = articleValues.parse({ catalogId, title })
      await tx.insert(articleDraft).values({ articleId: made!.id, values, editedBy: accountId, editedAt: ctx.now })
      await record(at, { action: 'article.create', objectType: 'article', objectId: made!.id, objectName: title })
      return { id: made!.id }
    })
  },
  'POST /staff/article/save': (ctx, { id, version, values, point }) => {
    return ctx.db.transaction(async tx => {
      const at = { ...ctx, db: tx }
      const work = await readWork(at, id, { lock: true })
      await admitEditing(at, work)
      await admitVersion(at, work, version)
      const { draft } = work
      if (version === undefined && draft && draft.editedBy !== signed(ctx).accountId)
        await addVersion(at, id, { kind: 'replaced', values: draft.values, by: draft.editedBy, at: draft.editedAt })
      // What visitors read before anybody wrote on it here can be restored, too.
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
  /** Before somebody takes a colleague's text instead of their own: theirs stays as a version. */
  'POST /staff/article/aside': (ctx, { id, values }) => {
    return ctx.db.transaction(async tx => {
      const at = { ...ctx, db: tx }
      const work = await readWork(at, id, { lock: true })
      const standing = standingOf(at, work.article)
      // Whatever has become of the article meanwhile: what was typed is not lost.
      if (!mayEdit({ ...standing, status: 'draft', isScheduled: false }, signed(ctx)))
        throw forbidden('只有撰稿人本人或编辑可以修改这篇文章')
      const clean = { ...values, content: cleanHtml(values.content) }
      await keepAssets(at, id, clean)
      await addVersion(at, id, { kind: 'aside', values: clean })
      await record(at, { action: 'article.aside', objectType: 'article', objectId: id, objectName: clean.title })
      return {}
    })
  },
} satisfies Partial<Handlers<Endpoints>>

/** Where the row belongs until it is published: to the column of its draft, as soon as that has one. */
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
  const written = { values, version: version + 1, isChanged: true, editedBy: signed(ctx).accountId, editedAt: ctx.now }
  await ctx.db
    .insert(articleDraft)
    .values({ articleId: row.id, ...written })
    .onConflictDoUpdate({ target: articleDraft.articleId, set: written })
  return { version: written.version, savedAt: iso(ctx.now) }
}
