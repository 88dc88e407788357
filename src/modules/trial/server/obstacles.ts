import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'

type Obstacle = { text: string; route: string | null }

/** What was real in the trial, and must not vanish from the books: money that came, papers that the tax office has. */
export async function obstaclesToGoLive({ db }: Pick<Ctx, 'db'>): Promise<Obstacle[]> {
  const { rows } = await db.execute<{ orders: number; papers: number; imports: number }>(sql`select
    (select count(*)::int from payment_order where state = 'paid' and fen > coalesce(
      (select sum(fen) from payment_refund where order_id = payment_order.id and state = 'done'), 0)) as orders,
    (select count(*)::int from e_invoice where colour = 'blue' and state = 'issued') as papers,
    (select count(*)::int from import_batch where state in ('parsing', 'running') and heartbeat > now() - interval '15 seconds') as imports`)
  const { orders, papers, imports } = rows[0]!
  return [
    ...(orders
      ? [{ text: `${orders} 笔在线支付的钱已经到账，还没有全部退回：请先退款`, route: '/staff/payments' }]
      : []),
    ...(papers ? [{ text: `${papers} 张电子票据已经开出：请先冲红`, route: '/staff/e-invoices' }] : []),
    ...(imports ? [{ text: '有批量导入正在进行：请等它结束', route: '/staff/imports' }] : []),
  ]
}
