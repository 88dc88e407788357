import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { freePort, type Site, startSite, until } from '../support/site.ts'
import { startProxy } from './proxy.ts'

const TOKEN = 'of the tests of operation'

/** The settings of a site whose PostgreSQL is the test's own. */
export const onDatabase = ({ host }: { host?: string }) => ({
  DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${host}`,
})

/**
 * Two processes behind a proxy, as the operator's manual describes: they share a database, a data directory and a key.
 * `checkout`: the folder of another version.
 */
export async function startPair(dataDir: string, checkout?: string) {
  const postgres = await startPostgres({ dataDir })
  const ports = [await freePort(), await freePort()]
  const proxy = await startProxy(await freePort(), ports)
  const serve = (place: number, of?: string) =>
    startSite({
      demo: true,
      dataDir,
      readyWithin: 900_000,
      ...(of && { checkout: of }),
      env: {
        ...onDatabase(postgres.connection),
        PORT: String(ports[place]),
        PUBLIC_URL: `https://localhost:${proxy.port}`,
        TRUST_PROXY: 'loopback',
        DRAIN_SECONDS: '3',
        METRICS_TOKEN: TOKEN,
        BACKUP_AT: 'off',
        CAPTCHA: 'off',
        STAFF_TOTP: 'off',
        WRITES_PER_MINUTE: '10000',
      },
    })
  const sites = await Promise.all(ports.map((_, place) => serve(place, checkout)))
  return {
    postgres,
    proxy,
    sites,
    /** Whether the proxy has sent a request to this site since its start. */
    isBusy: async ({ url, exitCode, output }: Site) => {
      if (exitCode() !== null) throw new Error(`ended by itself with ${exitCode()}: ${output()}`)
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      return (await answer.text()).includes('route="/api/catalog/a"')
    },
    /** Ends one of the two in order and starts this version in its place, or that of the folder. */
    async replace(place: number, checkout?: string): Promise<void> {
      // Wait until the proxy uses both; otherwise stopping one would leave it with none.
      for (const site of sites) await until(() => this.isBusy(site))
      const leaving = sites[place]!.stop()
      // It says so while it drains; on a busy machine it may be gone before it is asked.
      const isLeaving = () =>
        fetch(`${sites[place]!.url}/readyz`).then(
          ({ status }) => status === 503,
          () => true,
        )
      await until(isLeaving)
      const code = await leaving
      if (code !== 0) throw new Error(`ended with ${code}: ${sites[place]!.output()}`)
      sites[place] = await serve(place, checkout)
      await until(() => this.isBusy(sites[place]!))
    },
    async stop(): Promise<void> {
      await Promise.all(sites.map(site => site.cleanUp()))
      await proxy.stop()
      await postgres.stop()
    },
  }
}
