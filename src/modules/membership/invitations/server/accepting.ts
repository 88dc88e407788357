import { and, eq, isNull } from 'drizzle-orm'
import { isPendingCode } from '#lib/creditCode.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { readPasscode } from '#lib/passcode.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { openAccount } from '#modules/accounts/server/registrations.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { claimCompany } from '#modules/members/claiming/server/companyClaim.ts'
import { lockOrganisation } from '#modules/members/server/organisations.ts'
import { organisation } from '#modules/members/server/tables.ts'
import type { invitationsContract } from '../contract.ts'
import { stateOf } from './states.ts'
import { invitation } from './tables.ts'

const checkRateLimit = limit('invitation', { max: 30, per: 10 * 60_000 })

/**
 * Endpoints for the holder of an invitation link. The link proves the company, because it went to its contacts or its
 * postal address.
 */
export const acceptingHandlers = {
  'POST /invitation/open': async (ctx, { token }) => {
    checkRateLimit(ctx)
    const { of, company } = await findValidInvitation(ctx, token)
    await ctx.db
      .update(invitation)
      .set({ openedAt: ctx.now })
      .where(and(eq(invitation.id, of.id), isNull(invitation.openedAt)))
    const { name, creditCode } = company
    return { name, creditCode: maskCode(creditCode), expiresOn: dayOf(new Date(of.expiresAt.getTime() - 1)) }
  },
  'POST /invitation/accept': async (ctx, { token, ...given }) => {
    checkRateLimit(ctx)
    const { company } = await findValidInvitation(ctx, token)
    const whose = { kind: 'organisation', displayName: company.name, creditCode: company.creditCode } as const
    return openAccount(ctx, given, {
      fields: [],
      whose: () => whose,
      prove: async tx => void (await lockValidInvitation(tx, token)),
      opened: async (tx, { id }) => settle(tx, token, id),
    })
  },
  'POST /invitation/take': (ctx, { token }) =>
    inTransaction(ctx, async tx => {
      checkRateLimit(ctx)
      const { accountId } = signedInActor(ctx)
      const { company } = await lockValidInvitation(tx, token)
      const [own] = await tx.db.select().from(account).where(eq(account.id, accountId)).for('update')
      if (own?.kind !== 'organisation') throw conflict('个人账号不能代表单位，请为单位另外开通账号')
      if (own.organisationId !== null) throw conflict('您的账号已经登记了一家单位，请为这家单位另外开通账号')
      await settle(tx, token, accountId)
      return { name: company.name }
    }),
} satisfies Partial<Handlers<typeof invitationsContract>>

async function find({ db }: Pick<Ctx, 'db'>, token: string) {
  const [found] = await db
    .select({ of: invitation, company: organisation })
    .from(invitation)
    .innerJoin(organisation, eq(organisation.id, invitation.organisationId))
    .where(eq(invitation.tokenHash, hashToken(readPasscode(token))))
  return found
}

/** Throws a separate error for each reason: the holder of the link is the company and has to know what to do next. */
async function findValidInvitation(ctx: Ctx, token: string) {
  const found = await find(ctx, token)
  if (!found) throw notFound('这个邀请链接不完整或不存在，请核对是否复制完整，或与协会联系')
  const state = stateOf(found.of, ctx.now)
  if (state === 'accepted') throw conflict(`“${found.company.name}”已经用这份邀请开通了账号，请直接登录`)
  if (state === 'withdrawn') throw conflict('这份邀请已由协会撤回，如需开通账号请与协会联系')
  if (state === 'expired') throw conflict('这份邀请已过期，请与协会联系，由协会重新发出')
  return found
}

/**
 * Locks the organisation: of concurrent acceptances one succeeds, the others find it accepted, and a claim to the same
 * company waits.
 */
async function lockValidInvitation(ctx: Ctx, token: string) {
  const { company } = await findValidInvitation(ctx, token)
  await lockOrganisation(ctx, company.id)
  const found = await findValidInvitation(ctx, token)
  const [holder] = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.organisationId, found.company.id))
  if (holder) throw conflict(`“${found.company.name}”已有账号，请直接登录；联系不上原联系人的，可办理联系人变更`)
  return found
}

/** The account is the company's from now on, and its link is worth nothing any more. */
async function settle(ctx: Ctx, token: string, accountId: number): Promise<void> {
  const { of, company } = (await find(ctx, token))!
  await claimCompany(ctx, accountId, company.creditCode, 'invitation')
  await ctx.db
    .update(invitation)
    .set({ acceptedAt: ctx.now, accountId, tokenSealed: null, toSealed: null, openedAt: of.openedAt ?? ctx.now })
    .where(eq(invitation.id, of.id))
  const about = { objectType: 'organisation', objectId: company.id, objectName: company.name }
  await record(ctx, { action: 'invitation.accept', ...about, detail: { way: of.way } })
}

/** Enough to know one's own by. */
const maskCode = (code: string) => (isPendingCode(code) ? '待补' : `${code.slice(0, 4)}**********${code.slice(-4)}`)
