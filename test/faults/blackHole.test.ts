import { execFile, spawn } from 'node:child_process'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { startLine } from '../operation/database/line.ts'
import { postmasterOf, start } from '../operation/sites.ts'
import { until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'

/**
 * Times in ms: how long the database is away, and the maximum until visitors are answered, until it is back, and until
 * the program ends.
 */
const AWAY = 20_000
const ANSWERED = 5_000
const BACK = 5_000
const ENDED = 10_000

let dir: string
let connection: PoolConfig
let stop: () => Promise<void>

beforeAll(async () => {
  dir = await makeScratch('hole')
  await cp(process.env.SITE_TEMPLATE!, dir, { recursive: true })
  ;({ connection, stop } = await startPostgres({ dataDir: dir }))
})
afterAll(async () => {
  await stop()
  await rm(dir, { recursive: true })
})

type Way = { url: string; disturb: () => Promise<void>; heal: () => Promise<void>; close: () => Promise<void> }
const socket = () => `${connection.host}/.s.PGSQL.5432`
const urlOf = (host: string, port: number) => `postgres://hangxie@${host}:${port}/postgres`

async function byLine(act: 'freeze' | 'reset' | 'refuse'): Promise<Way> {
  const line = await startLine(socket())
  return {
    url: urlOf('127.0.0.1', line.port),
    disturb: async () => line[act](),
    heal: line.heal,
    close: async () => line.stop(),
  }
}

/** The server with all its processes, or alone: then who is connected is served still, and nobody else. */
async function byStopping(whole: boolean): Promise<Way> {
  const line = await startLine(socket())
  const postmaster = await postmasterOf({ dataDir: dir })
  const signal = async (name: NodeJS.Signals) => {
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    const pids = whole ? children.trim().split(' ').map(Number) : []
    for (const pid of [postmaster, ...pids]) process.kill(pid, name)
  }
  return {
    url: urlOf('127.0.0.1', line.port),
    disturb: () => signal('SIGSTOP'),
    heal: () => signal('SIGCONT'),
    close: async () => line.stop(),
  }
}

/** The database is elsewhere; what members have uploaded lies beside the program all the same. */
async function dirWithFiles() {
  const home = await makeScratch('hole-site')
  onTestFinished(() => rm(home, { recursive: true }))
  await cp(join(dir, 'files'), join(home, 'files'), { recursive: true })
  return home
}

const run = (command: string) => promisify(execFile)('sh', ['-c', command])
const NAMES = { space: `hx${process.pid}`, near: `hn${process.pid}`, far: `hf${process.pid}` }
const FORWARD = `import { connect, createServer } from 'node:net'
  createServer(near => {
    const far = connect(process.argv[1])
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).pipe(near)
  }).listen(5432, '0.0.0.0')`

/** Simulates another machine whose answers the network drops silently. */
async function byDropping(): Promise<Way> {
  const { space, near, far } = NAMES
  const inside = `ip netns exec ${space}`
  await run(`ip netns add ${space} && ip link add ${near} type veth peer name ${far} && ip link set ${far} netns ${space} &&
    ip addr add 10.213.9.1/30 dev ${near} && ip link set ${near} up &&
    ${inside} ip addr add 10.213.9.2/30 dev ${far} && ${inside} ip link set ${far} up`)
  const args = ['netns', 'exec', space, process.execPath, '--input-type=module', '-e', FORWARD, socket()]
  const forwarder = spawn('ip', args, { stdio: 'ignore' })
  return {
    url: urlOf('10.213.9.2', 5432),
    disturb: async () => void (await run(`${inside} ip route add blackhole 10.213.9.1/32`)),
    heal: async () => void (await run(`${inside} ip route del blackhole 10.213.9.1/32`)),
    close: async () => {
      forwarder.kill('SIGKILL')
      await run(`ip netns del ${space}; ip link del ${near} 2>/dev/null || true`)
    },
  }
}

async function timed(url: string) {
  const begun = Date.now()
  const { status, headers } = await fetch(url)
  return { status, patient: headers.has('retry-after'), took: Date.now() - begun }
}

const KEPT = '/admin/news/list/26'
const mayMakeNetworks = await run('ip netns add hxtrial && ip netns del hxtrial').then(
  () => true,
  () => false,
)

const ways: [string, () => Promise<Way>][] = [
  ['refused', () => byLine('refuse')],
  ['reset', () => byLine('reset')],
  ['frozen on the way', () => byLine('freeze')],
  ['a server that is stopped, with all its processes', () => byStopping(true)],
  ...(mayMakeNetworks ? [['dropped', byDropping] as [string, () => Promise<Way>]] : []),
]

test.for(ways)('%s: answered, back and ended in time', async ([name, open]) => {
  const { url, disturb, heal, close } = await open()
  // A network that is left behind would take the packets of the next one.
  onTestFinished(async () => {
    await heal().catch(() => {})
    await close()
  })
  await until(async () => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  const SECRET_KEY = (await readFile(join(dir, 'secret.key'), 'utf8')).trim()
  const site = await start({ demo: true, dataDir: await dirWithFiles(), env: { DATABASE_URL: url, SECRET_KEY } })
  let asked = 0
  const another = () => `${site.url}/api/catalog/a?catalogId=21&pageSize=5&pageNum=${++asked}`
  await until(async () => (await timed(site.url + KEPT)).status === 200)
  await disturb()
  const crowd = Array.from({ length: 30 }, () => timed(another()))
  expect((await timed(site.url + KEPT)).status).toBe(200)
  const first = await Promise.all(crowd)
  expect(first.filter(({ status, patient }) => status !== 503 || !patient)).toEqual([])
  const slowest = Math.max(...first.map(({ took }) => took))
  expect(slowest).toBeLessThan(ANSWERED)
  const begun = Date.now()
  const later: number[] = []
  while (Date.now() - begun < AWAY) {
    const { status, took } = await timed(another())
    expect(status).toBe(503)
    later.push(took)
    await wait(200)
  }
  const lines = site.output().trim().split('\n').length
  await heal()
  const healed = Date.now()
  await until(async () => (await timed(another())).status === 200, BACK)
  const back = Date.now() - healed
  await until(async () => (await timed(`${site.url}/readyz`)).status === 200, BACK)
  await disturb()
  const told = Date.now()
  expect(await site.stop()).toBe(0)
  const ended = Date.now() - told
  expect(ended).toBeLessThan(ENDED)
  await heal()
  console.info(
    `${name}: first answers within ${slowest} ms, later ones within ${Math.max(...later)} ms, back after ${back} ms, ended within ${ended} ms, ${lines} lines of log`,
  )
})
