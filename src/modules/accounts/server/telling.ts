import type { Ctx } from '#lib/server/api/context.ts'
import type { Account } from './sessions.ts'

export type AccountTold = {
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
type Teller = (ctx: Ctx, told: AccountTold) => Promise<void>

let teller: Teller | undefined

/** The module of messages, which stands on this one, words and sends what happens to accounts. */
export function defineTeller(by: Teller): void {
  if (teller) throw new Error('there are two tellers')
  teller = by
}

/** Tells the owner of an account, or a phone, in the caller's transaction. */
export const tellOwner: Teller = (ctx, told) => {
  if (!teller) throw new Error('nobody tells what happens to accounts')
  return teller(ctx, told)
}

export type AlarmTold = { text: string; values: Record<string, string>; route: string }
type Alarm = (ctx: Ctx, told: AlarmTold) => Promise<void>

let alarm: Alarm | undefined

export function defineAlarm(by: Alarm): void {
  if (alarm) throw new Error('there are two alarms')
  alarm = by
}

/** Tells whoever looks after the system. */
export const tellSystem: Alarm = (ctx, told) => {
  if (!alarm) throw new Error('nobody tells who looks after the system')
  return alarm(ctx, told)
}
