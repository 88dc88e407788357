import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { verifyArchive } from '#lib/server/archive/verifying.ts'
import { startPostgres } from '#lib/server/database/postgres.ts'
import { stopRunning } from '#lib/server/database/postmaster.ts'
import { DEMO_PASSWORD } from '#modules/accounts/demoNames.ts'
import { startErrorIn } from '../operation/sites.ts'
import { hangxie } from '../operation/tool.ts'
import type { Site } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'

export function setUpBackups() {
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })
  beforeAll(async () => {
    home = await makeScratch('backup')
    const dataDir = join(home, 'demo')
    await cp(process.env.SITE_TEMPLATE!, dataDir, { recursive: true })
    archive = join(home, 'demo.tar')
    expect(await hangxie(dataDir, 'backup', '--with-key', '--to', archive)).toMatchObject({ code: 0, stdout: /^✓/ })
  })
  afterAll(() => rm(home, { recursive: true, force: true }))
}

export let home: string
/** The demo association, with its key, made once for all tests here. */
export let archive: string

let made = 0
/** A name for a directory that is not there yet; whatever comes to be in it is gone after the test. */
export function fresh(): string {
  const dataDir = join(home, `data-${++made}`)
  onTestFinished(async () => {
    await stopRunning(join(dataDir, 'pg'))
    await rm(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

export async function demoDirectory(): Promise<string> {
  const dataDir = fresh()
  await cp(process.env.SITE_TEMPLATE!, dataDir, { recursive: true })
  return dataDir
}

/** The PostgreSQL of a directory that no server uses. */
export async function lookIn(dataDir: string): Promise<Client> {
  const { connection } = await startPostgres({ dataDir })
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

export const restore = (dataDir: string, path: string, ...more: string[]) => hangxie(dataDir, 'restore', path, ...more)

/** Starts a command in a process that the test may kill. */
export function spawnTool(dataDir: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir }
  return spawn(process.execPath, ['src/cli.ts', ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    env,
    stdio: 'ignore',
  })
}

/** Refused in one sentence, and not even the directory is made. */
export async function refused(path: string, why: RegExp) {
  const dataDir = fresh()
  const { code, stderr } = await restore(dataDir, path)
  expect(code).toBe(1)
  expect(startErrorIn(stderr.replace('正在检查备份……\n', ''))).toMatch(why)
  expect(existsSync(dataDir)).toBe(false)
}

/** The check that comes before all else, without a process of its own for each of many. */
export const isRefused = (path: string, why: RegExp, passphrase?: string) =>
  expect(verifyArchive({ path, passphrase })).rejects.toThrow(why)

export async function ask({ url }: Site, path: string, { body, ...headers }: { [name: string]: string } = {}) {
  const method = body === undefined ? 'GET' : 'POST'
  const given = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers }
  return (await fetch(`${url}/api${path}`, { method, headers: given, body: body ?? null })).json()
}

export const signIn = (site: Site, path: string, account: string) =>
  ask(site, path, { body: JSON.stringify({ account, password: DEMO_PASSWORD }) })
