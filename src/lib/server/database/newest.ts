import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Count, MAX_COUNTED_ROWS } from '#lib/paging.ts'
import { countOrOver } from './counting.ts'
import type { Db } from './db.ts'
import { unindexed } from './unindexed.ts'

export type Order = {
  /** A moment or a day: with `id` the order, which has an index. */
  at: SQLWrapper
  /** The oldest first instead of the newest. */
  ascending?: boolean
}
export type Sought = Order & {
  /** A table, or several joined. */
  from: SQLWrapper
  /** Tables of the same columns whose union `from` is, each with indexes of its own. */
  parts?: (() => readonly SQLWrapper[]) | undefined
  id: SQLWrapper
  where: SQL
  /** A condition with an index of its own: words, part of a number. */
  matches: SQL
  /** Counted apart. */
  kind?: SQLWrapper
}
type Ordered = Omit<Sought, 'matches' | 'kind'>
type Page = { limit: number; skip?: number }
type Wanted = Page & { few: number }
export type Place = { id: number; at: string }
type Answer = { total: number; kinds: Record<string, number> | null; places: Place[] | null }

const directionOf = ({ ascending }: Pick<Order, 'ascending'>) => sql.raw(ascending ? 'asc' : 'desc')

/** Ids of the rows on a page, newest first, and their total. */
export async function pageOf(
  db: Db,
  { matches, ...sought }: Ordered & { matches: SQL | undefined },
  page: Page,
): Promise<{ ids: number[]; total: Count }> {
  if (matches) {
    const { places, total } = await newestOf(db, { ...sought, matches }, { ...page, few: MAX_COUNTED_ROWS })
    return { ids: places.map(({ id }) => id), total: countOrOver(total) }
  }
  const { rows } = await db.execute<{ total: number; ids: number[] }>(sql`
    select (select count(*) from (${matchingRows(sought, MAX_COUNTED_ROWS + 1)}) c) as total,
      array(select id from (${firstOf(sought, page)}) p) as ids`)
  return { ids: rows[0]!.ids, total: countOrOver(rows[0]!.total) }
}

/**
 * Returns the newest matches and their count, up to `few` + 1. Few matches are all fetched by the index of the
 * condition; with many, the index of the order soon yields enough. The planner has to choose beforehand, often guesses
 * wrong for words, and reads the whole table.
 */
export async function newestOf(db: Db, sought: Sought, wanted: Wanted) {
  const { places, ...counted } = await newestOfFew(db, sought, wanted)
  if (places) return { ...counted, places }
  const { where, matches } = sought
  const many = await db.execute<Pick<Answer, 'places'>>(sql`
    select json_agg(p) as places from (
      ${firstOf({ ...sought, where: sql`${where} and ${unindexed(matches)}` }, wanted)}
    ) p`)
  return { ...counted, places: many.rows[0]!.places ?? [] }
}

/** The same for an order without an index: where more than `few` match, `places` is null and nothing was sorted. */
export async function newestOfFew(db: Db, sought: Sought, wanted: Wanted) {
  const { from, id, at, where, matches, kind } = sought
  const { limit, few } = wanted
  const { rows } = await db.execute<Answer>(sql`
    with hit as materialized (
      select ${id} as id, ${at} as at, ${kind ?? sql`null`} as kind from ${from}
      where ${where} and ${matches} limit ${few + 1}
    )
    select (select count(*) from hit) as total,
      (select json_object_agg(kind, n)
        from (select kind, count(*) as n from hit where kind is not null group by kind) k) as kinds,
      (select json_agg(p) from (
        select id, at from hit where (select count(*) from hit) <= ${few} ${orderBy(sought, wanted)}
      ) p) as places`)
  const { total, kinds, places } = rows[0]!
  const isRead = total <= few || limit === 0
  return { total, kinds: kinds ?? {}, places: isRead ? (places ?? []) : null }
}

function orderBy(sought: Ordered, { limit, skip = 0 }: Page): SQL {
  const direction = directionOf(sought)
  return sql`order by at ${direction}, id ${direction} limit ${limit} offset ${skip}`
}

/** Selects one row per match, up to `limit`. */
function matchingRows({ from, parts, where }: Ordered, limit: number): SQL {
  const bound = sql` limit ${limit}`
  const some = (table: SQLWrapper) => sql`select 1 from ${table} where ${where}${bound}`
  return parts ? sql`${unionOf(parts().map(some))}${bound}` : some(from)
}

/** The first rows in the order; of parts, the first of what is first in each. */
function firstOf(sought: Ordered, page: Page): SQL {
  const { from, parts, id, at, where } = sought
  const first = (table: SQLWrapper, rows: Page) =>
    sql`select ${id} as id, ${at} as at from ${table} where ${where} ${orderBy(sought, rows)}`
  if (!parts) return first(from, page)
  const limit = page.limit + (page.skip ?? 0)
  return sql`select id, at from (${unionOf(parts().map(part => first(part, { limit })))}) f ${orderBy(sought, page)}`
}

const unionOf = (selects: readonly SQL[]) =>
  sql.join(
    selects.map(select => sql`(${select})`),
    sql` union all `,
  )

const BATCH = 1000

/** The rows after `last` in the order, or the first ones: a batch of a list that is read whole. */
export async function nextOf(db: Db, sought: Ordered, last: Place | undefined) {
  const { id, at, ascending } = sought
  const beyond = sql`(${at}, ${id}) ${sql.raw(ascending ? '>' : '<')} (${last?.at}, ${last?.id})`
  const where = last ? sql`${sought.where} and ${beyond}` : sought.where
  const { rows } = await db.execute<Place>(sql`
    select id, at::text as at from (${firstOf({ ...sought, where }, { limit: BATCH })}) p`)
  return rows
}
