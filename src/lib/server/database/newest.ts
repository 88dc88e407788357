import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Count } from '#lib/paging.ts'
import { boundOf, orEstimate, orMore } from './counting.ts'
import type { Db } from './db.ts'

export type Sought = {
  /** A table, or several joined. */
  from: SQLWrapper
  id: SQLWrapper
  /** A moment or a day: with `id` the order, which has an index. */
  at: SQLWrapper
  /** The oldest first instead of the newest. */
  ascending?: boolean
  where: SQL
  /** A condition with an index of its own: words, part of a number. */
  matches: SQL
  /** Counted apart. */
  kind?: SQLWrapper
}
type Page = { limit: number; skip?: number }
type Wanted = Page & { few: number }
export type Place = { id: number; at: string }
type Answer = { total: number; kinds: Record<string, number> | null; places: Place[] | null }

const directionOf = ({ ascending }: Pick<Sought, 'ascending'>) => sql.raw(ascending ? 'asc' : 'desc')

/** Which rows stand on a page, the newest first, and how many there are. */
export async function pageOf(
  db: Db,
  { matches, ...sought }: Omit<Sought, 'matches' | 'kind'> & { matches: SQL | undefined },
  page: Page,
): Promise<{ ids: number[]; total: Count }> {
  const { from, where } = sought
  const bound = await boundOf(db, from, { byWords: matches !== undefined })
  if (matches) {
    const { places, total } = await newestOf(db, { ...sought, matches }, { ...page, few: bound })
    return { ids: places.map(({ id }) => id), total: orMore(total, bound) }
  }
  const { ids, total } = await countedPageOf(db, sought, { ...page, bound })
  return { ids, total: await orEstimate(db, total, bound, sql`select 1 from ${from} where ${where}`) }
}

/** How many there are to `bound` and one more. */
async function countedPageOf(
  db: Db,
  sought: Omit<Sought, 'matches' | 'kind'>,
  { limit, skip = 0, bound }: Page & { bound: number },
) {
  const { from, id, at, where } = sought
  const direction = directionOf(sought)
  const { rows } = await db.execute<{ total: number; ids: number[] }>(sql`
    select (select count(*) from (select 1 from ${from} where ${where} limit ${bound + 1}) c) as total,
      array(select ${id} from ${from} where ${where} order by ${at} ${direction}, ${id} ${direction}
        limit ${limit} offset ${skip}) as ids`)
  return rows[0]!
}

/**
 * Which of those that match are the newest, and how many there are, to `few` and one more. As long as they are few, all
 * are fetched by the condition's own index; of many, the order's index soon has enough. The planner, who has to choose
 * beforehand, often guesses wrong for words, and reads a whole table.
 */
export async function newestOf(db: Db, sought: Sought, wanted: Wanted) {
  const { places, ...counted } = await newestOfFew(db, sought, wanted)
  if (places) return { ...counted, places }
  const { from, id, at, where, matches } = sought
  // Within `case` a condition is no way to the rows any more.
  const many = await db.execute<Pick<Answer, 'places'>>(sql`
    select json_agg(p) as places from (
      select ${id} as id, ${at} as at from ${from} where ${where} and case when ${matches} then true end
      ${inOrder(sought, wanted)}
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
        select id, at from hit where (select count(*) from hit) <= ${few} ${inOrder(sought, wanted)}
      ) p) as places`)
  const { total, kinds, places } = rows[0]!
  const isRead = total <= few || limit === 0
  return { total, kinds: kinds ?? {}, places: isRead ? (places ?? []) : null }
}

function inOrder(sought: Sought, { limit, skip = 0 }: Page): SQL {
  const direction = directionOf(sought)
  return sql`order by at ${direction}, id ${direction} limit ${limit} offset ${skip}`
}

const BATCH = 1000

/** The rows after `last` in the order, or the first ones: a batch of a list that is read whole. */
export async function nextOf(db: Db, sought: Omit<Sought, 'matches' | 'kind'>, last: Place | undefined) {
  const { from, id, at, where, ascending } = sought
  const beyond = sql`(${at}, ${id}) ${sql.raw(ascending ? '>' : '<')} (${last?.at}, ${last?.id})`
  const direction = directionOf(sought)
  const { rows } = await db.execute<Place>(sql`
    select ${id} as id, (${at})::text as at from ${from} where ${where} and ${last ? beyond : sql`true`}
    order by ${at} ${direction}, ${id} ${direction} limit ${BATCH}`)
  return rows
}
