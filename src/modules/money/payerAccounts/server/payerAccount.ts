import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { CREDIT, receivableIdSql } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { wayNames } from '#modules/ledger/ledgerWords.ts'
import type { Payer } from '#modules/ledger/payers.ts'
import { allocation, payment, refund } from '#modules/ledger/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecords } from '../../receivables/server/records.ts'
import type { PayerAccount } from '../contract.ts'

export type Period = { from?: string | undefined; to?: string | undefined }
type Line = Omit<PayerAccount['lines'][number], 'balance'>

/**
 * All that a payer owed, paid and got back, day by day. What is waived or given back of a fee is owed no more, so that
 * the balance is what is open today less the credit. Throws `notFound` for a payer that does not exist.
 */
export async function readPayerAccount(ctx: Ctx, of: Payer, { from, to }: Period): Promise<PayerAccount> {
  const name = await nameOf(ctx, of)
  const all = await readRecords(ctx, isOf(of, sql.raw('r')))
  const records = all.filter(({ kind }) => kind !== CREDIT)
  const credits = all.filter(({ kind }) => kind === CREDIT)
  const lines = [
    ...records.flatMap(raisedLine),
    ...(await allocationLines(ctx, of, records)),
    ...(await refundLines(ctx, of, records)),
  ].toSorted((a, b) => a.day.localeCompare(b.day) || a.key.localeCompare(b.key))
  const last = to ?? dayOf(ctx.now)
  const earlier = from ? lines.filter(({ day }) => day < from) : []
  const opening = balanceOf(earlier)
  let balance = opening
  const shown = lines
    .filter(({ day }) => (!from || day >= from) && day <= last)
    .map(line => {
      balance = sumAmounts([balance, balanceOf([line])])
      return { ...line, balance }
    })
  return {
    name,
    from: from ?? null,
    to: last,
    opening,
    owed: sumAmounts(shown.map(({ owed }) => owed ?? 0)),
    received: sumAmounts(shown.map(({ received }) => received ?? 0)),
    closing: balance,
    open: sumAmounts(records.map(({ open }) => Number(open))),
    credit: sumAmounts(credits.flatMap(({ amount, refunded }) => [Number(amount), -Number(refunded)])),
    lines: shown,
  }
}

const balanceOf = (lines: readonly Pick<Line, 'owed' | 'received'>[]) =>
  sumAmounts(lines.flatMap(({ owed, received }) => [owed ?? 0, -(received ?? 0)]))

/** Columns of a receivable `r` or a payment that say whose it is: the organisation's before the person's. */
function isOf({ kind, id }: Payer, table: SQL): SQL {
  if (kind === 'organisation') return sql`${table}.organisation_id = ${id}`
  if (kind === 'person') return sql`(${table}.person_id = ${id} and ${table}.organisation_id is null)`
  return sql`(${table}.account_id = ${id} and ${table}.organisation_id is null and ${table}.person_id is null)`
}

/** A cancelled receivable is owed by nobody; what had come for it shows as received. */
const raisedLine = ({ id, kind, about, number, amount, state, raisedOn }: OwedRecord): Line[] =>
  state === 'cancelled'
    ? []
    : [
        {
          key: `1 ${id}`,
          day: raisedOn,
          about: `${kindName(kind)}：${about}${number && `（${number}）`}`,
          owed: Number(amount),
          received: null,
          receivableId: id,
        },
      ]

async function allocationLines({ db }: Pick<Ctx, 'db'>, of: Payer, records: readonly OwedRecord[]): Promise<Line[]> {
  const known = new Map(records.map(one => [one.id, one]))
  const rows = await db
    .select({ entry: allocation, way: payment.way, payer: payment.payer })
    .from(allocation)
    .innerJoin(payment, eq(payment.id, allocation.paymentId))
    .where(
      or(
        inArray(allocation.receivableId, [...known.keys()]),
        and(eq(allocation.kind, CREDIT), isOf(of, sql.raw('payment'))),
      ),
    )
  return rows.map(({ entry: { id, receivableId, kind, amount, day, reverses }, way, payer }) => {
    const what = known.get(receivableId)?.about ?? kindName(kind)
    const said = reverses === null ? (way === 'writeOff' ? '差额核销' : `收款（${wayNames[way]}）`) : '更正'
    return {
      key: `2 ${id}`,
      day,
      about: `${said}：${what}${payer && way !== 'writeOff' ? `，付款人 ${payer}` : ''}`,
      owed: way === 'writeOff' ? -amount : null,
      received: way === 'writeOff' ? null : amount,
      receivableId: known.has(receivableId) ? receivableId : null,
    }
  })
}

async function refundLines({ db }: Pick<Ctx, 'db'>, of: Payer, records: readonly OwedRecord[]): Promise<Line[]> {
  const known = new Map(records.map(one => [one.id, one]))
  const receivableId = receivableIdSql(refund.payable, refund.payableId)
  const rows = await db
    .select({ of: refund, receivableId: sql`${receivableId}`.mapWith(Number) })
    .from(refund)
    .where(
      and(
        eq(refund.state, 'paid'),
        or(
          inArray(receivableId, [...known.keys()]),
          sql`${refund.payable} = ${CREDIT} and exists (select from ${payment}
            where ${payment.id} = ${refund.payableId} and ${isOf(of, sql.raw('payment'))})`,
        ),
      ),
    )
    .orderBy(desc(refund.id))
  const given = new Map<number, number>()
  return rows.map(({ of: { id, amount, paidOn, reason }, receivableId }) => {
    const record = known.get(receivableId)
    const before = given.get(receivableId) ?? 0
    const waived = record ? Math.max(0, Math.min(amount, sumAmounts([endedBy(record), -before]))) : 0
    given.set(receivableId, sumAmounts([before, waived]))
    return {
      key: `3 ${id}`,
      day: paidOn!,
      about: `退款：${record?.about ?? kindName(CREDIT)}，${reason}`,
      owed: waived > 0 ? -waived : null,
      received: -amount,
      receivableId: record ? receivableId : null,
    }
  })
}

/** How much of a receivable is owed no more because it was paid back; what was paid back of one that is open is. */
function endedBy({ state, amount, received, refunded, open }: OwedRecord): number {
  if (Number(open) > 0 || state === 'cancelled') return 0
  return Math.max(0, sumAmounts([Number(amount), -Number(received), Number(refunded)]))
}

async function nameOf({ db }: Pick<Ctx, 'db'>, { kind, id }: Payer): Promise<string> {
  const table = { organisation, person, account }[kind]
  const name = { organisation: organisation.name, person: person.name, account: account.displayName }[kind]
  const [found] = await db.select({ name }).from(table).where(eq(table.id, id))
  if (!found) throw notFound('没有这个缴费人')
  return found.name
}
