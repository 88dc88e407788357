import { sql } from 'drizzle-orm'
import { SEARCH_WINDOW } from '#lib/search.ts'
import type { Db } from '../database/db.ts'
import { unindexed } from '../database/unindexed.ts'
import { NEARLY } from './near.ts'
import { asked, bound, byAge, length, limit, rankedColumns, type Searched, thoseWith, wanted } from './searched.ts'

/**
 * What has most of what was asked for in its heading; where no heading comes so near as a text may, also what has it in its
 * text with one character otherwise, or all but one of the words.
 */
export function findNear(db: Db, of: Searched) {
  const { from, id, at, heading = of.words, title, words } = of
  const given = (name: string) => sql.placeholder(name)
  const having = (query: string) => sql`array(
    select ${id} from ${from} where ${thoseWith(of, sql`${heading} @@ (select ${sql.raw(query)} from near)`)}
    limit ${bound(SEARCH_WINDOW)})`
  const more = sql`0.1 * least(1, ${length} / greatest(1, char_length(${title})))
    + 0.1 * coalesce((${heading} @@ ${wanted})::int, 0) + ${byAge(at)}`
  return db.select(rankedColumns).from(
    sql`(with ${asked}, near as materialized (select ${given('most')}::tsquery as most_of_it, ${given('any')}::tsquery as any_of_it),
        part as materialized (
          select query::tsquery, weight from unnest(${given('parts')}::text[], ${given('weights')}::float8[]) p (query, weight)),
        text as materialized (
          select query::tsquery, surely::tsquery, score
          from unnest(${given('texts')}::text[], ${given('surely')}::text[], ${given('scores')}::float8[]) t (query, surely, score)),
        close as materialized (
          select ${id} as id, ${at} as at, (select sum(weight) from part where ${heading} @@ part.query) as score, ${more} as more
          from ${from} where ${id} = any(${having('most_of_it')} || ${having('any_of_it')})
        ),
        both_ways as (
          select id, at, score + more as rank from close where score >= ${given('least')}::float8
          union all
          select found.id, found.at, text.score + found.more from text cross join lateral (
            select ${id} as id, ${at} as at, ${more} as more from ${from}
            where not exists (select 1 from close where close.score >= ${bound(NEARLY)})
              and ${thoseWith(of, sql`${words} @@ text.surely`)} and ${unindexed(sql`${words} @@ text.query`)}
            limit ${bound(SEARCH_WINDOW)}
          ) found
        )
      select id, to_json(at) #>> '{}' as at, max(rank) as rank from both_ways
      group by id, at order by rank desc, both_ways.at desc, id desc limit ${limit}::int) best`,
  )
}
