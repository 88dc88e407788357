import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { allocation, payment, receivable } from '#modules/ledger/server/tables.ts'

/**
 * Writes a payment for each fee that is paid by its own record and has none: for demo data and other records that were
 * brought in as paid. Each is settled in whole, on its own day.
 */
export async function recordPaidFees({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await db.execute(sql`
    with paid as materialized (
      select nextval('payment_id_seq')::int as payment_id, u.*, least(u.paid_on, u.booked_on) as day from (
        select f.*, coalesce((f.confirmed_at at time zone 'Asia/Shanghai')::date, f.paid_on, f.raised_on) as booked_on
        from ${receivable} f where f.state = 'confirmed' and f.amount > 0
          and not exists (select from ${allocation} a where a.receivable_id = f.id)) u),
    made as (
      insert into ${payment} (id, way, amount, paid_on, payer, file_id, organisation_id, person_id, account_id, recorded_by, recorded_at)
      select payment_id, 'slip', amount, coalesce(paid_on, booked_on), payer, slip_id, organisation_id, person_id, account_id,
        confirmed_by, booked_on::timestamp at time zone 'Asia/Shanghai' from paid)
    insert into ${allocation} (payment_id, kind, receivable_id, amount, day, booked_on, by)
    select payment_id, kind, id, amount, day, booked_on, confirmed_by from paid`)
}
