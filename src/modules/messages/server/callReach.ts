import { AsyncLocalStorage } from 'node:async_hooks'
import { notFound } from '#lib/error.ts'
import { calls } from '#lib/server/api/apiCalls.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import type { Reached } from './reach.ts'

/** Those whom the messages of a call reach, while it is made only to find that out. */
const found = new AsyncLocalStorage<Reached[]>()

export const isAskingForReach = (): boolean => found.getStore() !== undefined

/** Notes whom a message reaches, or would have reached. Everything that sends says it, beside `notify`. */
export const noteReached = (one: Partial<Reached> & Pick<Reached, 'name'>): void => {
  found.getStore()?.push({ ...NOBODY, ...one })
}
const NOBODY = { accountId: null, organisationId: null, inbox: false, sms: null, mail: null, contact: undefined }

/**
 * Whom a call would reach, by which channel: it is made and rolled back, as whoever asks and within their permissions, and
 * what it is refused for, this is. Neither the password nor a second person is needed for that.
 */
export async function reachOfCall(ctx: Ctx, key: string, inputs: readonly unknown[]): Promise<Reached[]> {
  const { contract, call } = calls()
  if (!contract[key]?.sends) throw notFound('这项操作不发消息，或没有这项操作')
  const actor = { ...signedInActor(ctx), confirmedAt: ctx.now }
  const list: Reached[] = []
  const asking = { ...ctx, actor, agreedBy: actor.accountId, isTrial: true } as const
  for (const input of inputs) await found.run(list, () => dryRun(asking, tx => call(tx, key as never, input as never)))
  const once = [...new Map(list.map(one => [whomOf(one), one])).values()]
  // A company whose account is told does without the text to its contact.
  const told = new Set(once.filter(isReached).map(({ organisationId }) => organisationId ?? 0))
  return once.filter(one => isReached(one) || !told.has(one.organisationId ?? -1))
}

const isReached = ({ inbox, sms, mail }: Reached) => inbox || sms !== null || mail !== null

/** Somebody who gets several messages counts once. */
const whomOf = ({ accountId, organisationId, personId, name, sms }: Reached) =>
  accountId !== null ? `account ${accountId}` : JSON.stringify([organisationId, personId, name, sms])
