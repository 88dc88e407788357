import type { Pool, PoolClient } from 'pg'
import { openDb } from '#lib/server/database/db.ts'
import type { Store } from '#lib/server/storage/store.ts'
import { findUnnamed, namedFiles } from '#modules/files/server/namedFiles.ts'

/** The files that a backup has: those that the database names at that moment. */
export const sourcesOf = (pool: Pool, store: Pick<Store, 'open'>) => (client: PoolClient) => ({
  files: namedFiles(openDb(client)),
  unnamed: (keys: string[]) => findUnnamed(openDb(pool), keys),
  store,
})
