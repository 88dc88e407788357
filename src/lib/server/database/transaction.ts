import type { Db } from './db.ts'

/**
 * Runs `work` in one transaction: all of it is stored, or nothing where it throws. `tx` is the context with the connection
 * of the transaction, so that whatever gets it takes part.
 */
export const inTransaction = <C extends { readonly db: Db }, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> =>
  ctx.db.transaction(db => work({ ...ctx, db } as C))
