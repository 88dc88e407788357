import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { MEMBER_FEE } from '../feeWords.ts'
import { member, memberFee } from './tables.ts'

/** Joins a fee with what is owed of it. */
export const isOwed = and(eq(receivable.kind, MEMBER_FEE), eq(receivable.payableId, memberFee.id))
export const feesJoined = sql`${memberFee} join ${receivable} on ${isOwed}`

const owedColumns = {
  amount: receivable.amount,
  state: receivable.state,
  dueOn: receivable.dueOn,
  slipId: receivable.slipId,
  paidOn: receivable.paidOn,
  payer: receivable.payer,
  claimedAt: receivable.claimedAt,
  confirmedAt: receivable.confirmedAt,
  confirmedBy: receivable.confirmedBy,
  /** Title of the 社会团体会费电子票据, and the 票据 itself, as it was sent to the member. */
  receiptTitle: receivable.invoiceTitle,
  receiptCreditCode: receivable.invoiceCreditCode,
  receiptEmail: receivable.invoiceEmail,
  receiptNumber: receivable.invoiceNumber,
  receiptIssuedOn: receivable.invoiceIssuedOn,
  receiptFileId: receivable.invoiceFileId,
}
/** Columns of a fee: for whom and for which year, and what is owed of it. */
export const feeColumns = { ...getTableColumns(memberFee), ...owedColumns }

export const selectFees = ({ db }: Pick<Ctx, 'db'>) =>
  db.select(feeColumns).from(memberFee).innerJoin(receivable, isOwed).$dynamic()

export type Fee = Awaited<ReturnType<typeof selectFees>>[number]
type OwnColumns = typeof memberFee.$inferSelect
/** Values of a fee, as they are written. */
export type FeeValues = Partial<Omit<Fee, 'id' | 'version' | 'createdAt'>>
export type NewFee = Pick<Fee, 'year' | 'levelCode' | 'amount'> & FeeValues & { createdAt?: Date }

const isOwedColumn = (name: string): name is keyof typeof owedColumns => Object.hasOwn(owedColumns, name)

/** Splits the values of a fee into those of its own row and those of what is owed, under the names of their columns. */
function split(values: FeeValues) {
  const own: Partial<OwnColumns> = {}
  const owed: Partial<typeof receivable.$inferInsert> = {}
  for (const [name, value] of Object.entries(values))
    if (isOwedColumn(name)) Object.assign(owed, { [receivableNames[name]]: value })
    else Object.assign(own, { [name]: value })
  return { own, owed }
}
const namesOfColumns = new Map(Object.entries(getTableColumns(receivable)).map(([name, column]) => [column, name]))
const receivableNames = Object.fromEntries(
  Object.entries(owedColumns).map(([name, column]) => [name, namesOfColumns.get(column)!]),
) as Record<keyof typeof owedColumns, string>

/** Writes fees and what is owed of them, and answers them as they are now; the version of each grows. */
export async function writeFees(ctx: Pick<Ctx, 'db'>, ids: readonly number[], values: FeeValues): Promise<Fee[]> {
  const { own, owed } = split(values)
  const these = inArray(memberFee.id, [...ids])
  await ctx.db
    .update(memberFee)
    .set({ ...own, version: sql`${memberFee.version} + 1` })
    .where(these)
  if (Object.keys(owed).length > 0)
    await ctx.db
      .update(receivable)
      .set(owed)
      .where(and(eq(receivable.kind, MEMBER_FEE), inArray(receivable.payableId, [...ids])))
  return selectFees(ctx).where(these)
}

/** Ids of the fees of which this is said, locked until the transaction ends. */
export async function lockFees(ctx: Pick<Ctx, 'db'>, which: SQL | undefined): Promise<number[]> {
  const rows = await selectFees(ctx).where(which).for('update')
  return rows.map(({ id }) => id)
}

/** Rows that one statement inserts: it takes at most 65,535 values. */
const BATCH_SIZE = 1000

/** Raises fees, and answers their ids in this order. Refused where a member has a fee of the year already. */
export async function raiseFees(ctx: Pick<Ctx, 'db' | 'now'>, fees: readonly NewFee[]): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < fees.length; i += BATCH_SIZE) ids.push(...(await raiseBatch(ctx, fees.slice(i, i + BATCH_SIZE))))
  return ids
}

async function raiseBatch({ db, now }: Pick<Ctx, 'db' | 'now'>, fees: readonly NewFee[]): Promise<number[]> {
  const made = await db
    .insert(memberFee)
    .values(
      fees.map(fee => ({
        year: fee.year,
        levelCode: fee.levelCode,
        createdAt: fee.createdAt ?? now,
        ...split(fee).own,
      })),
    )
    .returning({ id: memberFee.id })
  const ids = made.map(({ id }) => id)
  const payers = await readPayers({ db }, ids)
  const owed = await db
    .insert(receivable)
    .values(
      fees.map((fee, i) => ({
        ...payers.get(ids[i]!)!,
        ...split(fee).owed,
        id: receivableIdOf(MEMBER_FEE, ids[i]!),
        kind: MEMBER_FEE,
        payableId: ids[i]!,
        about: `${fee.year} 年度会费`,
        amount: fee.amount,
        raisedOn: dayOf(fee.createdAt ?? now),
        createdAt: fee.createdAt ?? now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: receivable.id })
  if (owed.length < fees.length) throw conflict('会员这一年度的会费刚由其他人生成，请刷新后核对')
  return ids
}

/** A member owes one fee of a year at a time. */
export const openKeyOf = (memberId: number, year: number) => `${memberId} ${year}`

/** Who owes each of these fees: the member, or who applies to become one. */
async function readPayers({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) {
  const rows = await db
    .select({ id: memberFee.id, year: memberFee.year, member, application })
    .from(memberFee)
    .leftJoin(member, eq(member.id, memberFee.memberId))
    .leftJoin(application, eq(application.id, memberFee.applicationId))
    .where(inArray(memberFee.id, [...ids]))
  return new Map(
    rows.map(({ id, year, member: of, application: joining }) => [
      id,
      {
        applicationId: joining?.id,
        number: of?.number ?? joining?.number ?? '',
        organisationId: of?.organisationId ?? joining?.organisationId,
        personId: of?.personId ?? joining?.personId,
        accountId: joining?.accountId,
        debtor: joining?.title ?? '',
        openKey: of && openKeyOf(of.id, year),
      },
    ]),
  )
}

/** The first fee of an application is the member's from now on. */
export async function giveFeeToMember({ db }: Pick<Ctx, 'db'>, fee: Fee, memberId: number): Promise<void> {
  await db.update(memberFee).set({ memberId }).where(eq(memberFee.id, fee.id))
  const { number = '', openKey } = (await readPayers({ db }, [fee.id])).get(fee.id) ?? {}
  await db
    .update(receivable)
    // The day was that of the application.
    .set({ number, openKey, dueOn: null })
    .where(eq(receivable.id, receivableIdOf(MEMBER_FEE, fee.id)))
}
