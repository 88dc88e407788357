import type { Pool } from 'pg'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { openDb } from './db.ts'
import { openSealer } from './seal.ts'
import { openStore } from './store.ts'

/** Everything that functions of the business stand on, for the server, the command line and tests alike. */
export const openServices = async (config: Config, pool: Pool): Promise<Services> => ({
  db: openDb(pool),
  store: await openStore(config),
  sealer: await openSealer(config),
  config,
})
