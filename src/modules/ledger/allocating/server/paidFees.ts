import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { receivableKinds, recordIdSql } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { allocation, payment } from '#modules/ledger/server/tables.ts'

/**
 * Writes a payment for each fee that is paid by its own record and has none: for demo data and other records that were
 * brought in as paid. Each is settled in whole, on its own day.
 */
export async function recordPaidFees({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (const kind of receivableKinds()) {
    const { from, where, columns: of } = kind.records
    const id = recordIdSql(kind)
    await db.execute(sql`
      with paid as materialized (
        select nextval('payment_id_seq')::int as payment_id, u.*, least(u.paid_on, u.booked_on) as day from (
          select ${id} as id, ${of.payer} as payer, ${of.amount} as amount, ${of.paidOn} as paid_on, ${of.slipId} as file_id,
            coalesce((${of.confirmedAt} at time zone 'Asia/Shanghai')::date, ${of.paidOn}, ${of.raisedOn}) as booked_on,
            ${of.organisationId} as organisation_id, ${of.personId} as person_id, ${of.accountId} as account_id,
            ${of.confirmedBy} as confirmed_by
          from ${from} where ${where} and ${of.state} in ('paid', 'refunded') and ${of.amount} > 0
            and not exists (select from ${allocation} a where a.receivable_id = ${id})) u),
      made as (
        insert into ${payment} (id, way, amount, paid_on, payer, file_id, organisation_id, person_id, account_id, recorded_by, recorded_at)
        select payment_id, 'slip', amount, coalesce(paid_on, booked_on), payer, file_id, organisation_id, person_id, account_id,
          confirmed_by, booked_on::timestamp at time zone 'Asia/Shanghai' from paid)
      insert into ${allocation} (payment_id, kind, receivable_id, amount, day, booked_on, by)
      select payment_id, ${sql.raw(`'${kind.kind}'`)}, id, amount, day, booked_on, confirmed_by from paid`)
  }
}
