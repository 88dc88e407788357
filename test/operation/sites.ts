import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { onTestFailed, onTestFinished } from 'vitest'
import { launchSite, type Site, startSite } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'

type Options = Parameters<typeof startSite>[0]

/**
 * Starts a site as `test/support/site.ts` does and removes it after the test; prints the site's output if the test
 * fails.
 */
export const start = (options?: Options) => cleaned(startSite(options))
export const launch = (options?: Options) => cleaned(launchSite(options))

async function cleaned(starting: Promise<Site>): Promise<Site> {
  const site = await starting
  onTestFinished(() => site.cleanUp())
  onTestFailed(() => console.error(`${site.url} said:\n${site.output()}`))
  return site
}

/** The demo association for a PostgreSQL of the test's own. */
export const layOutDemo = (dataDir: string) => cp(process.env.SITE_TEMPLATE!, dataDir, { recursive: true })

/** A data directory for a site whose database, elsewhere, holds the demo association: its files and its key. */
export async function freshDirectoryWithDemo(): Promise<string> {
  const dataDir = await makeScratch('site')
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  for (const name of ['files', 'secret.key'])
    await cp(join(process.env.SITE_TEMPLATE!, name), join(dataDir, name), { recursive: true })
  return dataDir
}

/** A look into the site's own PostgreSQL. */
export async function lookInto({ dataDir }: Site): Promise<Client> {
  const client = new Client({ host: join(dataDir, 'run'), user: 'hangxie', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Asks a PostgreSQL that is the test's own. */
export async function queryIn(connection: PoolConfig, query: string, values: unknown[] = []) {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(query, values)).rows
  } finally {
    await client.end()
  }
}

/** A process that may be killed: never 0, which would mean everybody around here. */
export async function postmasterOf({ dataDir }: Pick<Site, 'dataDir'>): Promise<number> {
  const pid = Number.parseInt(await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8'), 10)
  if (!(pid > 1)) throw new Error('postmaster.pid names no process')
  return pid
}

/** Dead, or dead and only not yet buried by whoever inherited it. */
export async function hasEnded(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command === ''
}

/** Returns the error message of a failed start: exactly one line in Chinese, without a stack trace. */
export function startErrorIn(output: string): string {
  const lines = output.trim().split('\n')
  if (lines.length !== 1 || !/\p{Script=Han}/u.test(output)) throw new Error(`not one sentence: ${output}`)
  return lines[0]!
}
