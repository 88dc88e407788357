import { readConfig } from '#lib/server/config.ts'
import { openForServer } from '#lib/server/database.ts'
import { migrate, openDb, openPool } from '#lib/server/db.ts'
import { listen } from '#lib/server/listen.ts'
import { openStore } from '#lib/server/store.ts'
import { greet, loadDemoIfEmpty } from './demo.ts'
import { makeSite } from './site.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

try {
  await start()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function start() {
  const config = readConfig()
  const database = await openForServer(config, say)
  const undo: (() => Promise<unknown>)[] = [database.close]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await migrate(database.connection)
    const pool = openPool(database.connection)
    undo.push(() => pool.end())
    const services = { db: openDb(pool), store: await openStore(config), config }
    await loadDemoIfEmpty(services, { embedded: database.embedded, say })
    const { app, cache } = await makeSite(services, { dev: process.argv.includes('--dev') })
    undo.push(() => app.close())
    const hush = await listen(database.connection, 'content', { changed: cache.drop, lost: cache.deafen })
    undo.push(hush)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
    await app.listen({ port: config.port, host: config.host })
    await greet(services, say)
  } catch (error) {
    await stop()
    throw error
  }
}
