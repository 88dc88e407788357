import { type SQL, sql } from 'drizzle-orm'
import { booked, isInForce, movements } from './movements.ts'
import { dailyClose } from './tables.ts'

/** Everything that no close in force has booked, as a table `d`. */
export const unpostedEntries = sql`(select m.id as movement_id, m.receivable_id, m.kind, m.direction, m.way, m.amount, m.day, m.confirmed_on, m.was_booked
  from ${movements} where m.id not in ${booked}) d`

/** Asked as a list, which is read once for all of them. */
export const isClosed = (day: SQL) => sql`${day} in (select ${dailyClose.day} from ${dailyClose} where ${isInForce})`
