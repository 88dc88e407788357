import { and, desc, eq, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { type Actor, type Ctx, loginOf } from '#lib/server/api/context.ts'
import { deviceOf } from '#lib/server/api/devices.ts'
import { toVector } from '#lib/server/search/words.ts'
import { fieldName } from './auditWords.ts'
import { nameOfPerson } from './names.ts'
import { auditEvent } from './tables.ts'

export type Event = {
  /** `account.signIn`, `review.decide` … */
  action: string
  /** The name of the record's table. */
  objectType?: string
  objectId?: number
  /** Name as people know it: a title, a name, a number. */
  objectName?: string
  /** Numbers and names of what changed; personal numbers, passwords and tokens never. */
  detail?: Record<string, unknown>
  /** For a change: the fields that differ, before and after. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

type RecordContext = Pick<Ctx, 'db' | 'now' | 'actor' | 'address'> & Partial<Pick<Ctx, 'headers'>>

/**
 * Adds a line to the audit log, in the transaction of what it tells of: the one is never without the other. It joins
 * the chain only when that has committed: a lock here would let everybody wait for everybody.
 */
export const record = (ctx: RecordContext, event: Event) => recordAll(ctx, [event])

/** The same of what is done to many at once. */
export async function recordAll({ db, now, actor, address, headers }: RecordContext, events: readonly Event[]) {
  if (process.env.NODE_ENV !== 'production')
    refuseSecrets(events.flatMap(({ detail, before, after }) => [detail, before, after]))
  const device = headers?.userAgent ? deviceOf(headers.userAgent) : ''
  const by = { ...actorColumns(actor, address), ...principalColumn(actor) }
  const lines = events.map(addCircumstances(actor)).map(event => ({
    ...event,
    ...by,
    address,
    device,
    at: now,
    words: searchWordsOf(by.actorName, event),
  }))
  for (let from = 0; from < lines.length; from += LINES_PER_INSERT)
    await db.insert(auditEvent).values(lines.slice(from, from + LINES_PER_INSERT))
}
/** Adds the principal to events of a deputy or clerk, and the way in of who did not sign in. */
const addCircumstances =
  (actor: Actor) =>
  (event: Event): Event => {
    if (actor.kind === 'anonymous') return event
    const principal = actor.clerk ? actor.userName : actor.onBehalfOf
    const more = { ...(principal && { 代: principal }), ...(actor.byLink && { 途径: '消息中的办理链接' }) }
    return Object.keys(more).length > 0 ? { ...event, detail: { ...event.detail, ...more } } : event
  }

/** Lines of one insert. */
const LINES_PER_INSERT = 1000

/** Maximum characters of a long text that are indexed for search. */
const MAX_INDEXED_CHARS = 500
/** Maximum texts of an event that are indexed. */
const MAX_INDEXED_TEXTS = 300

function searchWordsOf(actorName: string, { objectName = '', before, after, detail }: Event): string {
  const kept = [before, after, detail]
  const fields = kept.flatMap(values => Object.keys(values ?? {})).map(fieldName)
  const texts = [...new Set(fields), ...kept.flatMap(values => Object.values(values ?? {})).flatMap(textsIn)]
  return toVector([
    { text: `${actorName} ${objectName}`, weight: 'A' },
    ...texts
      .slice(0, MAX_INDEXED_TEXTS)
      .map(text => ({ text: text.slice(0, MAX_INDEXED_CHARS), weight: 'B' as const })),
  ])
}

/** The texts of a value, also of the lists and records in it. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

type Values = Record<string, unknown>
type Change = Omit<Event, 'before' | 'after'> & { before: Values; after: Values }

/** The same of a change: keeps of both what differs. Where nothing does, nothing happened. */
export async function recordChange(ctx: RecordContext, { before, after, ...event }: Change) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  if (names.length === 0) return
  const pick = (values: Values) => Object.fromEntries(names.map(name => [name, values[name] ?? null]))
  await record(ctx, { ...event, before: pick(before), after: pick(after) })
}

/** Returns who changed a record last, and when. */
export async function lastActOn(ctx: Pick<Ctx, 'db'>, objectType: string, objectId: number) {
  const [last] = await ctx.db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.objectType, objectType), eq(auditEvent.objectId, objectId), isChange))
    .orderBy(desc(auditEvent.id))
    .limit(1)
  return last && { actorName: await nameOfPerson(ctx, last), at: minute(iso(last.at)) }
}

/** Lines of looking at a record: it is as it was before. */
const LOOKS = ['export', 'reveal', 'find', 'read', 'view', 'download', 'print']
export const isChange = sql`split_part(${auditEvent.action}, '.', 2) <> all(${sql.param(LOOKS)}::text[])`

/** Actor of a line: anonymous with an address is a visitor, without one the program itself. */
const actorColumns = (actor: Actor, address: string) =>
  actor.kind === 'anonymous'
    ? { actorId: null, actorName: address ? '访客' : '系统' }
    : { actorId: loginOf(actor), actorName: actor.clerk?.userName ?? actor.userName }

/** A company's own log holds what its clerks did for it. */
const principalColumn = (actor: Actor) => ({
  forId: actor.kind !== 'anonymous' && actor.clerk ? actor.accountId : null,
})

const SECRET = /password|pwd|token|secret|captcha|^code$|phone|mobile|^id(No|Number|Card)$|bank|sealed|hash$|ticket/i

/** A mistake of ours, found while it is made and not when somebody reads the log. */
function refuseSecrets(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    if (SECRET.test(key)) throw new Error(`the audit log must not hold "${key}"`)
    refuseSecrets(part)
  }
}
