import type { z } from 'zod'
import { isRefusal } from '../../error.ts'
import type { bulkResults } from '../../register/bulkContract.ts'
import type { Ctx } from './context.ts'

type Results = z.output<typeof bulkResults>

/** Does something to each, one after the other: what is refused for one does not hold up the others. */
export async function bulkApply(
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
  ctx.log.error({ err: error }, 'one of many could not be handled')
  return '系统错误，这一条没有处理，请稍后重试'
}
