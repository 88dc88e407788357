import type { Ctx } from '#lib/server/api/context.ts'
import { objectNames } from './auditWords.ts'
import type { auditEvent } from './tables.ts'

type Event = typeof auditEvent.$inferSelect
export type NamedEvent = Event & {
  /** Name of the person who acted; the user name where the account is gone. */
  actor: string
}

/** Lines with the names of their people, and of objects that were recorded without a name. */
export async function withNames(ctx: Pick<Ctx, 'db'>, events: readonly Event[]): Promise<NamedEvent[]> {
  const unnamed = Map.groupBy(
    events.filter(({ objectName, objectId }) => objectName === '' && objectId !== null),
    ({ objectType }) => objectType,
  )
  const found = new Map(
    await Promise.all(
      [...unnamed].map(async ([type, of]) => {
        const ids = [...new Set(of.map(({ objectId }) => objectId!))]
        return [type, await objectNames(type)?.(ctx, ids)] as const
      }),
    ),
  )
  const people = await namesOfPeople(ctx, events)
  return events.map(event => ({
    ...event,
    actor: people.get(event.actorId ?? 0) ?? event.actorName,
    objectName: event.objectName || (found.get(event.objectType)?.get(event.objectId ?? 0) ?? ''),
  }))
}

type Actor = Pick<Event, 'actorId' | 'actorName'>

/** Names of people by the ids of their accounts. */
async function namesOfPeople(ctx: Pick<Ctx, 'db'>, events: readonly Actor[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(events.flatMap(({ actorId }) => actorId ?? []))]
  return (ids.length > 0 && (await objectNames('account')?.(ctx, ids))) || new Map()
}

export async function nameOfPerson(ctx: Pick<Ctx, 'db'>, event: Actor): Promise<string> {
  return (await namesOfPeople(ctx, [event])).get(event.actorId ?? 0) ?? event.actorName
}
