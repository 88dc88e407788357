import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { multiplyAmount, sumAmounts } from '#lib/money.ts'
import { fillIn } from '#lib/placeholders.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { allocation, receivable } from '#modules/ledger/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import { feeIn } from '#modules/membership/levels/server/levels.ts'
import { feesJoined, isOwed, lockFees, raiseFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { isOfMember } from '#modules/membership/server/memberAccounts.ts'
import { member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { companyContacts } from '#modules/messages/server/companyContacts.ts'
import { createMailing } from '#modules/messages/server/mailings.ts'
import { countReach, listReached, type Reached, type ReachMeans, reach } from '#modules/messages/server/reach.ts'
import { readWording, type Template } from '#modules/messages/server/templates.ts'
import { readTextPrice } from '#modules/messages/server/textPrice.ts'
import { smsParts } from '#modules/messages/sms.ts'
import type { staffFeesContract } from '../contract.ts'
import { FEE_PAGE, feeCancelled, feeRaised, feeReminder, payers, valuesOf } from './feeMessages.ts'
import { type FeeFilter, matchingFees, readFees } from './feeQueries.ts'
import { updateMemberStatus } from './memberStatus.ts'

type Endpoints = typeof staffFeesContract

/** Members, in arrears or not, at a level with a fee. */
export const owesFeeIn = (year: number) =>
  and(inArray(member.status, ['active', 'unpaid', 'overdue']), sql`${feeIn(year)} > 0`)
export const hasFeeIn = (year: number) => sql`exists (select 1 from ${feesJoined}
  where ${memberFee.memberId} = ${member.id} and ${memberFee.year} = ${year} and ${receivable.state} <> 'cancelled')`

export const feeRaisingHandlers = {
  'GET /staff/fee/raise': async (ctx, { year }) => {
    const { db } = ctx
    const isNew = sql`not ${hasFeeIn(year)}`
    const rows = await db
      .select({
        name: memberLevel.name,
        fee: feeIn(year),
        count: sql<number>`count(*) filter (where ${isNew})`.mapWith(Number),
        already: sql<number>`count(*) filter (where not ${isNew})`.mapWith(Number),
      })
      .from(member)
      .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
      .where(owesFeeIn(year))
      .groupBy(memberLevel.code)
      .orderBy(memberLevel.sort)
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
    return {
      count: sum(row => row.count),
      amount: sumAmounts(rows.map(({ fee, count }) => multiplyAmount(fee, count))),
      already: sum(row => row.already),
      levels: rows.flatMap(({ name, fee, count }) => (count > 0 ? [{ name, fee, count }] : [])),
      reach: await countReach(ctx, await reachOfRaising(ctx, year), raisingMeans),
    }
  },
  'GET /staff/fee/raise/reach': async (ctx, { year, channel, pageNum, pageSize }) =>
    listReached(ctx, await reachOfRaising(ctx, year), { channel, pageNum, pageSize }),
  /** Raises one fee per member and year, also when called repeatedly; members see it in the member centre. */
  'POST /staff/fee/raise': (ctx, { year, dueOn, expected }) => {
    if (dueOn < dayOf(ctx.now)) throw invalid('缴费期限不能早于今天', { dueOn: '缴费期限不能早于今天' })
    return inTransaction(ctx, async tx => {
      const owing = await tx.db
        .select({ memberId: member.id, levelCode: memberLevel.code, amount: feeIn(year).mapWith(Number) })
        .from(member)
        .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
        .where(and(owesFeeIn(year), sql`not ${hasFeeIn(year)}`))
        .orderBy(member.id)
      const raised = await raiseFees(
        tx,
        owing.map(of => ({ ...of, year, dueOn })),
      )
      if (raised.length !== expected)
        throw conflict(`需要生成的会费现在是 ${raised.length} 笔，与您看到的 ${expected} 笔不同，请核对后再执行`)
      if (raised.length === 0) throw conflict(`${year} 年度的会费都已生成`)
      const which = amongIds(raised)
      const told = await createFeeMailing(tx, feeRaised, which, { sms: false, audience: `${year} 年度会费` })
      await record(tx, {
        action: 'fee.raise',
        objectType: 'memberFee',
        objectName: `${year} 年度会费`,
        detail: { year, dueOn, count: raised.length },
      })
      return { count: raised.length, told }
    })
  },
  'GET /staff/fee/unraise': async (ctx, { year }) => {
    const [of] = await ctx.db
      .select({
        count: sql<number>`count(*) filter (where ${isUntouched()})`.mapWith(Number),
        amount: sql<number>`coalesce(sum(${receivable.amount}) filter (where ${isUntouched()}), 0)`.mapWith(Number),
        kept: sql<number>`count(*) filter (where not (${isUntouched()}))`.mapWith(Number),
      })
      .from(memberFee)
      .innerJoin(receivable, isOwed)
      .where(isRaisedFor(year))
    const found = await payers(ctx, and(isRaisedFor(year), isUntouched()))
    return { ...of!, people: new Set(found.map(({ accountId }) => accountId)).size }
  },
  /** Cancels what `raise` has made of a year and nobody has paid or claimed; it can be raised again. */
  'POST /staff/fee/unraise': (ctx, { year, reason, expected }) =>
    inTransaction(ctx, async tx => {
      const cancelled = await lockFees(tx, and(isRaisedFor(year), isUntouched()))
      await writeFees(tx, cancelled, { state: 'cancelled' })
      if (cancelled.length !== expected)
        throw conflict(`能撤销的会费现在是 ${cancelled.length} 笔，与您看到的 ${expected} 笔不同，请核对后再执行`)
      if (cancelled.length === 0) throw conflict(`${year} 年度没有可以撤销的会费`)
      const which = amongIds(cancelled)
      const audience = `${year} 年度会费作废`
      const told = await createFeeMailing(tx, feeCancelled, which, { sms: false, audience, values: { 原因: reason } })
      await updateMemberStatus(tx)
      await record(tx, {
        action: 'fee.unraise',
        objectType: 'memberFee',
        objectName: `${year} 年度会费`,
        detail: { year, reason, count: cancelled.length },
      })
      return { count: cancelled.length, told }
    }),
  'GET /staff/fee/remind': async (ctx, filter) => {
    const rows = await readFees(ctx, isRemindable(ctx, filter))
    const textPrice = await readTextPrice(ctx)
    const reached = await reachOfReminder(
      ctx,
      rows.map(({ fee }) => fee.id),
    )
    const reach = await countReach(ctx, reached, reminderMeans)
    if (rows.length === 0) return { count: 0, people: 0, texts: 0, smsParts: 0, textPrice, reach }
    const { sms } = await readWording(ctx, feeReminder.code)
    const partsOf = new Map(rows.map(row => [row.fee.id, smsParts(fillIn(sms, valuesOf(row)))]))
    const found = await payers(ctx, amongIds(rows.map(({ fee }) => fee.id)))
    const texted = found.filter(({ hasPhone }) => hasPhone)
    return {
      count: rows.length,
      people: new Set(found.map(({ accountId }) => accountId)).size,
      texts: texted.length,
      smsParts: sumAmounts(texted.map(({ feeId }) => partsOf.get(feeId)!)),
      textPrice,
      reach,
    }
  },
  'GET /staff/fee/remind/reach': async (ctx, { channel, pageNum, pageSize, ...filter }) => {
    const rows = await readFees(ctx, isRemindable(ctx, filter))
    const list = await reachOfReminder(
      ctx,
      rows.map(({ fee }) => fee.id),
    )
    return listReached(ctx, list, { channel, pageNum, pageSize })
  },
  'POST /staff/fee/remind': (ctx, { sms, expected, ...filter }) =>
    inTransaction(ctx, async tx => {
      const ids = (await readFees(tx, isRemindable(tx, filter, 'staff:finance'))).map(({ fee }) => fee.id)
      if (ids.length !== expected)
        throw conflict(`需要催缴的会费现在是 ${ids.length} 笔，与您看到的 ${expected} 笔不同，请核对后再发`)
      if (ids.length === 0) throw conflict('没有需要催缴的会费')
      await createFeeMailing(tx, feeReminder, amongIds(ids), { sms, audience: `催缴会费 ${ids.length} 笔` })
      await tx.db.update(memberFee).set({ remindedAt: ctx.now }).where(amongIds(ids))
      await record(tx, {
        action: 'fee.remind',
        objectType: 'memberFee',
        objectName: '会费催缴',
        detail: { ...logDetail(filter), count: ids.length, sms },
      })
      return { count: ids.length }
    }),
} satisfies Partial<Handlers<Endpoints>>

const raisingMeans: ReachMeans = { kind: 'fee' }

/** Finds whom the notice of the fees of a year reaches: the accounts of the members, and nobody without one. */
function reachOfRaising(ctx: Ctx, year: number): Promise<Reached[]> {
  const owing = sql`${owesFeeIn(year)} and not ${hasFeeIn(year)}`
  const levels = sql`${member} join ${memberLevel} on ${memberLevel.code} = ${member.levelCode}`
  const accounts = sql`select ${account.id} from ${levels} join ${account} on ${isOfMember} where ${owing}`
  const companies = sql`select ${member.organisationId} from ${levels} where ${owing}`
  const persons = sql`select ${person.id}, ${person.name} from ${levels} join ${person} on ${person.id} = ${member.personId} where ${owing}`
  return reach(ctx, { accounts, companies, persons }, raisingMeans)
}

const reminderMeans: ReachMeans = { kind: 'fee', sms: feeReminder.code, mandatory: true }

/** Finds whom a reminder of these fees reaches: the accounts of who owes, the contacts of companies without one. */
async function reachOfReminder(ctx: Ctx, feeIds: number[]): Promise<Reached[]> {
  const accountIds = (await payers(ctx, amongIds(feeIds))).map(({ accountId }) => accountId)
  const accounts = sql`select unnest(${sql.param(accountIds)}::int[])`
  const which = amongIds(feeIds)
  return reach(ctx, { accounts, companies: companiesOwing(which), persons: personsOwing(which) }, reminderMeans)
}

const personsOwing = (which: SQL) => sql`select ${person.id}, ${person.name} from ${memberFee}
  join ${member} on ${member.id} = ${memberFee.memberId} join ${person} on ${person.id} = ${member.personId} where ${which}`

const companiesOwing = (which: SQL) => sql`select ${member.organisationId} from ${memberFee}
  join ${member} on ${member.id} = ${memberFee.memberId} where ${which}`

/** Filter for the audit log; of selected records it holds the number, not the ids. */
const logDetail = ({ ids, members, ...filter }: FeeFilter & Chosen) => ({
  ...filter,
  ...(ids && { 选出的会费: ids.length }),
  ...(members && { 选出的会员: members.length }),
})

type Chosen = { ids?: number[] | undefined; members?: number[] | undefined }

/** Fees to remind of; a payer who has uploaded a slip waits for the cashier and is left out. */
const isRemindable = (ctx: Ctx, { ids, members, ...filter }: FeeFilter & Chosen, permission?: Permission) =>
  and(
    matchingFees(ctx, filter, permission),
    ids && inArray(memberFee.id, ids),
    members && inArray(memberFee.memberId, members),
    inArray(receivable.state, ['due', 'refused']),
  )

/** The fees of a year that were raised for members, not with an application. */
const isRaisedFor = (year: number) =>
  sql`(${memberFee.year} = ${year} and ${memberFee.memberId} is not null and ${memberFee.applicationId} is null
    and ${receivable.state} <> 'cancelled')`
/** Neither paid, in whole or in part, nor claimed by a slip. */
const isUntouched = () => sql`(${receivable.state} = 'due' and not exists (
  select from ${allocation} where ${allocation.kind} = ${sql.raw(`'${MEMBER_FEE}'`)}
    and ${allocation.receivableId} = ${receivable.id}
  group by ${allocation.receivableId} having sum(${allocation.amount}) <> 0))`

const amongIds = (ids: number[]) => sql`${memberFee.id} = any(${sql.param(ids)}::int[])`

type MailingOptions = { sms: boolean; audience: string; values?: Record<string, string> }

/** Creates a mailing to the accounts of these fees; a job sends it. */
async function createFeeMailing(
  ctx: Ctx,
  { code, mandatory }: Template,
  which: SQL,
  { sms, audience, values: more = {} }: MailingOptions,
): Promise<number> {
  const texts = await readWording(ctx, code)
  const values = new Map((await readFees(ctx, which)).map(row => [row.fee.id, valuesOf(row)]))
  const to = (await payers(ctx, which)).map(({ feeId, accountId }) => ({
    accountId,
    objectId: feeId,
    values: { ...values.get(feeId)!, ...more },
  }))
  const mailing = { ...texts, kind: 'fee' as const, route: FEE_PAGE, objectType: 'memberFee', audience, mandatory }
  const text = sms ? { sms: texts.sms, smsTemplate: code } : { sms: '' }
  const contacts = mandatory ? await contactsOwing(ctx, which, { sms, told: to }) : []
  await createMailing(
    ctx,
    { ...mailing, ...text, createdName: await ownName(ctx) },
    to,
    contacts.map(one => ({ ...one, values: { ...values.get(one.objectId)!, ...more } })),
  )
  return to.length
}

/** Companies without an account among those who owe these fees, where their contact has a number or an address. */
async function contactsOwing(
  ctx: Ctx,
  which: SQL,
  { sms, told }: { sms: boolean; told: readonly { objectId: number }[] },
): Promise<{ organisationId: number; objectId: number }[]> {
  const rows = await ctx.db
    .select({ objectId: memberFee.id, organisationId: member.organisationId })
    .from(memberFee)
    .innerJoin(receivable, isOwed)
    .innerJoin(member, eq(member.id, memberFee.memberId))
    .where(which)
  const known = new Set(told.map(({ objectId }) => objectId))
  const lone = rows.flatMap(({ objectId, organisationId }) =>
    organisationId === null || known.has(objectId) ? [] : [{ objectId, organisationId }],
  )
  const contacts = await companyContacts(ctx, [...new Set(lone.map(({ organisationId }) => organisationId))])
  const reachable = new Set(
    contacts.flatMap(one => ((sms && one.mobileSealed) || one.email ? [one.organisationId] : [])),
  )
  return lone.filter(({ organisationId }) => reachable.has(organisationId))
}
