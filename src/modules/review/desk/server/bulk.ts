import type { Output } from '#lib/contract.ts'
import { isRefusal } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { decide } from './decisions.ts'

type Bulk = (typeof staffDeskContract)['POST /staff/review/bulk']
type Results = Output<Bulk>

/** Does something to each, one after the other: what is refused for one does not hold up the others. */
export async function oneByOne(
  ctx: Ctx,
  ids: readonly number[],
  act: (id: number) => Promise<string>,
): Promise<Results> {
  const results: Results = []
  for (const id of new Set(ids))
    results.push(
      await act(id).then(
        message => ({ id, done: true, message }),
        error => ({ id, done: false, message: reasonOf(ctx, error) }),
      ),
    )
  return results
}

function reasonOf(ctx: Ctx, error: unknown): string {
  if (isRefusal(error)) return error.message
  ctx.log.error({ err: error }, 'one of many applications could not be handled')
  return '系统错误，这一份没有处理，请稍后重试'
}

export const bulkHandlers = {
  /** The same decision on many, each by the rules and with the permission that its own state asks for. */
  'POST /staff/review/bulk': async (ctx, { items, action, opinion }) => {
    const { permissions, limited = {} } = signed(ctx)
    const versions = new Map(items.map(({ id, version }) => [id, version]))
    return oneByOne(ctx, [...versions.keys()], async id => {
      const decision = { id, version: versions.get(id)!, action, opinion, remarks: [] }
      await refuseApplicationOutside(ctx, 'staff:applications', id)
      return (await decide(ctx, decision, [...permissions, ...Object.keys(limited)])).statusName
    })
  },
} satisfies Partial<Handlers<typeof staffDeskContract>>
