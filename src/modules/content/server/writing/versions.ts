import { desc, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { emptyArticle, versionKinds } from '../../articleValues.ts'
import { admitEditing, admitVersion, readWork } from '../../reviewing/server/work.ts'
import { articleVersion } from '../tables.ts'
import { addVersion } from './history.ts'
import { writeDraft } from './saving.ts'

type Endpoints = typeof staffArticlesContract
const columns = {
  id: articleVersion.id,
  kind: articleVersion.kind,
  note: articleVersion.note,
  at: articleVersion.at,
  by: articleVersion.by,
  displayName: account.displayName,
  values: articleVersion.values,
  articleId: articleVersion.articleId,
}
const find = ({ db }: Ctx) =>
  db.select(columns).from(articleVersion).leftJoin(account, eq(account.id, articleVersion.by))
type Row = Awaited<ReturnType<typeof find>>[number]

const toRow = ({ id, kind, note, at, by, displayName, values }: Row) => ({
  id,
  kind,
  kindName: versionKinds[kind],
  note,
  title: values.title,
  at: iso(at),
  by: by === null ? '系统' : (displayName ?? '已注销'),
})

export const versionsHandlers = {
  'GET /staff/article/version/list': async (ctx, { id, ...asked }) => {
    await readWork(ctx, id)
    const where = eq(articleVersion.articleId, id)
    const rows = await find(ctx)
      .where(where)
      .orderBy(desc(articleVersion.id))
      .limit(asked.pageSize)
      .offset(offset(asked))
    return toPage(rows.map(toRow), await ctx.db.$count(articleVersion, where), asked)
  },
  'GET /staff/article/version/detail': async (ctx, { id }) => {
    const found = await findVersion(ctx, id)
    return { ...toRow(found), articleId: found.articleId, values: { ...emptyArticle, ...found.values } }
  },
  /** Back to what was written then; what stands now becomes a version first. */
  'POST /staff/article/version/restore': (ctx, { id, version }) => {
    return inTransaction(ctx, async at => {
      const wanted = await findVersion(at, id)
      const work = await readWork(at, wanted.articleId, { lock: true })
      await admitEditing(at, work)
      await admitVersion(at, work, version)
      await addVersion(at, wanted.articleId, { kind: 'before', values: work.values })
      await record(at, {
        action: 'article.restore',
        objectType: 'article',
        objectId: wanted.articleId,
        objectName: wanted.values.title,
        detail: { version: id, of: iso(wanted.at), by: signedInActor(ctx).userName },
      })
      return writeDraft(at, work, wanted.values)
    })
  },
} satisfies Partial<Handlers<Endpoints>>

async function findVersion(ctx: Ctx, id: number): Promise<Row> {
  const [found] = await find(ctx).where(eq(articleVersion.id, id))
  if (!found) throw notFound('版本不存在')
  return found
}
