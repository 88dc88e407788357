import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '../api/context.ts'
import { toExactQuery } from './heading.ts'
import { HAN } from './runs.ts'
import { toRegisterQuery } from './words.ts'

/** Maximum candidates: beyond, the best ones are not searched for, since the user types on. */
const MAX_CANDIDATES = 1000

type Named = {
  from: SQLWrapper
  id: SQLWrapper
  words: SQLWrapper
  heading: SQLWrapper
  title: SQLWrapper
  where?: SQL | undefined
}

/** Finds rows by name, wholly or in part, by pinyin, or by part of their number: the best first. */
export async function findByName({ db }: Pick<Ctx, 'db'>, typed: string, limit: number, of: Named): Promise<number[]> {
  const [query, exact] = [toRegisterQuery(typed), toExactQuery(typed)]
  if (query === null || exact === null) return []
  const { from, id, heading, title, where = sql`true` } = of
  // Pinyin stands beside the words of the heading; what is typed in characters is looked for in the heading alone.
  const words = HAN.test(typed) ? heading : of.words
  const having = (column: SQLWrapper, wanted: string) =>
    sql`array(select ${id} from ${from} where ${where} and ${column} @@ ${wanted}::tsquery limit ${MAX_CANDIDATES})`
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${id} as id from ${from} where ${id} = any(${having(heading, exact)} || ${having(words, query)})
    order by ${heading} @@ ${exact}::tsquery desc, ${heading} @@ ${query}::tsquery desc, char_length(${title}), ${id} desc
    limit ${limit}`)
  return rows.map(row => row.id)
}

/** Rows in the order of their ids; one that was deleted meanwhile is left out. */
export function orderByIds<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  return ids.flatMap(id => rows.find(row => row.id === id) ?? [])
}
