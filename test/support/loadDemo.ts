/** `node test/support/loadDemo.ts dataDir connection`: the demo association, into an empty database. A process of its own, for it needs half the program. */
import { loadDemo } from '../../src/demo.ts'
import { openServices } from '../../src/lib/server/api/services.ts'
import { openPool } from '../../src/lib/server/database/db.ts'
import { migrate } from '../../src/lib/server/database/migrations.ts'
import { readConfig } from '../../src/lib/server/process/config.ts'

const [dataDir, given] = process.argv.slice(2)
const connection = JSON.parse(given!)
await migrate(connection)
const pool = openPool({ ...connection, statement_timeout: 0 })
await loadDemo(await openServices(readConfig({ DATA_DIR: dataDir }), pool))
await pool.end()
