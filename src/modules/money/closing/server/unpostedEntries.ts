import { type SQL, sql } from 'drizzle-orm'
import { movements, wayOf } from './movements.ts'
import { closeEntry, dailyClose } from './tables.ts'

export const isInForce = sql`${dailyClose.reopenedAt} is null`

/** Amount booked per movement by the closes in force. */
const booked = sql`(select ${closeEntry.movementId}, sum(${closeEntry.amount}) as amount, min(${closeEntry.day}) as day
  from ${closeEntry} where ${closeEntry.closeId} not in (select ${dailyClose.id} from ${dailyClose} where not (${isInForce}))
  group by ${closeEntry.movementId}) b`

/** Last booked data of a movement that no longer exists, for instance after a posting was undone. */
const removedMovements = sql`(select max(${closeEntry.receivableId}) as receivable_id, max(${closeEntry.kind}) as kind,
    max(${closeEntry.direction}) as direction, max(${closeEntry.way}) as way, max(${closeEntry.confirmedOn}) as confirmed_on
  from ${closeEntry} join ${dailyClose} on ${dailyClose.id} = ${closeEntry.closeId} and ${isInForce}
  where ${closeEntry.movementId} = b.movement_id and m.id is null) gone`

/**
 * Everything not yet booked, as a table `d`: new movements, and differences to booked ones, for instance after a
 * posting was undone.
 */
export const unpostedEntries = sql`(select u.movement_id, u.receivable_id, u.kind, u.direction, u.way, u.now - u.booked as amount, u.day,
    u.confirmed_on, u.was_booked
  from (select coalesce(m.id, b.movement_id) as movement_id, coalesce(m.receivable_id, gone.receivable_id) as receivable_id,
      coalesce(m.kind, gone.kind) as kind, coalesce(m.direction, gone.direction) as direction,
      case when m.id is null then gone.way else ${wayOf} end as way,
      coalesce(m.amount, 0) as now, coalesce(b.amount, 0) as booked, coalesce(b.day, m.day) as day,
      coalesce(m.confirmed_on, gone.confirmed_on) as confirmed_on, b.movement_id is not null as was_booked
    from ${movements} full join ${booked} on b.movement_id = m.id cross join lateral ${removedMovements}
  ) u where u.now <> u.booked) d`

/** Asked as a list, which is read once for all of them. */
export const isClosed = (day: SQL) => sql`${day} in (select ${dailyClose.day} from ${dailyClose} where ${isInForce})`
