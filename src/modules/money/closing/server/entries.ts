import { type SQL, sql } from 'drizzle-orm'
import { offset } from '#lib/paging.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { versionOf } from '#modules/audit/server/changes.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { records } from '../../receivables/server/records.ts'
import { type Direction, directionNames, type Way, wayNames } from '../closingWords.ts'
import type { EntryRow } from '../contract.ts'
import { movements } from './movements.ts'
import { closeEntry, dailyClose } from './tables.ts'

export const isInForce = sql`${dailyClose.reopenedAt} is null`

/** What the closes in force have booked of each movement. */
const booked = sql`(select ${closeEntry.movementId}, max(${closeEntry.receivableId}) as receivable_id,
    max(${closeEntry.kind}) as kind, max(${closeEntry.direction}) as direction, max(${closeEntry.way}) as way,
    sum(${closeEntry.amount}) as amount, min(${closeEntry.day}) as day, max(${closeEntry.confirmedOn}) as confirmed_on
  from ${closeEntry} join ${dailyClose} on ${dailyClose.id} = ${closeEntry.closeId} and ${isInForce}
  group by ${closeEntry.movementId}) b`

/**
 * What no close has booked yet, as one table `d`: what is new, and of what was booked by how much it is another now, as
 * when a receipt was taken back.
 */
export const unbooked = sql`(select * from (
    select coalesce(m.id, b.movement_id) as movement_id, coalesce(m.receivable_id, b.receivable_id) as receivable_id,
      coalesce(m.kind, b.kind) as kind, coalesce(m.direction, b.direction) as direction, coalesce(m.way, b.way) as way,
      coalesce(m.amount, 0) - coalesce(b.amount, 0) as amount, coalesce(b.day, m.day) as day,
      coalesce(m.confirmed_on, b.confirmed_on) as confirmed_on, b.movement_id is not null as was_booked
    from ${movements} full join ${booked} on b.movement_id = m.id
  ) u where u.amount <> 0) d`

const closedDay = (day: SQL) =>
  sql`exists (select 1 from ${dailyClose} where ${dailyClose.day} = ${day} and ${isInForce})`

/** What a close of that day would book, as one table `e`: the day's own, and 补记 of days that are closed. */
export const entriesToCome = (day: string): SQL => sql`(select d.*, d.day < ${day}::date as is_late from ${unbooked}
  where d.day = ${day}::date or (d.day < ${day}::date and (d.was_booked or ${closedDay(sql`d.day`)}))) e`

/** What a close has booked, as one table `e`. */
export const entriesOf = (closeId: number): SQL =>
  sql`(select ${closeEntry}.*, false as was_booked from ${closeEntry} where ${closeEntry.closeId} = ${closeId}) e`

export type Sums = { received: number; refunded: number; net: number; count: number }
export type Line = Sums & { kind: string; way: Way }

/** Received, refunded, what is left, and how many: as columns. */
export const sumsOf = sql`coalesce(sum(e.amount) filter (where e.direction = 'receipt'), 0) as received,
  coalesce(-sum(e.amount) filter (where e.direction = 'refund'), 0) as refunded,
  coalesce(sum(e.amount), 0) as net, count(*)::int as count`
type Summed = Record<keyof Sums, string | number>
export const toSums = ({ received, refunded, net, count }: Summed): Sums => ({
  received: Number(received),
  refunded: Number(refunded),
  net: Number(net),
  count: Number(count),
})

export async function readSums({ db }: Pick<Ctx, 'db'>, entries: SQL, where = sql`true`): Promise<Sums> {
  const { rows } = await db.execute<Summed>(sql`select ${sumsOf} from ${entries} where ${where}`)
  return toSums(rows[0]!)
}

export async function readLines({ db }: Pick<Ctx, 'db'>, entries: SQL): Promise<Line[]> {
  const { rows } = await db.execute<Summed & { kind: string; way: Way }>(sql`
    select e.kind, e.way, ${sumsOf} from ${entries} group by e.kind, e.way order by e.kind, e.way`)
  return rows.map(row => ({ kind: row.kind, way: row.way, ...toSums(row) }))
}

/** Of what stands there: another one as soon as anything comes or goes. */
export async function readVersion({ db }: Pick<Ctx, 'db'>, entries: SQL): Promise<string> {
  const { rows } = await db.execute(sql`select e.movement_id, e.amount from ${entries} order by e.movement_id`)
  return versionOf(rows)
}

export type EntryFilters = { kind?: string; way?: Way; direction?: Direction; late?: 'yes' | 'no' }
type Asked = { [Name in keyof EntryFilters]?: EntryFilters[Name] | undefined }

export const matching = ({ kind, way, direction, late }: Asked): SQL =>
  sql.join(
    [
      sql`true`,
      ...(kind ? [sql`e.kind = ${kind}`] : []),
      ...(way ? [sql`e.way = ${way}`] : []),
      ...(direction ? [sql`e.direction = ${direction}`] : []),
      ...(late ? [sql`e.is_late = ${late === 'yes'}`] : []),
    ],
    sql` and `,
  )

type Read = Pick<EntryRow, 'id' | 'receivableId' | 'kind' | 'payer' | 'about' | 'number' | 'direction' | 'way'> &
  Pick<EntryRow, 'day' | 'confirmedOn' | 'isLate'> & { amount: string }

/** Of entries `e`: the same on every screen and in every workbook. */
export const entryOrder = sql`e.day, e.kind, e.movement_id`

/** In `entryOrder`; who paid, and what for, is said as it is now. */
export async function readEntries(
  { db }: Pick<Ctx, 'db'>,
  entries: SQL,
  where: SQL,
  page?: { pageNum: number; pageSize: number },
): Promise<EntryRow[]> {
  const { rows } = await db.execute<Read>(sql`
    select e.movement_id as id, e.receivable_id as "receivableId", e.kind, coalesce(r.payer, '') as payer,
      coalesce(r.about, '') as about, coalesce(r.number, '') as number, e.direction, e.way, e.amount,
      e.day::text as day, e.confirmed_on::text as "confirmedOn", e.is_late as "isLate"
    from ${entries} left join ${records} on r.id = e.receivable_id
    where ${where} order by ${entryOrder}
    ${page ? sql`limit ${page.pageSize} offset ${offset(page)}` : sql``}`)
  return rows.map(row => ({
    ...row,
    kindName: kindName(row.kind),
    directionName: directionNames[row.direction],
    wayName: wayNames[row.way],
    amount: Number(row.amount),
  }))
}
