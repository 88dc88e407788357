import { and, eq, ne } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { NO_PASSWORD } from '#modules/accounts/colleagues/server/colleagues.ts'
import { notifyAccount } from '#modules/accounts/server/accountNotifications.ts'
import { type Account, endAllSessions } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { accountStates } from '../../memberAccountFilters.ts'
import type { memberAccountContract } from '../contract.ts'

type Endpoints = typeof memberAccountContract
type Given = Parsed<Endpoints['POST /staff/account/disable']>
type Done = Output<Endpoints['POST /staff/account/disable']>

export const memberAccountActsHandlers = {
  'POST /staff/account/disable': (ctx, given) =>
    changeAccount(ctx, given, async (tx, of) => {
      requireStatus(of, 'active')
      await endAllSessions(tx, of.id, 'association')
      await note(tx, 'account.disable', of, given)
      await notifyOwner(tx, of, 'security.disabled', { 原因: given.reason })
      return { status: 'disabled' }
    }),
  'POST /staff/account/enable': (ctx, given) =>
    changeAccount(ctx, given, async (tx, of) => {
      requireStatus(of, 'disabled')
      await note(tx, 'account.enable', of, given)
      await notifyOwner(tx, of, 'security.enabled')
      return { status: 'active' }
    }),
  'POST /staff/account/endSessions': async (ctx, given) => {
    let ended = 0
    const done = await changeAccount(ctx, given, async (tx, of) => {
      ended = await endAllSessions(tx, of.id, 'association')
      await note(tx, 'account.endSessions', of, given, { ended })
      return {}
    })
    return { ...done, ended }
  },
  /** The old password is worthless at once; only who holds the account's phone chooses another, by a code sent to it. */
  'POST /staff/account/reset': (ctx, given) =>
    changeAccount(ctx, given, async (tx, of) => {
      requireStatus(of, 'active')
      if (!of.phoneSealed) throw conflict('该账号没有登记手机，不能自行重设密码：请办理联系人变更')
      await endAllSessions(tx, of.id, 'association')
      await note(tx, 'account.startReset', of, given)
      await notifyOwner(tx, of, 'security.resetStarted')
      return { passwordHash: NO_PASSWORD }
    }),
} satisfies Partial<Handlers<Endpoints>>

/** Changes one account under a row lock. Throws 409 with the name of the earlier editor if the version is outdated. */
async function changeAccount(
  ctx: Ctx,
  { id, version }: Given,
  act: (tx: Ctx, of: Account) => Promise<Partial<Account>>,
): Promise<Done> {
  return inTransaction(ctx, async tx => {
    const [of] = await tx.db
      .select()
      .from(account)
      .where(and(eq(account.id, id), ne(account.kind, 'staff')))
      .for('update')
    if (!of) throw notFound('没有这个会员账号')
    if (of.version !== version) throw conflict(await conflictMessage(tx, { objectType: 'account', objectId: id }))
    await tx.db
      .update(account)
      .set({ ...(await act(tx, of)), version: version + 1 })
      .where(eq(account.id, id))
    return { version: version + 1 }
  })
}

function requireStatus({ status }: Account, wanted: Account['status']): void {
  if (status === wanted) return
  const why = status === 'frozen' ? '，正在办理联系人变更' : ''
  throw conflict(`该账号现为“${accountStates[status]}”${why}，不能这样处理`)
}

const note = (ctx: Ctx, action: string, { id, userName }: Account, { reason }: Given, more: object = {}) =>
  record(ctx, { action, objectType: 'account', objectId: id, objectName: userName, detail: { reason, ...more } })

const notifyOwner = (ctx: Ctx, own: Account, text: string, more: Record<string, string> = {}) =>
  notifyAccount(ctx, { text, values: { 账号: own.userName, ...more }, own, mail: true })
