import { eq } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { limitAcross } from '#lib/server/limits/across.ts'
import type { accountsContract } from '../contract.ts'
import type { staffAccountsContract } from '../staffContract.ts'
import { isPassword } from './passwords.ts'
import { confirmSession } from './sessions.ts'
import { account } from './tables.ts'

const spend = limitAcross('confirm', { max: 5, per: 15 * 60_000, by: 'account' })

/** Before something dangerous: whoever sits there now is who signed in. */
async function confirmSelf(ctx: Ctx, { password }: { password: string }): Promise<Record<string, never>> {
  await spend(ctx)
  const [own] = await ctx.db
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.id, signed(ctx).accountId))
  if (!(await isPassword(own?.passwordHash, password)))
    throw invalid('密码不正确', { password: '密码不正确，请重新输入' })
  await confirmSession(ctx)
  return {}
}

export const confirmingHandlers = {
  'POST /staff/confirm': confirmSelf,
  'POST /member/confirm': confirmSelf,
} satisfies Partial<Handlers<typeof staffAccountsContract & typeof accountsContract>>
