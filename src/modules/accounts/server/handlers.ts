import { eq } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { branchDeskHandlers } from '../branches/server/branchDesk.ts'
import { clerkDeskHandlers } from '../clerks/server/desk.ts'
import { clerkLogHandlers } from '../clerks/server/log.ts'
import { myCompaniesHandlers } from '../clerks/server/myCompanies.ts'
import { colleagueChangesHandlers } from '../colleagues/server/colleagueChanges.ts'
import { colleaguesHandlers } from '../colleagues/server/colleagues.ts'
import { entryLinksHandlers } from '../colleagues/server/entryLinks.ts'
import { staffSignInsHandlers } from '../colleagues/server/staffSignIns.ts'
import { totpHandlers } from '../colleagues/server/totp.ts'
import type { accountsContract } from '../contract.ts'
import { deputiesHandlers } from '../deputies/server/deputies.ts'
import { documentDeskHandlers } from '../documents/server/documentDesk.ts'
import { documentsHandlers } from '../documents/server/publicDocuments.ts'
import { handingOverHandlers } from '../handingOver/server/handingOver.ts'
import type { memberAccountContract } from '../memberAccounts/contract.ts'
import { memberAccountActsHandlers } from '../memberAccounts/server/memberAccountActs.ts'
import { memberAccountsHandlers } from '../memberAccounts/server/memberAccounts.ts'
import { roleDeskHandlers } from '../roles/server/roleDesk.ts'
import type { staffAccountsContract } from '../staffContract.ts'
import { captchasHandlers } from './captchas.ts'
import { codeRequestsHandlers } from './codeRequests.ts'
import { overviewHandlers } from './overview.ts'
import { passwordChangesHandlers } from './passwordChanges.ts'
import { isPassword } from './passwords.ts'
import { phonesHandlers } from './phones.ts'
import { registrationsHandlers } from './registrations.ts'
import { confirmSession, sessionsHandlers } from './sessions.ts'
import { signInsHandlers } from './signIns.ts'
import { account } from './tables.ts'

const spendConfirmation = sharedRateLimit('confirm', { max: 5, per: 15 * 60_000, by: 'account' })

/** Checks the password again before a dangerous action, so that an unattended session cannot perform it. */
async function confirmSelf(ctx: Ctx, { password }: { password: string }): Promise<Record<string, never>> {
  await spendConfirmation(ctx)
  const [own] = await ctx.db
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  if (!(await isPassword(own?.passwordHash, password)))
    throw invalid('密码不正确', { password: '密码不正确，请重新输入' })
  await confirmSession(ctx)
  return {}
}

const confirmingHandlers = {
  'POST /staff/confirm': confirmSelf,
  'POST /member/confirm': confirmSelf,
} satisfies Partial<Handlers<typeof staffAccountsContract & typeof accountsContract>>

/** Handlers of staff accounts, except the permission matrix, which needs the whole contract. */
export const staffAccountsHandlers: Omit<Handlers<typeof staffAccountsContract>, 'GET /staff/permission/list'> = {
  ...staffSignInsHandlers,
  ...totpHandlers,
  ...entryLinksHandlers,
  ...passwordChangesHandlers,
  ...confirmingHandlers,
  ...sessionsHandlers,
  ...colleaguesHandlers,
  ...colleagueChangesHandlers,
  ...roleDeskHandlers,
  ...branchDeskHandlers,
  ...deputiesHandlers,
  ...handingOverHandlers,
  ...documentDeskHandlers,
}

export const memberAccountHandlers: Handlers<typeof memberAccountContract> = {
  ...memberAccountsHandlers,
  ...memberAccountActsHandlers,
}

export const accountsHandlers: Handlers<typeof accountsContract> = {
  ...passwordChangesHandlers,
  ...confirmingHandlers,
  ...sessionsHandlers,
  ...captchasHandlers,
  ...signInsHandlers,
  ...registrationsHandlers,
  ...documentsHandlers,
  ...codeRequestsHandlers,
  ...overviewHandlers,
  ...clerkDeskHandlers,
  ...clerkLogHandlers,
  ...myCompaniesHandlers,
  ...phonesHandlers,
}
