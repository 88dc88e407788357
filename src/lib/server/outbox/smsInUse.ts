import type { Services } from '../api/context.ts'
import { hook } from '../hook.ts'
import type { Config } from '../process/config.ts'
import type { SmsProviderCode } from './smsProviders.ts'

type ReadChoice = (ctx: Pick<Services, 'db'>) => Promise<SmsProviderCode | undefined>
const choice = hook<ReadChoice>('the provider of text messages that the association chose')

/** The module that keeps the choice reads it. */
export const defineSmsChoice = choice.define

/**
 * The provider that sends text messages now: the one that the association chose among those whose keys the server has, or
 * else that of the environment. Undefined: they go into a file. The keys stay with the server: whoever has the account of a
 * provider reads every code that it sends.
 */
export async function smsInUse(ctx: Pick<Services, 'db'> & { config: Pick<Config, 'sms' | 'smsChoices'> }) {
  const { sms, smsChoices } = ctx.config
  if (!sms || smsChoices.length < 2) return sms
  const chosen = await choice.find()?.(ctx)
  return smsChoices.find(({ provider }) => provider === chosen) ?? sms
}
