import { and, desc, eq, gte, inArray, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import { isOpenReceivable, openReceivableStates, receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { feeColumns, feesJoined, isOwed } from '#modules/membership/server/feeRows.ts'
import { member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import type { staffFeesContract } from '../contract.ts'

export type FeeFilter = Parsed<(typeof staffFeesContract)['GET /staff/fee/export']>

/** Name of the payer: the member, or an applicant without membership. */
export const payerName = sql<string>`coalesce(${organisation.name}, ${person.name}, ${application.title}, '')`
export const payerNumber = sql<string>`coalesce(${member.number}, ${application.number}, '')`
const provinceCode = sql<string | null>`coalesce(${organisation.provinceCode}, ${person.provinceCode})`

/** Joins the payer of a fee. */
export const payers = sql`left join ${member} on ${member.id} = ${memberFee.memberId}
  left join ${application} on ${application.id} = ${memberFee.applicationId}
  left join ${organisation} on ${organisation.id} = coalesce(${member.organisationId}, ${application.organisationId})
  left join ${person} on ${person.id} = coalesce(${member.personId}, ${application.personId})`
/** Fees with all that a list of them needs, for `select` and `from` alike. */
export const joined = sql`${feesJoined} join ${memberLevel} on ${memberLevel.code} = ${memberFee.levelCode} ${payers}`

/** Condition for the fees that match the filter and that the caller may see, or for which they have this permission. */
export const matchingFees = (
  ctx: Pick<Ctx, 'actor'>,
  filter: FeeFilter,
  permission: Permission = 'staff:financeReading',
) => and(permissionCondition(ctx, permission, provinceCode), narrowedFees(filter))

const inState = (state: NonNullable<FeeFilter['state']>): SQL => {
  if (state === 'open') return inArray(receivable.state, openReceivableStates)
  return state === 'owed' ? notInArray(receivable.state, ['waived', 'cancelled']) : eq(receivable.state, state)
}

/** Day on which a confirmed fee was paid; of fees brought in without one, that of their confirmation or raising. */
const paidDay = sql<string>`coalesce(${receivable.paidOn},
  (${receivable.confirmedAt} at time zone 'Asia/Shanghai')::date, ${receivable.raisedOn})`

/** Condition for the fees that match the filter. */
export const narrowedFees = ({
  year,
  state,
  levelCode,
  provinceCode: province,
  raisedTo,
  paidFrom,
  paidTo,
  words,
}: FeeFilter) =>
  and(
    year === undefined ? undefined : eq(memberFee.year, year),
    state && inState(state),
    raisedTo ? lte(receivable.raisedOn, raisedTo) : undefined,
    paidFrom ? gte(paidDay, paidFrom) : undefined,
    paidTo ? lte(paidDay, paidTo) : undefined,
    levelCode === undefined ? undefined : eq(memberFee.levelCode, levelCode),
    province === undefined ? undefined : eq(provinceCode, province),
    words
      ? or(
          sql`strpos(${payerName}, ${words}) > 0`,
          sql`strpos(${payerNumber}, ${words.toUpperCase()}) > 0`,
          sql`strpos(${receivable.payer}, ${words}) > 0`,
          sql`strpos(${organisation.shortName}, ${words}) > 0`,
        )
      : undefined,
  )

export const readFees = ({ db }: Pick<Ctx, 'db'>, where: SQL | undefined) =>
  db
    .select({
      fee: feeColumns,
      name: payerName,
      number: payerNumber,
      levelName: memberLevel.name,
      provinceCode,
      organisationId: organisation.id,
      personId: person.id,
    })
    .from(memberFee)
    .innerJoin(receivable, isOwed)
    .innerJoin(memberLevel, eq(memberLevel.code, memberFee.levelCode))
    .leftJoin(member, eq(member.id, memberFee.memberId))
    .leftJoin(application, eq(application.id, memberFee.applicationId))
    .leftJoin(organisation, sql`${organisation.id} = coalesce(${member.organisationId}, ${application.organisationId})`)
    .leftJoin(person, sql`${person.id} = coalesce(${member.personId}, ${application.personId})`)
    .where(where)
    .orderBy(desc(memberFee.year), desc(memberFee.id))
    .$dynamic()

export type FeeRow = Awaited<ReturnType<typeof readFees>>[number]

export const toFee = ({ now }: Pick<Ctx, 'now'>, { fee, ...row }: FeeRow) => ({
  id: fee.id,
  year: fee.year,
  name: row.name,
  number: row.number,
  memberId: fee.memberId,
  levelName: row.levelName,
  provinceName: provinceName(row.provinceCode),
  amount: fee.amount,
  standard: fee.standard,
  state: fee.state,
  stateName: receivableStateNames[fee.state],
  dueOn: fee.dueOn,
  isLate: isOpenReceivable(fee.state) && fee.dueOn !== null && fee.dueOn < dayOf(now),
  paidOn: fee.paidOn,
  payer: fee.payer,
  remindedAt: fee.remindedAt && iso(fee.remindedAt),
  version: fee.version,
  hasReceipt: fee.receiptFileId !== null,
})
