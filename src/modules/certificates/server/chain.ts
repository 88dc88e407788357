import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'

/** Returns the numbers of the certificates that it replaced and that replaced it, nearest first. */
export async function chainOf(ctx: Ctx, id: number) {
  const [predecessors, successors] = await Promise.all([
    walk(ctx, id, sql`next.id = chain.replaces_id`),
    walk(ctx, id, sql`next.replaces_id = chain.id`),
  ])
  return { predecessors, successors }
}

/** Numbers along the chain of replacements; `step` says which way. The limit ends a circle that should not exist. */
async function walk({ db }: Ctx, id: number, step: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    with recursive chain as (
      select id, replaces_id, number, 0 as step from certificate where id = ${id}
      union all
      select next.id, next.replaces_id, next.number, chain.step + 1
      from chain join certificate next on ${step} where chain.step < 20
    )
    select number from chain where step > 0 order by step`)
  return rows.map(row => row.number)
}
