import { openServices } from '#lib/server/api/services.ts'
import { refuseUnfinished } from '#lib/server/archive/unfinished.ts'
import { shipFiles } from '#lib/server/backups/archiving/shipping.ts'
import { openForServer } from '#lib/server/database/database.ts'
import { openDb, openPool, withUnlimitedPool } from '#lib/server/database/db.ts'
import { listen } from '#lib/server/database/listen.ts'
import { isSchemaNewer, migrate } from '#lib/server/database/migrations.ts'
import { openReplica } from '#lib/server/database/replica.ts'
import { grantProgramRights } from '#lib/server/database/roles.ts'
import { watch } from '#lib/server/database/watch.ts'
import { readGivenKey } from '#lib/server/documents/signingKey.ts'
import { refuseLostKey, refuseOtherKey } from '#lib/server/encryption/keyMark.ts'
import { makeJobs } from '#lib/server/jobs/jobs.ts'
import { makeSender } from '#lib/server/outbox/sender.ts'
import { makePurger } from '#lib/server/pages/purger.ts'
import { buildName } from '#lib/server/process/buildIdentity.ts'
import { type Config, readSupervisor } from '#lib/server/process/config.ts'
import { fileLimitWarning } from '#lib/server/process/fileLimit.ts'
import type { AtEnd, Say } from '#lib/server/process/lifetime.ts'
import { drain, EVERYWHERE, openPort, THIS_MACHINE } from '#lib/server/process/port.ts'
import { makeSupervisor } from '#lib/server/process/supervisor.ts'
import { openDemoAccounts, refusePublicDemo } from '#modules/accounts/server/openDemo/openDemo.ts'
import { makeAuditSealer } from '#modules/audit/server/sealing.ts'
import { currentCredentialKey } from '#modules/certificates/credentials/server/keys.ts'
import { refuseLostFolder } from '#modules/files/server/lostFolder.ts'
import { filesSince } from '#modules/files/server/namedFiles.ts'
import { backupJobs } from '#modules/oversight/backups/server/jobs.ts'
import { refreshOperation } from '#modules/settings/server/operation.ts'
import { beginTrialIfEmpty } from '#modules/settings/server/trial.ts'
import { goLiveJob } from '#modules/trial/server/goLiveJob.ts'
import { loadDemoIfEmpty } from './demo.ts'
import { jobs } from './jobs.ts'
import { makeSite } from './site.ts'
import { printStartupBanner } from './startupBanner.ts'

/** `''`: anything may have changed. */
const touchesSettings = (what: string) => ['', 'setting'].includes(what)

/** `dev`: pages are made anew as their code changes. */
type Options = { dev: boolean; say: Say }

/** Starts the server. Resources are closed in reverse order: the port, the jobs, the LISTEN, the pool, PostgreSQL. */
export async function serve(config: Config, atEnd: AtEnd, { dev, say }: Options): Promise<void> {
  const supervisor = makeSupervisor(readSupervisor(), say)
  atEnd(supervisor.rest)
  if (config.signing) await readGivenKey(config.signing)
  const { connection, working, listening, embedded, close } = await openForServer(config, say)
  atEnd(close)
  await refuseUnfinished(config.dataDir, connection)
  await migrate(connection, say)
  await grantProgramRights(connection, working)
  const pool = openPool(working)
  atEnd(() => pool.end())
  await refuseLostKey({ db: openDb(pool), config })
  await refuseLostFolder(openDb(pool), config)
  const services = await openServices(config, pool)
  await refuseOtherKey(services)
  await withUnlimitedPool(listening, async slow => loadDemoIfEmpty(await openServices(config, slow), { embedded, say }))
  await beginTrialIfEmpty(services)
  await currentCredentialKey({ ...services, now: new Date() })
  const isOpen = (await openDemoAccounts(services)).length > 0
  if (isOpen) refusePublicDemo(config)
  const replica = config.databaseReplicaUrl
    ? openReplica({ connectionString: config.databaseReplicaUrl, max: config.databasePool }, pool)
    : undefined
  if (replica) atEnd(replica.stop)
  const { app, cache, kept } = await makeSite(services, { dev, replica })
  replica?.follow(app.log)
  atEnd(async () => app.log.info('stopped: no request and no job is under way'))
  await refreshOperation(services)
  atEnd((await watch(pool, working, app.log)).stop)
  const purger = config.purging && makePurger(config.purging, app.log)
  if (purger) atEnd(purger.stop)
  const changed = (what: string) => {
    kept.changed(what)
    purger?.changed(what)
    // A database that has just gone tells again when it is back.
    if (touchesSettings(what)) refreshOperation(services).catch(() => {})
  }
  const sender = makeSender(services, app.log)
  atEnd(sender.rest)
  const auditSealer = makeAuditSealer(services, app.log)
  atEnd(auditSealer.rest)
  const heard = await listen(listening, {
    changed: { content: changed, outbox: sender.wake, audit: auditSealer.wake },
    lost: kept.deafen,
  })
  atEnd(heard.stop)
  cache.hearBy(heard.caughtUp)
  const clockwork = makeJobs(services, [...jobs, ...backupJobs(config, connection), goLiveJob(connection)], {
    pool,
    log: app.log,
    isAway: () => pool.isAway,
    owner: connection,
    grant: () => grantProgramRights(connection, working),
  })
  atEnd(clockwork.stop)
  if (config.backup.wal && embedded && !config.s3)
    atEnd(
      shipFiles({
        config,
        store: services.store,
        named: filesSince(services.db),
        warn: err => app.log.warn({ err }, 'files are not archived'),
      }),
    )
  atEnd(() => app.close())
  atEnd(() => drain(app, config.drain), config.drain)
  atEnd(supervisor.stopping)
  atEnd(async () => app.log.info({ drainSeconds: config.drain / 1000 }, 'stopping'))
  const host = config.host ?? (isOpen ? THIS_MACHINE : EVERYWHERE)
  await openPort(app, { port: config.port, host })
  await supervisor.ready()
  const tooFewFiles = fileLimitWarning(config.edge.connections.inAll)
  if (tooFewFiles) say(tooFewFiles)
  app.log.info({ build: buildName, node: process.versions.node, port: config.port }, 'started')
  if (await isSchemaNewer(pool))
    app.log.warn({ build: buildName }, 'a later version has migrated the database: go back to that version soon')
  clockwork.start()
  await printStartupBanner(services, say)
}
