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
