import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { COUNT_LIMIT } from '#lib/paging.ts'
import type { Db } from './db.ts'

export type Sought = {
  /** A table, or several joined. */
  from: SQLWrapper
  id: SQLWrapper
  /** A moment or a day: with `id` the order, which has an index. */
  at: SQLWrapper
  where: SQL
  /** A condition with an index of its own: words, part of a number. */
  matches: SQL
  /** Counted apart. */
  kind?: SQLWrapper
}
type Page = { limit: number; skip?: number }
type Wanted = Page & { few?: number }
type Place = { id: number; at: string }
type Answer = { total: number; kinds: Record<string, number> | null; places: Place[] | null }

/** Which of those that fulfil `where` are the newest, and how many there are, to `COUNT_LIMIT` and one more. */
export async function pageOf(db: Db, sought: Omit<Sought, 'matches' | 'kind'>, { limit, skip = 0 }: Page) {
  const { from, id, at, where } = sought
  const { rows } = await db.execute<{ total: number; ids: number[] }>(sql`
    select (select count(*) from (select 1 from ${from} where ${where} limit ${COUNT_LIMIT + 1}) c) as total,
      array(select ${id} from ${from} where ${where} order by ${at} desc, ${id} desc limit ${limit} offset ${skip}) as ids`)
  return rows[0]!
}

/**
 * Which of those that match are the newest, and how many there are, to `few` and one more. As long as they are few, all
 * are fetched by the condition's own index; of many, the order's index soon has enough. The planner, who has to choose
 * beforehand, often guesses wrong for words, and reads a whole table.
 */
export async function newestOf(db: Db, sought: Sought, { limit, skip = 0, few = COUNT_LIMIT }: Wanted) {
  const { from, id, at, where, matches, kind } = sought
  const page = sql`order by at desc, id desc limit ${limit} offset ${skip}`
  const { rows } = await db.execute<Answer>(sql`
    with hit as materialized (
      select ${id} as id, ${at} as at, ${kind ?? sql`null`} as kind from ${from}
      where ${where} and ${matches} limit ${few + 1}
    )
    select (select count(*) from hit) as total,
      (select json_object_agg(kind, n)
        from (select kind, count(*) as n from hit where kind is not null group by kind) k) as kinds,
      (select json_agg(p)
        from (select id, at from hit where (select count(*) from hit) <= ${few} ${page}) p) as places`)
  const { total, kinds, places } = rows[0]!
  const counted = { total, kinds: kinds ?? {} }
  if (total <= few || limit === 0) return { ...counted, places: places ?? [] }
  // Within `case` a condition is no way to the rows any more.
  const many = await db.execute<Pick<Answer, 'places'>>(sql`
    select json_agg(p) as places from (
      select ${id} as id, ${at} as at from ${from} where ${where} and case when ${matches} then true end ${page}
    ) p`)
  return { ...counted, places: many.rows[0]!.places ?? [] }
}
