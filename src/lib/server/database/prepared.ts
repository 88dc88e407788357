import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/**
 * A statement that is put together once for each pool or transaction instead of for each call: that takes Drizzle
 * longer than PostgreSQL needs to answer most of them. Only for what is planned alike whatever the values are.
 */
export function prepared<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>()
  return db => {
    const known = statements.get(db)
    if (known) return known
    const statement = prepare(db)
    statements.set(db, statement)
    return statement
  }
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** Part of statements that has no values in it, put together once. */
export function written(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part)
  if (params.length > 0) throw new Error(`this part of a statement has values in it: ${text}`)
  return sql.raw(text)
}
