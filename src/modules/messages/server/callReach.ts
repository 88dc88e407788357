import { AsyncLocalStorage } from 'node:async_hooks'
import { notFound } from '#lib/error.ts'
import { bulkResults } from '#lib/register/bulkContract.ts'
import { calls } from '#lib/server/api/apiCalls.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import type { Reached } from './reach.ts'

/** Collects those whom the messages of a call reach, while it is made only to find that out. */
const reachCollector = new AsyncLocalStorage<Reached[]>()

export const isAskingForReach = (): boolean => reachCollector.getStore() !== undefined

/** Notes whom a message reaches, or would have reached. Everything that sends says it, beside `notify`. */
export const noteReached = (one: Partial<Reached> & Pick<Reached, 'name'>): void => {
  reachCollector.getStore()?.push({ ...NOBODY, ...one })
}
const NOBODY = { accountId: null, organisationId: null, inbox: false, sms: null, mail: null, contact: undefined }

/** `refused`: records of a bulk act that would be refused, each by itself. */
type ReachOfCall = { reached: Reached[]; refused: number }

/**
 * Finds whom a call would reach, by which channel: it is made and rolled back, as whoever asks and within their
 * permissions, and what it is refused for, this is. Neither the password nor a second person is needed for that.
 */
export async function reachOfCall(ctx: Ctx, key: string, inputs: readonly unknown[]): Promise<ReachOfCall> {
  const { contract, call } = calls()
  if (!contract[key]?.sends) throw notFound('这项操作不发消息，或没有这项操作')
  const actor = { ...signedInActor(ctx), confirmedAt: ctx.now }
  const list: Reached[] = []
  const asking = { ...ctx, actor, agreedBy: actor.accountId, isDryRun: true } as const
  let refused = 0
  for (const input of inputs) {
    const answer = await reachCollector.run(list, () => dryRun(asking, tx => call(tx, key as never, input as never)))
    refused += refusedIn(answer)
  }
  const once = onceEach(list)
  // A company whose account is told does without the text to its contact.
  const told = new Set(once.filter(isReached).map(({ organisationId }) => organisationId ?? 0))
  return { reached: once.filter(one => isReached(one) || !told.has(one.organisationId ?? -1)), refused }
}

const refusedIn = (answer: unknown): number => {
  const results = bulkResults.safeParse(answer)
  return results.success ? results.data.filter(({ done }) => !done).length : 0
}

/** Merges the messages of one recipient: somebody who gets several counts once, by each channel that any of them takes. */
function onceEach(list: readonly Reached[]): Reached[] {
  const byWhom = new Map<string, Reached>()
  for (const one of list) {
    const before = byWhom.get(whomOf(one))
    byWhom.set(whomOf(one), before ? merged(before, one) : one)
  }
  return [...byWhom.values()]
}

const merged = (one: Reached, other: Reached): Reached => ({
  ...one,
  inbox: one.inbox || other.inbox,
  sms: one.sms ?? other.sms,
  mail: one.mail ?? other.mail,
  contact: one.contact ?? other.contact,
  isUnfiled: Boolean(one.isUnfiled || other.isUnfiled),
})

const isReached = ({ inbox, sms, mail }: Reached) => inbox || sms !== null || mail !== null

const whomOf = ({ accountId, organisationId, personId, name, sms }: Reached) =>
  accountId !== null ? `account ${accountId}` : JSON.stringify([organisationId, personId, name, sms])
