import { eq } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { ownStaffAccountContract } from '#modules/accounts/ownStaffAccountContract.ts'
import { deputyTermsToday } from '#modules/accounts/server/deputyTerms.ts'
import { mustEnrol } from '#modules/accounts/server/mustEnrol.ts'
import { type Account, endOwnSession, openSession, STAFF_IDLE_MS } from '#modules/accounts/server/sessions.ts'
import { provePassword } from '#modules/accounts/server/signIns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { readRoles, roleNamesOf } from '../../roles/server/roles.ts'
import { kindNames } from '../../roles/server/workKinds.ts'
import { proveSecondFactor } from './secondFactorTries.ts'

type Endpoints = typeof ownStaffAccountContract

const MINUTE = 60_000

export const staffSignInsHandlers = {
  /** The password first; where there is a second factor, then that. Only then is there a session, in a cookie. */
  'POST /staff/login': async (ctx, { code, ...given }) => {
    const own = await provePassword(ctx, given, ({ kind }) => kind === 'staff')
    if (own.totpSince) {
      if (!code) return { next: 'code' }
      await proveSecondFactor(ctx, own, code)
    }
    const { token } = await inTransaction(ctx, tx => openSession(tx, own))
    ctx.setCookie?.(token)
    return { next: (await mustEnrol(ctx, own)) ? 'enrol' : 'done' }
  },
  'POST /staff/logout': async ctx => {
    await endOwnSession(ctx)
    ctx.setCookie?.(null)
    return {}
  },
  'GET /staff/me': async ctx => {
    const own = await ownAccount(ctx)
    const { permissions, limited = {} } = signedInActor(ctx)
    return {
      id: own.id,
      userName: own.userName,
      displayName: own.displayName,
      roleNames: roleNamesOf(own.roles, await readRoles(ctx)),
      permissions: [...permissions, ...Object.keys(limited)],
      limited: Object.entries(limited).map(([permission, limits]) => ({
        permission,
        limits: limits.map(({ provinces, kinds }) => ({
          provinces: provinces ? [...provinces] : null,
          kindNames: kinds ? kindNames(kinds) : null,
        })),
      })),
      standsInFor: (await deputyTermsToday(ctx, own.id)).map(({ name, toDay }) => ({ name, toDay })),
      favourites: own.favourites,
      mustEnrol: await mustEnrol(ctx, own),
      hasSecondFactor: own.totpSince !== null,
      idleMinutes: STAFF_IDLE_MS / MINUTE,
    }
  },
  'POST /staff/favourite/save': async (ctx, { routes }) => {
    await ctx.db
      .update(account)
      .set({ favourites: routes })
      .where(eq(account.id, signedInActor(ctx).accountId))
    return {}
  },
} satisfies Partial<Handlers<Endpoints>>

async function ownAccount(ctx: Ctx): Promise<Account> {
  const [own] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return own!
}
