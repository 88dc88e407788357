import { and, asc, eq, ne } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { savedView } from './tables.ts'

type Endpoints = typeof staffDeskContract
type View = Output<Endpoints['POST /staff/review/view/save']>

/** Of one person: more are no help any more. */
const MOST = 20

const shown = { id: savedView.id, name: savedView.name, query: savedView.query, isDefault: savedView.isDefault }
const own = (ctx: Ctx) => eq(savedView.ownerId, signed(ctx).accountId)

export const viewsHandlers = {
  'GET /staff/review/view/list': async ctx =>
    ctx.db.select(shown).from(savedView).where(own(ctx)).orderBy(asc(savedView.id)),
  /** Under a name; the one that had it is replaced. Of all there is one default. */
  'POST /staff/review/view/save': (ctx, view) =>
    ctx.db.transaction(async db => {
      const others = and(own(ctx), ne(savedView.name, view.name))
      if ((await db.$count(savedView, others)) >= MOST) throw invalid(`最多保存 ${MOST} 个视图，请先删除不用的`)
      if (view.isDefault) await db.update(savedView).set({ isDefault: false }).where(others)
      const [saved] = await db
        .insert(savedView)
        .values({ ...view, ownerId: signed(ctx).accountId, createdAt: ctx.now })
        .onConflictDoUpdate({
          target: [savedView.ownerId, savedView.name],
          set: { query: view.query, isDefault: view.isDefault },
        })
        .returning(shown)
      await tell({ ...ctx, db }, 'view.save', saved!)
      return saved!
    }),
  'POST /staff/review/view/remove': (ctx, { id }) =>
    ctx.db.transaction(async db => {
      const [removed] = await db
        .delete(savedView)
        .where(and(eq(savedView.id, id), own(ctx)))
        .returning(shown)
      if (!removed) throw notFound('视图不存在，或已删除')
      await tell({ ...ctx, db }, 'view.remove', removed)
      return {}
    }),
} satisfies Partial<Handlers<Endpoints>>

const tell = (ctx: Ctx, action: string, { id, name, query }: View) =>
  record(ctx, { action, objectType: 'saved_view', objectId: id, objectName: name, detail: { query } })
