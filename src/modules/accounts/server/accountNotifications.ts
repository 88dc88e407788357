import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import type { Account } from './sessions.ts'

export type AccountNotification = {
  /** Code of the message template. */
  text: string
  /** Which of its variants, by its code. */
  variant?: string
  values?: Record<string, string>
  own?: Pick<Account, 'id' | 'kind' | 'userName' | 'phoneSealed' | 'email'>
  /** Recipients instead of the account's phone. */
  phones?: readonly string[]
  mail?: boolean
  /** With a code in it: a text that is worthless soon. */
  hasCode?: boolean
  /** A link for the mail alone: a text message has no room for it. */
  link?: { text: string; href: string }
}
type AccountNotifier = (ctx: Ctx, told: AccountNotification) => Promise<void>

const accountNotifier = hook<AccountNotifier>('notifications of accounts')

/** The module of messages, which stands on this one, words and sends what happens to accounts. */
export const defineAccountNotifier = accountNotifier.define

/** Tells the owner of an account, or a phone, in the caller's transaction. */
export const notifyAccount: AccountNotifier = (ctx, told) => accountNotifier.get()(ctx, told)

export type SystemAlert = { text: string; values: Record<string, string>; route: string }
type SystemNotifier = (ctx: Ctx, told: SystemAlert) => Promise<void>

const systemNotifier = hook<SystemNotifier>('alerts of the system')

export const defineSystemNotifier = systemNotifier.define

/** Tells whoever looks after the system. */
export const notifySystemAdmins: SystemNotifier = (ctx, told) => systemNotifier.get()(ctx, told)
