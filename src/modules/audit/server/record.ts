import type { Actor, Ctx } from '#lib/server/context.ts'
import { auditEvent } from './tables.ts'

type Event = {
  /** `account.signIn`, `review.decide` … */
  action: string
  /** The name of the record's table. */
  objectType?: string
  objectId?: number
  /** As people call it: a title, a name, a number. */
  objectName?: string
  /** Numbers and names of what changed; personal numbers, passwords and tokens never. */
  detail?: Record<string, unknown>
  /** Of a change: what is different, as it was and as it is. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Adds a line to the audit log, in the transaction of what it tells of: the one is never without the other. */
export async function record({ db, now, actor, address }: Pick<Ctx, 'db' | 'now' | 'actor' | 'address'>, event: Event) {
  if (process.env.NODE_ENV !== 'production') refuseSecrets([event.detail, event.before, event.after])
  await db.insert(auditEvent).values({ ...event, ...who(actor, address), address, at: now })
}

type Values = Record<string, unknown>
type Change = Omit<Event, 'before' | 'after'> & { before: Values; after: Values }

/** The same of a change: keeps of both what differs. Where nothing does, nothing happened. */
export async function recordChange(ctx: Parameters<typeof record>[0], { before, after, ...event }: Change) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  if (names.length === 0) return
  const pick = (values: Values) => Object.fromEntries(names.map(name => [name, values[name] ?? null]))
  await record(ctx, { ...event, before: pick(before), after: pick(after) })
}

/** Somebody without an account has an address; the program itself has none. */
const who = (actor: Actor, address: string) =>
  actor.kind === 'anonymous'
    ? { actorId: null, actorName: address ? '访客' : '系统' }
    : { actorId: actor.accountId, actorName: actor.userName }

const SECRET = /password|pwd|token|secret|captcha|^code$|phone|mobile|^id(No|Number|Card)$|bank|sealed|hash$|ticket/i

/** A mistake of ours, found while it is made and not when somebody reads the log. */
function refuseSecrets(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    if (SECRET.test(key)) throw new Error(`the audit log must not hold "${key}"`)
    refuseSecrets(part)
  }
}
