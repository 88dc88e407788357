import { and, asc, count, eq, lte, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { bankLine } from '#modules/ledger/server/tables.ts'
import { isOpen, ownRecords } from '../../receivables/server/records.ts'

/** Maximum items listed per day; the link leads to all. */
const MAX_LISTED = 20

/** Slips that nobody has confirmed yet, of payments up to that day. */
export async function openClaims({ db }: Pick<Ctx, 'db'>, day: string) {
  const paidOn = sql`coalesce(r.paid_on, r.raised_on)`
  const { rows } = await db.execute<Omit<Claim, 'amount'> & { amount: string; total: number }>(sql`
    select r.id, r.payer as name, r.about, r.amount, ${paidOn}::text as day, (count(*) over ())::int as total
    from ${ownRecords} where ${isOpen} and r.state = 'claimed' and ${paidOn} <= ${day}::date
    order by ${paidOn}, r.id limit ${MAX_LISTED}`)
  const list = rows.map(({ id, name, about, amount, day }): Claim => ({ id, name, about, amount: Number(amount), day }))
  return { total: rows[0]?.total ?? 0, list }
}
type Claim = { id: number; name: string; about: string; amount: number; day: string }

/** Money on the bank's statements that nobody has booked yet, up to that day; each by the id of its statement. */
export async function openLines({ db }: Pick<Ctx, 'db'>, day: string) {
  const where = and(eq(bankLine.state, 'open'), lte(bankLine.paidOn, day))
  const [total] = await db.select({ n: count() }).from(bankLine).where(where)
  const list = await db
    .select({
      id: bankLine.statementId,
      name: bankLine.payer,
      about: bankLine.remark,
      amount: bankLine.amount,
      day: bankLine.paidOn,
    })
    .from(bankLine)
    .where(where)
    .orderBy(asc(bankLine.paidOn), asc(bankLine.id))
    .limit(MAX_LISTED)
  return { total: total!.n, list }
}
