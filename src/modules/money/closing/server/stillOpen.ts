import { and, asc, count, eq, lte, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { bankLine } from '#modules/membership/statements/server/tables.ts'
import { readRecords, records } from '../../receivables/server/records.ts'

/** How many of them a day names; the link behind leads to all. */
const NAMED = 20

/** Slips that nobody has confirmed yet, of payments up to that day. */
export async function openClaims(ctx: Pick<Ctx, 'db'>, day: string) {
  const where = sql`r.state = 'claimed' and coalesce(r.paid_on, r.raised_on) <= ${day}::date`
  const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from ${records} where ${where}`)
  const list = await readRecords(ctx, sql`${where} order by coalesce(r.paid_on, r.raised_on), r.id limit ${NAMED}`)
  return {
    total: rows[0]!.n,
    list: list.map(of => ({
      id: of.id,
      name: of.payer,
      about: of.about,
      amount: Number(of.amount),
      day: of.paidOn ?? of.raisedOn,
    })),
  }
}

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
    .limit(NAMED)
  return { total: total!.n, list }
}
