import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import { makeApp } from '../src/app.ts'
import type { Endpoint } from '../src/lib/contract.ts'
import { openServices } from '../src/lib/server/api/services.ts'
import { MIN_POSTGRES_VERSION } from '../src/lib/server/database/database.ts'
import { openPool } from '../src/lib/server/database/db.ts'
import { startPostgres } from '../src/lib/server/database/postgres.ts'
import { readConfig } from '../src/lib/server/process/config.ts'
import { hashToken } from '../src/modules/accounts/server/sessions.ts'
import { account, session } from '../src/modules/accounts/server/tables.ts'
import { installedPostgres } from './operation/installed.ts'
import { FOR_TESTS, loadDemoInto } from './support/demoTemplate.ts'
import { makeScratch } from './support/tempDir.ts'

const oldest = installedPostgres.find(({ version }) => version >= MIN_POSTGRES_VERSION)

/** `npm run faults versions` runs all tests of the API on what is installed. */
test.skipIf(!oldest)(
  'the oldest PostgreSQL here takes the schema, the demo association and every question',
  async () => {
    const dataDir = await makeScratch('oldest')
    const binaries = { initdb: join(oldest!.bin, 'initdb'), postgres: join(oldest!.bin, 'postgres') }
    const { connection, stop } = await startPostgres({ dataDir, settings: FOR_TESTS.settings, binaries })
    const pool = openPool({ ...connection, max: 3 })
    try {
      await loadDemoInto(connection, dataDir)
      const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://site.test' })
      const services = await openServices(config, pool)
      const app = makeApp(services)
      const [admin] = await services.db
        .update(account)
        .set({ totpSince: new Date() })
        .where(eq(account.userName, 'admin'))
        .returning()
      const token = randomBytes(32).toString('base64url')
      await services.db
        .insert(session)
        .values({ tokenHash: hashToken(token), accountId: admin!.id, confirmedAt: new Date() })
      const statuses: Record<string, number> = {}
      for (const [key, endpoint] of Object.entries<Endpoint>(contract)) {
        if (!key.startsWith('GET ')) continue
        const url = `/api${key.slice('GET '.length).replace(/\{\w+\}/g, '1')}?id=1`
        const headers = endpoint.who === 'anyone' ? {} : { cookie: `staff=${token}` }
        statuses[key] = (await app.inject({ url, headers })).statusCode
      }
      expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([])
      expect(Object.values(statuses).filter(status => status === 200).length).toBeGreaterThan(200)
      await app.close()
    } finally {
      await pool.end()
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  // Starts a database and loads the demo association, which takes a minute on a busy machine.
  180_000,
)
