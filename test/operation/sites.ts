import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { launchSite, type Site, startSite } from '../support/site.ts'

type Options = Parameters<typeof startSite>[0]

/** As in `test/support/site.ts`, and gone when the test is over. */
export const start = (options?: Options) => cleaned(startSite(options))
export const launch = (options?: Options) => cleaned(launchSite(options))

async function cleaned(starting: Promise<Site>): Promise<Site> {
  const site = await starting
  onTestFinished(() => site.cleanUp())
  return site
}

/** A look into the site's own PostgreSQL. */
export async function lookInto({ dataDir }: Site): Promise<Client> {
  const client = new Client({ host: join(dataDir, 'run'), user: 'hangxie', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A process that may be killed: never 0, which would mean everybody around here. */
export async function postmasterOf({ dataDir }: Pick<Site, 'dataDir'>): Promise<number> {
  const pid = Number.parseInt(await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8'), 10)
  if (!(pid > 1)) throw new Error('postmaster.pid names no process')
  return pid
}

/** Dead, or dead and only not yet buried by whoever inherited it. */
export async function isGone(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command === ''
}

/** What people read where a start fails: one line, Chinese, no stack. */
export function sentenceOf(output: string): string {
  const lines = output.trim().split('\n')
  if (lines.length !== 1 || !/\p{Script=Han}/u.test(output)) throw new Error(`not one sentence: ${output}`)
  return lines[0]!
}
