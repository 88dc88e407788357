import { and, asc, desc, eq, ne, or, type SQL } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { conflict, forbidden, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { registerOf } from '#lib/server/registers/knownRegisters.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { record } from '#modules/audit/server/record.ts'
import type { registersContract } from '../contract.ts'
import { columnsHandlers } from './columns.ts'
import { openRegister } from './opening.ts'
import { savedView } from './tables.ts'

type Endpoints = typeof registersContract
type View = Output<Endpoints['POST /staff/view/save']>

/** Maximum saved views per register, per user and shared. */
const MAX_SAVED_VIEWS = 20

const shown = {
  id: savedView.id,
  name: savedView.name,
  query: savedView.query,
  isDefault: savedView.isDefault,
  isShared: savedView.isShared,
}
const canShare = (ctx: Ctx) => mayUse(ctx, 'staff:site')
const own = (ctx: Ctx) => and(eq(savedView.ownerId, signedInActor(ctx).accountId), eq(savedView.isShared, false))
const shared = eq(savedView.isShared, true)
const ofRegister = (code: string) => eq(savedView.register, code)

export const registersHandlers = {
  ...columnsHandlers,
  'GET /staff/view/list': async (ctx, { register }) => {
    openRegister(ctx, register)
    const views = await ctx.db
      .select(shown)
      .from(savedView)
      .where(and(ofRegister(register), or(shared, own(ctx))))
      .orderBy(desc(savedView.isShared), asc(savedView.id))
    return { views, canShare: canShare(ctx) }
  },
  /**
   * Saves a view; an existing one of the same name is replaced. Each user has at most one default view per register.
   */
  'POST /staff/view/save': (ctx, view) =>
    inTransaction(ctx, async tx => {
      const { db } = tx
      const { register, name, isShared, isDefault } = view
      const { faultIn } = openRegister(tx, register)
      if (isShared) refuseSharing(tx)
      const fault = await faultIn(tx, Object.fromEntries(new URLSearchParams(view.query)))
      if (fault) throw invalid(fault, { query: fault })
      const all = and(ofRegister(register), isShared ? shared : own(tx))
      await lockKey(tx, `views ${register} ${isShared ? 'shared' : signedInActor(tx).accountId}`)
      if ((await db.$count(savedView, and(all, ne(savedView.name, name)))) >= MAX_SAVED_VIEWS)
        throw invalid(`最多保存 ${MAX_SAVED_VIEWS} 个视图，请先删除不用的`)
      if (isDefault) await db.update(savedView).set({ isDefault: false }).where(all)
      const [replaced] = await db
        .update(savedView)
        .set({ query: view.query, isDefault })
        .where(and(all, eq(savedView.name, name)))
        .returning(shown)
      const made = async () => {
        const values = { ...view, ownerId: signedInActor(tx).accountId, createdAt: ctx.now }
        const [one] = await db.insert(savedView).values(values).returning(shown)
        return one!
      }
      const saved = replaced ?? (await made())
      await recordViewAct(tx, 'view.save', register, saved)
      return saved
    }),
  'POST /staff/view/rename': (ctx, { id, name }) =>
    inTransaction(ctx, async tx => {
      const { register, isShared } = await findView(tx, id)
      const namesake = and(
        ofRegister(register),
        isShared ? shared : own(tx),
        eq(savedView.name, name),
        ne(savedView.id, id),
      )
      if ((await tx.db.$count(savedView, namesake)) > 0) throw conflict(`已经有名为“${name}”的视图`)
      const [renamed] = await tx.db.update(savedView).set({ name }).where(eq(savedView.id, id)).returning(shown)
      await recordViewAct(tx, 'view.rename', register, renamed!)
      return renamed!
    }),
  'POST /staff/view/remove': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const view = await findView(tx, id)
      await tx.db.delete(savedView).where(eq(savedView.id, id))
      await recordViewAct(tx, 'view.remove', view.register, view)
      return {}
    }),
} satisfies Handlers<Endpoints>

function refuseSharing(ctx: Ctx) {
  if (!canShare(ctx)) throw forbidden('共享的视图由可以管理站点设置的同事保存和管理')
}

/** The own one, or one that is shared, locked, for who may change it. */
async function findView(ctx: Ctx, id: number) {
  const isIt: SQL | undefined = and(eq(savedView.id, id), or(shared, own(ctx)))
  const [view] = await ctx.db
    .select({ ...shown, register: savedView.register })
    .from(savedView)
    .where(isIt)
    .for('update')
  if (!view) throw notFound('视图不存在，或已删除')
  openRegister(ctx, view.register)
  if (view.isShared) refuseSharing(ctx)
  return view
}

/** Omits the search text from the audit log, since it may be a name. */
const recordViewAct = (ctx: Ctx, action: string, register: string, { id, name, isShared }: View) =>
  record(ctx, {
    action,
    objectType: 'saved_view',
    objectId: id,
    objectName: name,
    detail: { list: registerOf(register)!.name, isShared },
  })
