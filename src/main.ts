import { openServices } from '#lib/server/api/services.ts'
import { refuseUnfinished } from '#lib/server/archive/unfinished.ts'
import { openForServer } from '#lib/server/database/database.ts'
import { openPool } from '#lib/server/database/db.ts'
import { listen } from '#lib/server/database/listen.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { readGivenKey } from '#lib/server/documents/signingKey.ts'
import { refuseOtherKey } from '#lib/server/encryption/keyMark.ts'
import { makeJobs } from '#lib/server/jobs/jobs.ts'
import { makeSender } from '#lib/server/outbox/sender.ts'
import { readConfig } from '#lib/server/process/config.ts'
import { live } from '#lib/server/process/lifetime.ts'
import { leave, openPort } from '#lib/server/process/port.ts'
import { makeAuditSealer } from '#modules/audit/server/sealing.ts'
import { loadDemoIfEmpty } from './demo.ts'
import { greet } from './greeting.ts'
import { jobs } from './jobs.ts'
import { makeSite } from './site.ts'

const dev = process.argv.includes('--dev')
// React renders several times slower without it.
process.env.NODE_ENV ??= dev ? 'development' : 'production'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** What is opened first is closed last: the port, the jobs, the LISTEN, the pool, PostgreSQL. */
live(async atEnd => {
  const config = readConfig()
  if (config.signing) await readGivenKey(config.signing)
  const { connection, embedded, close } = await openForServer(config, say)
  atEnd(close)
  await refuseUnfinished(config.dataDir, connection)
  await migrate(connection)
  const pool = openPool(connection)
  atEnd(() => pool.end())
  const services = await openServices(config, pool)
  await refuseOtherKey(services)
  await loadDemoIfEmpty(services, { embedded, say })
  const { app, cache } = await makeSite(services, { dev })
  atEnd(await listen(connection, 'content', { changed: cache.drop, lost: cache.deafen }))
  const sender = makeSender(services, app.log)
  atEnd(sender.rest)
  atEnd(await listen(connection, 'outbox', { changed: sender.wake, lost: () => {} }))
  const auditSealer = makeAuditSealer(services, app.log)
  atEnd(auditSealer.rest)
  atEnd(await listen(connection, 'audit', { changed: auditSealer.wake, lost: () => {} }))
  const clockwork = makeJobs(services, jobs, { pool, log: app.log })
  atEnd(clockwork.stop)
  atEnd(() => app.close())
  atEnd(() => leave(app, config.drain), config.drain)
  await openPort(app, config)
  clockwork.start()
  await greet(services, say)
}, say)
