import type { Ctx } from '#lib/server/api/context.ts'
import type { Account } from './sessions.ts'

export type AccountNotification = {
  /** Code of the message template. */
  text: string
  values?: Record<string, string>
  own?: Pick<Account, 'id' | 'kind' | 'userName' | 'phoneSealed' | 'email'>
  /** Recipients instead of the account's phone. */
  phones?: readonly string[]
  mail?: boolean
  /** The code in it: a text that is worthless soon. */
  code?: string
}
type AccountNotifier = (ctx: Ctx, told: AccountNotification) => Promise<void>

let accountNotifier: AccountNotifier | undefined

/** The module of messages, which stands on this one, words and sends what happens to accounts. */
export function defineAccountNotifier(by: AccountNotifier): void {
  if (accountNotifier) throw new Error('there are two tellers')
  accountNotifier = by
}

/** Tells the owner of an account, or a phone, in the caller's transaction. */
export const notifyAccount: AccountNotifier = (ctx, told) => {
  if (!accountNotifier) throw new Error('nobody tells what happens to accounts')
  return accountNotifier(ctx, told)
}

export type SystemAlert = { text: string; values: Record<string, string>; route: string }
type SystemNotifier = (ctx: Ctx, told: SystemAlert) => Promise<void>

let systemNotifier: SystemNotifier | undefined

export function defineSystemNotifier(by: SystemNotifier): void {
  if (systemNotifier) throw new Error('there are two alarms')
  systemNotifier = by
}

/** Tells whoever looks after the system. */
export const notifySystemAdmins: SystemNotifier = (ctx, told) => {
  if (!systemNotifier) throw new Error('nobody tells who looks after the system')
  return systemNotifier(ctx, told)
}
