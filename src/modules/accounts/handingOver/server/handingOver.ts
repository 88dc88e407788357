import { and, eq } from 'drizzle-orm'
import { conflict, forbidden, invalid, notFound } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import type { handingOverContract } from '../contract.ts'
import { allWorks, findWork } from './works.ts'

export const handingOverHandlers = {
  'GET /staff/colleague/work': async (ctx, { id }) => {
    await colleague(ctx, id)
    const found = []
    for (const [work, { name, permission, of }] of allWorks())
      if (mayUse(ctx, permission)) found.push(...(await of(ctx, id)).map(piece => ({ work, workName: name, ...piece })))
    return found
  },
  'POST /staff/colleague/handOver': async (ctx, { fromId, toId, work, ids }) => {
    const of = findWork(work)
    if (!of) throw invalid('没有这种工作', { work: '没有这种工作' })
    if (!mayUse(ctx, of.permission)) throw forbidden(`没有移交${of.name}的权限`)
    const from = await colleague(ctx, fromId)
    const to = await colleague(ctx, toId)
    if (from.id === to.id) throw invalid('请选择另一位同事', { toId: '请选择另一位同事' })
    if (to.status !== 'active') throw conflict(`${to.name}的账号已停用`)
    const results = await bulkApply(ctx, ids, id => of.move(ctx, id, { fromId, toId }))
    await record(ctx, {
      action: 'colleague.handOver',
      objectType: 'account',
      objectId: fromId,
      objectName: from.name,
      detail: { 移交给: to.name, 工作: of.name, 件数: results.filter(({ done }) => done).length },
    })
    return results
  },
} satisfies Partial<Handlers<typeof handingOverContract>>

async function colleague({ db }: Ctx, id: number) {
  const [found] = await db
    .select({ id: account.id, name: account.displayName, status: account.status })
    .from(account)
    .where(and(eq(account.id, id), eq(account.kind, 'staff')))
  if (!found) throw notFound('没有这位同事')
  return found
}
