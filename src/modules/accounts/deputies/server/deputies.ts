import { and, asc, eq, isNull } from 'drizzle-orm'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { forbidden, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { lacksSecondPerson } from '#lib/server/api/secondPerson.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { grantsOf } from '#modules/accounts/roles/server/grants.ts'
import { refuseMissingGrants } from '#modules/accounts/roles/server/ownGrants.ts'
import { readRoles } from '#modules/accounts/roles/server/roles.ts'
import { currentDeputies, deputiesOf, toDeputy } from '#modules/accounts/server/deputyTerms.ts'
import { findColleague } from '#modules/accounts/server/findColleague.ts'
import { mustEnrol } from '#modules/accounts/server/mustEnrol.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account, deputy } from '#modules/accounts/server/tables.ts'
import { lockObjectType } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import type { deputiesContract } from '../contract.ts'

type Term = { deputyId: number; fromDay: string; toDay: string }

/** Maximum days of a deputy term: a longer absence needs a successor. */
const MAX_TERM_DAYS = 183

export const deputiesHandlers = {
  'GET /staff/deputy/own': async ctx => {
    const { accountId } = signedInActor(ctx)
    const all = await deputiesOf(ctx, accountId)
    const colleagues = await ctx.db
      .select({ id: account.id, name: account.displayName })
      .from(account)
      .where(and(eq(account.kind, 'staff'), eq(account.status, 'active')))
      .orderBy(asc(account.id))
    return {
      given: all.filter(({ principalId }) => principalId === accountId).map(toDeputy),
      taken: all.filter(({ deputyId }) => deputyId === accountId).map(toDeputy),
      colleagues: colleagues.filter(({ id }) => id !== accountId),
    }
  },
  'POST /staff/deputy/name': async (ctx, term) => {
    const own = await findColleague(ctx, signedInActor(ctx).accountId)
    if (await mustEnrol(ctx, own)) throw forbidden('请先启用两步验证')
    return nameDeputy(ctx, own, term)
  },
  'POST /staff/deputy/end': (ctx, { id }) =>
    endDeputy(ctx, id, principal => principal.id === signedInActor(ctx).accountId),
  'POST /staff/colleague/nameDeputy': async (ctx, { id, ...term }) => {
    const principal = await findColleague(ctx, id)
    await refuseBeyond(ctx, principal)
    return nameDeputy(ctx, principal, term)
  },
  'POST /staff/colleague/endDeputy': (ctx, { id }) =>
    endDeputy(ctx, id, async principal => {
      await refuseBeyond(ctx, principal)
      return true
    }),
} satisfies Partial<Handlers<typeof deputiesContract>>

const refuseBeyond = async (ctx: Ctx, { roles }: Account) =>
  refuseMissingGrants(ctx, grantsOf(roles, await readRoles(ctx)), '这位同事有')

const nameDeputy = (ctx: Ctx, principal: Account, term: Term): Promise<{ id: number }> =>
  inTransaction(ctx, async tx => {
    await lockObjectType(tx, 'deputy')
    await refuseFaults(tx, principal, term)
    const values = { ...term, principalId: principal.id, createdBy: signedInActor(ctx).accountId, createdAt: ctx.now }
    const [made] = await tx.db.insert(deputy).values(values).returning({ id: deputy.id })
    await note(tx, 'name', principal, term)
    return made!
  })

/** The rest of the time somebody else stands in, in one go with the end of the first. */
export async function handOverDeputy(
  ctx: Ctx,
  id: number,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<string> {
  return inTransaction(ctx, async tx => {
    const [of] = await currentDeputies(tx, and(eq(deputy.id, id), eq(deputy.deputyId, fromId)))
    if (!of) throw notFound('没有这项代理，或已经结束')
    if (await lacksSecondPerson(tx, 'roles'))
      throw forbidden('安排代理人须双人复核，不能随工作移交：请结束这项代理，再为被代理的同事另行安排代理人')
    const principal = await findColleague(tx, of.principalId)
    await refuseBeyond(tx, principal)
    await endDeputy(tx, id, () => true)
    const today = dayOf(ctx.now)
    const fromDay = of.isRunning ? today : of.fromDay
    await nameDeputy(tx, principal, { deputyId: toId, fromDay, toDay: of.toDay })
    return `改由其代理至${longDay(of.toDay)}`
  })
}

const endDeputy = (ctx: Ctx, id: number, may: (principal: Account) => boolean | Promise<boolean>) =>
  inTransaction(ctx, async tx => {
    await lockObjectType(tx, 'deputy')
    const [found] = await tx.db
      .select()
      .from(deputy)
      .where(and(eq(deputy.id, id), isNull(deputy.endedAt)))
    const principal = found && (await findColleague(tx, found.principalId))
    if (!found || !principal || !(await may(principal))) throw notFound('没有这项代理，或已经结束')
    await tx.db
      .update(deputy)
      .set({ endedAt: ctx.now, endedBy: signedInActor(ctx).accountId })
      .where(eq(deputy.id, id))
    await note(tx, 'end', principal, found)
    return {}
  })

async function refuseFaults(ctx: Ctx, principal: Account, { deputyId, fromDay, toDay }: Term): Promise<void> {
  const today = dayOf(ctx.now)
  const fields: FieldErrors = {}
  const [other] = await ctx.db
    .select()
    .from(account)
    .where(and(eq(account.id, deputyId), eq(account.kind, 'staff'), eq(account.status, 'active')))
  if (!other) fields.deputyId = '请从在用的同事中选择'
  else if (deputyId === principal.id) fields.deputyId = '不能由本人代理本人'
  if (fromDay < today) fields.fromDay = '不能早于今天'
  if (toDay < fromDay) fields.toDay = '不能早于开始日期'
  else if (toDay > addDays(fromDay, MAX_TERM_DAYS)) fields.toDay = '最长半年；更久的请调整角色'
  const others = await currentDeputies(ctx, eq(deputy.principalId, principal.id))
  const clash = others.find(one => one.fromDay <= toDay && one.toDay >= fromDay)
  if (clash)
    fields.fromDay ??= `${longDay(clash.fromDay)}至${longDay(clash.toDay)}已由${clash.deputyName}代理，请先结束`
  if (Object.keys(fields).length > 0) throw invalid(`有 ${Object.keys(fields).length} 处需要更正`, fields)
}

async function note(ctx: Ctx, act: 'name' | 'end', principal: Account, { deputyId, fromDay, toDay }: Term) {
  const { displayName, userName } = await findColleague(ctx, deputyId)
  await record(ctx, {
    action: `deputy.${act}`,
    objectType: 'account',
    objectId: principal.id,
    objectName: principal.userName,
    detail: { 代理人: `${displayName}（${userName}）`, 自: fromDay, 至: toDay },
  })
}
