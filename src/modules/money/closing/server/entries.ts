import { type SQL, sql } from 'drizzle-orm'
import { sumAmounts } from '#lib/money.ts'
import { offset } from '#lib/paging.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { versionOf } from '#modules/audit/server/changes.ts'
import { type Way, wayNames } from '#modules/ledger/ledgerWords.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { readRecordsById } from '../../receivables/server/records.ts'
import { type Direction, directionNames } from '../closingWords.ts'
import type { EntryRow } from '../contract.ts'
import { isInForce } from './movements.ts'
import { closeEntry, dailyClose } from './tables.ts'
import { isClosed, unpostedEntries } from './unpostedEntries.ts'

/**
 * Selects from `unpostedEntries` what a close of that day would book, as a table `e`: entries of the day itself, and 补记
 * of earlier closed days.
 */
const unpostedUpTo = (day: string, from: SQL): SQL => sql`(select d.*, d.day < ${day}::date as is_late from ${from}
  where d.day = ${day}::date or (d.day < ${day}::date and (d.was_booked or ${isClosed(sql`d.day`)}))) e`
export const unpostedEntriesFor = (day: string): SQL => unpostedUpTo(day, unpostedEntries)

/** Entries booked by a close, as a table `e`. */
export const entriesOf = (closeId: number): SQL =>
  sql`(select ${closeEntry}.* from ${closeEntry} where ${closeEntry.closeId} = ${closeId}) e`

/** Fields of an entry needed for sums and version. */
export type Booking = Pick<EntryRow, 'kind' | 'way' | 'direction'> & { id: number; amount: string; isLate: boolean }

/** Entries as JSON in order of id; amounts are text, so that the version does not depend on number formatting. */
const bookings = sql`coalesce(json_agg(json_build_object('id', e.movement_id, 'amount', e.amount::text, 'kind', e.kind,
  'way', e.way, 'direction', e.direction, 'isLate', e.is_late) order by e.movement_id), '[]')`

export async function readBookings({ db }: Pick<Ctx, 'db'>, closeId: number): Promise<Booking[]> {
  const { rows } = await db.execute<{ bookings: Booking[] }>(
    sql`select ${bookings} as bookings from ${entriesOf(closeId)}`,
  )
  return rows[0]!.bookings
}

/** Maximum unclosed days listed. */
const MAX_UNCLOSED_DAYS = 10

export type UnpostedSummary = {
  /** Entries that a close of the day would book. */
  toCome: Booking[]
  /** Days before it, since the first close, that have money and are not closed. */
  leftOut: string[]
  /** Unbooked entries of the day itself; on a closed day these are the changes since. */
  count: number
  net: number
}

/** Computes everything unbooked in one query, because that compares all movements with all closes. */
export async function readUnposted({ db }: Pick<Ctx, 'db'>, day: string): Promise<UnpostedSummary> {
  const first = sql`(select min(${dailyClose.day}) from ${dailyClose} where ${isInForce})`
  const { rows } = await db.execute<Omit<UnpostedSummary, 'net'> & { net: string }>(sql`
    with d as materialized (select d.* from ${unpostedEntries}
      where d.day = ${day}::date or (d.day < ${day}::date and (d.was_booked or d.day >= ${first})))
    select (select ${bookings} from ${unpostedUpTo(day, sql`d`)}) as "toCome",
      array(select distinct d.day::text as day from d where d.day < ${day}::date and not d.was_booked
        and not ${isClosed(sql`d.day`)} order by 1 limit ${MAX_UNCLOSED_DAYS}) as "leftOut",
      count(*)::int as count, coalesce(sum(d.amount) filter (where d.direction <> 'writeOff'), 0) as net from d where d.day = ${day}::date`)
  return { ...rows[0]!, net: Number(rows[0]!.net) }
}

/** A day with money that nobody has closed, and what its close would book once the days before it are closed. */
export type OpenDay = { day: string; entries: Booking[] }

/**
 * Days of this time with money that nobody has closed, in their order. Each entry stands with the close that would book
 * it: that of its day or, where this is closed, the next one.
 */
export async function readOpenDays({ db }: Pick<Ctx, 'db'>, from: string, until: string): Promise<OpenDay[]> {
  const { rows } = await db.execute<{ day: string; isLate: boolean; entries: Booking[] }>(sql`
    select e.day::text as day, e.is_late as "isLate", ${bookings} as entries
    from (select d.*, d.was_booked or ${isClosed(sql`d.day`)} as is_late from ${unpostedEntries}
      where d.day <= ${until}::date) e
    where e.is_late or e.day >= ${from}::date group by e.day, e.is_late order by e.day`)
  const days = rows.flatMap(({ day, isLate, entries }): OpenDay[] => (isLate ? [] : [{ day, entries }]))
  for (const late of rows.filter(({ isLate }) => isLate))
    days.find(({ day }) => day > late.day)?.entries.push(...late.entries)
  return days.map(({ day, entries }) => ({ day, entries: entries.toSorted((one, other) => one.id - other.id) }))
}

export type Sums = { received: number; refunded: number; net: number; count: number }

/** Received, refunded, what is left, and how many. */
export function sumsOf(entries: readonly Booking[]): Sums {
  const amountsOf = (direction: Direction) =>
    entries.filter(of => of.direction === direction).map(({ amount }) => Number(amount))
  const received = sumAmounts(amountsOf('receipt'))
  const refunded = sumAmounts(amountsOf('refund').map(amount => -amount))
  return { received, refunded, net: sumAmounts([received, -refunded]), count: entries.length }
}

/** Version of the entries; changes with every payment or refund. */
export const entriesVersion = (entries: readonly Booking[]): string =>
  versionOf(entries.map(({ id, amount }) => ({ movement_id: id, amount })))

export type EntryFilters = { kind?: string; way?: Way; direction?: Direction; late?: 'yes' | 'no' }
type EntryQuery = { [Name in keyof EntryFilters]?: EntryFilters[Name] | undefined }

export const matching = ({ kind, way, direction, late }: EntryQuery): SQL =>
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

type EntryRecord = Pick<
  EntryRow,
  'id' | 'receivableId' | 'kind' | 'direction' | 'way' | 'day' | 'confirmedOn' | 'isLate'
> & {
  amount: string
}

/** Order of entries `e`, the same on screens and in workbooks. */
export const entryOrder = sql`e.day, e.kind, e.movement_id`

const entryColumns = sql`e.movement_id as id, e.receivable_id as "receivableId", e.kind, e.direction, e.way, e.amount,
  e.day::text as day, e.confirmed_on::text as "confirmedOn", e.is_late as "isLate"`

/** Reads all entries in `entryOrder`. */
export async function readEntries(ctx: Pick<Ctx, 'db'>, entries: SQL): Promise<EntryRow[]> {
  const { rows } = await ctx.db.execute<EntryRecord>(sql`select ${entryColumns} from ${entries} order by ${entryOrder}`)
  return toEntries(ctx, rows)
}

/** A page of those that match, and how many do: what comes and went is gone through once for both. */
export async function readEntryPage(
  ctx: Pick<Ctx, 'db'>,
  entries: SQL,
  where: SQL,
  page: { pageNum: number; pageSize: number },
): Promise<{ count: number; list: EntryRow[] }> {
  const { rows } = await ctx.db.execute<{ count: number } & (EntryRecord | { id: null })>(sql`
    with e as materialized (select e.* from ${entries} where ${where})
    select n.count, p.* from (select count(*)::int as count from e) n
      left join (select ${entryColumns}, row_number() over (order by ${entryOrder}) as place from e
        order by place limit ${page.pageSize} offset ${offset(page)}) p on true
    order by p.place`)
  const isThere = (row: (typeof rows)[number]): row is { count: number } & EntryRecord => row.id !== null
  return { count: rows[0]!.count, list: await toEntries(ctx, rows.filter(isThere)) }
}

/** Adds the current payer and description from the owed records. */
async function toEntries(ctx: Pick<Ctx, 'db'>, rows: readonly EntryRecord[]): Promise<EntryRow[]> {
  const ids = [...new Set(rows.map(({ receivableId }) => receivableId))]
  const records = new Map((await readRecordsById(ctx, ids)).map(of => [of.id, of]))
  return rows.map(({ id, receivableId, kind, direction, way, amount, day, confirmedOn, isLate }) => {
    const of = records.get(receivableId)
    return {
      id,
      receivableId,
      kind,
      payer: of?.payer ?? '',
      about: of?.about ?? '',
      number: of?.number ?? '',
      direction,
      way,
      amount: Number(amount),
      day,
      confirmedOn,
      isLate,
      kindName: kindName(kind),
      directionName: directionNames[direction],
      wayName: wayNames[way],
    }
  })
}
