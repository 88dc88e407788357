import { and, eq, isNull } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, forbidden, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { notifyAccount } from '#modules/accounts/server/accountNotifications.ts'
import { companiesOf, waitingFor } from '#modules/accounts/server/acting.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account, clerk, session } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import type { clerksContract } from '../contract.ts'
import { companyOf, endClerk, namesOf } from './desk.ts'

/** Companies the user acts for or is invited by. Every call here is made as the user, never as a company. */
export const myCompaniesHandlers = {
  'GET /member/clerk/mine': async ctx => {
    const own = await companyOf(ctx, signedInActor(ctx))
    const companies = await companiesOf(ctx, own.id)
    const invitations = await ctx.db
      .select({ clerk, company: account.displayName })
      .from(clerk)
      .innerJoin(account, eq(account.id, clerk.companyId))
      .where(waitingFor(own.phoneHash, ctx.now))
      .orderBy(clerk.id)
    return {
      own: { id: own.id, name: own.displayName, userName: own.userName, kind: memberKind(own) },
      companies: companies.map(({ company, clerk: of }) => ({
        id: company.id,
        name: company.displayName,
        clerkId: of.id,
        isOwner: company.ownerId === own.id,
        dutyNames: namesOf(of.duties),
        isOpen: company.status === 'active',
        since: iso(of.acceptedAt!),
      })),
      invitations: invitations.map(({ clerk: of, company }) => ({
        id: of.id,
        company,
        by: of.invitedName,
        dutyNames: namesOf(of.duties),
        expiresOn: dayOf(of.expiresAt),
      })),
    }
  },
  /** Accepted once, however often it is pressed: the second finds no invitation that waits. */
  'POST /member/clerk/answer': (ctx, { id, accept }) =>
    inTransaction(ctx, async tx => {
      const own = await companyOf(tx, signedInActor(ctx))
      const [found] = await tx.db
        .select()
        .from(clerk)
        .where(and(eq(clerk.id, id), waitingFor(own.phoneHash, ctx.now)))
        .for('update')
      if (!found) throw notFound('没有这份邀请，或已经撤回、过期')
      const company = await companyOf(tx, { accountId: found.companyId })
      if (accept) {
        await tx.db
          .update(clerk)
          .set({ accountId: own.id, acceptedAt: ctx.now, phoneSealed: null, phoneHash: null })
          .where(eq(clerk.id, id))
        await setActingCompany(tx, company.id)
      } else await endClerk(tx, found, 'refused')
      await note(tx, accept ? 'accept' : 'refuse', company, found.name)
      const values = { 单位: company.displayName, 姓名: found.name, 结果: accept ? '已接受' : '已谢绝' }
      await notifyAccount(tx, { text: 'security.clerkAnswered', values, own: company })
      return {}
    }),
  'POST /member/clerk/switch': async (ctx, { companyId }) => {
    if (companyId !== null) {
      const [found] = await companiesOf(ctx, signedInActor(ctx).accountId, eq(clerk.companyId, companyId))
      if (!found) throw forbidden('您不是这家单位的经办人')
      if (found.company.status !== 'active') throw conflict('这家单位的账号现在不能使用，如有疑问请与协会联系')
    }
    await setActingCompany(ctx, companyId)
    return {}
  },
  'POST /member/clerk/leave': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const { accountId } = signedInActor(ctx)
      const [found] = await tx.db
        .select()
        .from(clerk)
        .where(and(eq(clerk.id, id), eq(clerk.accountId, accountId), isNull(clerk.endedAt)))
        .for('update')
      if (!found) throw notFound('您已不是这家单位的经办人')
      const company = await companyOf(tx, { accountId: found.companyId })
      if (company.ownerId === accountId) throw conflict('您是这家单位的负责人，请先移交给另一位经办人')
      await endClerk(tx, found, 'left')
      await tx.db
        .update(session)
        .set({ companyId: null })
        .where(and(eq(session.accountId, accountId), eq(session.companyId, company.id)))
      await note(tx, 'leave', company, found.name)
      const values = { 单位: company.displayName, 姓名: found.name, 结果: '已不再担任经办人' }
      await notifyAccount(tx, { text: 'security.clerkAnswered', values, own: company })
      return {}
    }),
} satisfies Partial<Handlers<typeof clerksContract>>

/** Sets the company that the current session acts for; null: the user. Other sessions of the user stay as they are. */
const setActingCompany = (ctx: Ctx, companyId: number | null) =>
  ctx.db
    .update(session)
    .set({ companyId })
    .where(eq(session.tokenHash, signedInActor(ctx).tokenHash))

function memberKind({ kind }: Account): 'organisation' | 'person' {
  if (kind === 'staff') throw forbidden()
  return kind
}

const note = (ctx: Ctx, act: string, company: Account, name: string) =>
  record(ctx, {
    action: `clerk.${act}`,
    objectType: 'account',
    objectId: company.id,
    objectName: company.displayName,
    detail: { 经办人: name },
  })
