import type { Pool } from 'pg'
import { openDb } from '../database/db.ts'
import { openEncryption } from '../encryption/encryption.ts'
import type { Config } from '../process/config.ts'
import { openStore } from '../storage/store.ts'
import type { Services } from './context.ts'

/** Opens the services that business functions need, for the server, the command line and tests alike. */
export const openServices = async (config: Config, pool: Pool): Promise<Services> => ({
  db: openDb(pool),
  store: await openStore(config),
  encryption: await openEncryption(config),
  config,
})
