import { readConfig } from '#lib/server/config.ts'
import { openForServer } from '#lib/server/database.ts'
import { openPool } from '#lib/server/db.ts'
import { live } from '#lib/server/lifetime.ts'
import { listen } from '#lib/server/listen.ts'
import { migrate } from '#lib/server/migrations.ts'
import { openPort } from '#lib/server/port.ts'
import { openServices } from '#lib/server/services.ts'
import { greet, loadDemoIfEmpty } from './demo.ts'
import { makeSite } from './site.ts'

const dev = process.argv.includes('--dev')
// React renders several times slower without it.
process.env.NODE_ENV ??= dev ? 'development' : 'production'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** What is opened first is closed last: the port, the LISTEN, the pool, PostgreSQL. */
live(async atEnd => {
  const config = readConfig()
  const { connection, embedded, close } = await openForServer(config, say)
  atEnd(close)
  await migrate(connection)
  const pool = openPool(connection)
  atEnd(() => pool.end())
  const services = await openServices(config, pool)
  await loadDemoIfEmpty(services, { embedded, say })
  const { app, cache } = await makeSite(services, { dev })
  atEnd(await listen(connection, 'content', { changed: cache.drop, lost: cache.deafen }))
  atEnd(() => app.close())
  await openPort(app, config)
  await greet(services, say)
}, say)
