import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openServices } from '../../src/lib/server/api/services.ts'
import { openPool } from '../../src/lib/server/database/db.ts'
import { readConfig } from '../../src/lib/server/process/config.ts'
import {
  type PendingVote,
  prepareVote,
  rightsAsked,
  sealWithRights,
} from '../../src/modules/ballots/protocol/votersPhone.ts'
import type { Site as App } from '../support/app.ts'
import {
  closeEarly,
  detailOf,
  motion,
  newVoters,
  openedBallot,
  openWith,
  pick,
  tokenSentTo,
} from '../support/balloting.ts'
import { asStaff, staffWith } from '../support/make.ts'
import { type Site, until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { hasEnded, postmasterOf, start } from './sites.ts'

/** A running site, as the helpers of API tests know it: all callers share one address, as in a hall. */
async function asApp(running: Site): Promise<App> {
  const pool = openPool({ host: join(running.dataDir, 'run'), user: 'hangxie', database: 'postgres', max: 3 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const services = await openServices(readConfig({ DATA_DIR: running.dataDir, TRIAL: '1' }), pool)
  const caller = (whose?: string | { cookie: string } | { ticket: string }) => {
    const headers = { 'sec-fetch-site': 'same-origin', ...(typeof whose === 'object' && whose) } as Record<
      string,
      string
    >
    const ask = async (path: string, init: RequestInit) => {
      const response = await fetch(`${running.url}/api${path}`, { ...init, signal: AbortSignal.timeout(20_000) })
      return { status: response.status, ...(await response.json()) }
    }
    return {
      get: (path: string, query: Record<string, string | number> = {}) =>
        ask(`${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`, {
          headers,
        }),
      post: (path: string, body: object) =>
        ask(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
    }
  }
  return { ...caller(), as: caller, from: () => caller(), services } as unknown as App
}

/** Processor time in ms that a site and its PostgreSQL have used so far. */
async function processorTimeOf(running: Site): Promise<number> {
  const postmaster = await postmasterOf(running)
  let ticks = 0
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isOurs = Number(pid) === running.pid || Number(pid) === postmaster || Number(parent) === postmaster
    // Of proc(5): user and system time, in hundredths of a second.
    if (isOurs) ticks += Number(rest[9]) + Number(rest[10])
  }
  return ticks * 10
}

type Asked = { path: string; took: number; code: number }
type Paper = Parameters<typeof prepareVote>[0]

/** Somebody's phone: sends everything twice, as a nervous thumb does, and again until it is answered. */
async function vote(app: App, token: string, seen: Asked[], prepared?: PendingVote): Promise<string> {
  const { post } = app.from('')
  const once = async (path: string, body: object) => {
    const begun = performance.now()
    // biome-ignore lint/suspicious/noExplicitAny: what came over HTTP, whatever its type
    const answer: any = await post(path, body).catch(() => ({ code: 0 }))
    seen.push({ path, took: performance.now() - begun, code: answer.code })
    return answer
  }
  const ask = (path: string, body: object, times = 1) =>
    until(async () => {
      const answers = await Promise.all(Array.from({ length: times }, () => once(path, body)))
      const good = answers.filter(({ code }) => code === 200)
      const refused = answers.find(({ code }) => code >= 400 && code < 500)
      if (refused) throw new Error(`${path}: ${refused.code} ${refused.msg}`)
      expect(new Set(good.map(({ data }) => JSON.stringify(data))).size).toBeLessThanOrEqual(1)
      return good[0]?.data
    }, 120_000)
  const { pass } = await ask('/ballot/enter', { token })
  const paper: Paper = await ask('/ballot/paper', { pass })
  const pending = prepared ?? (await prepareVote(paper, [pick('yes')]))
  const { rights } = await ask('/ballot/right', { pass, rights: rightsAsked(pending) }, 2)
  const [envelope] = await sealWithRights(paper, pending, rights)
  return (await ask('/ballot/cast', { key: paper.key, envelope }, 2)).receipt
}

async function openBallotFor(app: App, n: number) {
  const staff = await asStaff(app, await staffWith(app, ['secretary']))
  const voters = newVoters(n)
  const of = await openedBallot(app, staff, voters, { secrecy: 'secret', questions: [motion] })
  const tokens = []
  for (const { mobile } of voters.slice(0, n)) tokens.push(await tokenSentTo(app, mobile))
  return { staff, of, tokens }
}

/** Closes, opens and counts. */
async function countAndRecount(
  app: App,
  staff: Awaited<ReturnType<typeof openBallotFor>>['staff'],
  of: { id: number; key: string; shares: string[] },
) {
  await closeEarly(staff, of.id)
  const { votes, spoiled } = await openWith(staff, of.id, of.shares.slice(0, 2))
  const { version } = await detailOf(staff, of.id)
  const counted = await staff.post('/staff/ballot/count', { id: of.id, version, votes, spoiled, groups: {} })
  expect(counted).toMatchObject({ code: 200 })
  return recountPublished(app, of)
}

/** Lets the independent script recount what is published. */
async function recountPublished(app: App, of: { key: string }) {
  const file = await app.get('/ballot/file', { key: of.key })
  const path = join(await makeScratch('recount'), 'ballot.json')
  await writeFile(path, JSON.stringify(file))
  const said = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, ['public/recount.mjs', path], (error, stdout) =>
      error ? reject(new Error(stdout)) : resolve(stdout),
    ),
  )
  return { said, file: file as unknown as { envelopes: { receipt: string }[]; result: { cast: number } } }
}

test('300 phones behind one address vote within a minute, and 99 of 100 answers take less than a second', async () => {
  const running = await start({ demo: true })
  const app = await asApp(running)
  const { staff, of, tokens } = await openBallotFor(app, 300)
  const seen: Asked[] = []
  // Keys are made and blinded on the phones' own processors: here before the minute begins.
  const { pass } = (await app.post('/ballot/enter', { token: tokens[0]! })).data
  const paper: Paper = (await app.post('/ballot/paper', { pass })).data
  const prepared: PendingVote[] = []
  for (const _ of tokens) prepared.push(await prepareVote(paper, [pick('yes')]))
  const usedBefore = await processorTimeOf(running)
  const begun = performance.now()
  const receipts = await Promise.all(
    tokens.map(async (token, i) => {
      // They do not all press in the same second: five a second for a minute.
      await wait(i * 180)
      return vote(app, token, seen, prepared[i])
    }),
  )
  const eachMs = ((await processorTimeOf(running)) - usedBefore) / 300
  const minutes = (performance.now() - begun) / 60_000
  const slow = seen.map(({ took }) => took).toSorted((one, other) => other - one)
  const p99 = slow[Math.floor(seen.length / 100)]!
  console.info(
    `${seen.length} answers in ${(minutes * 60).toFixed(1)} s, p99 ${p99.toFixed(0)} ms, slowest ${slow[0]!.toFixed(0)} ms; ${eachMs.toFixed(0)} ms of the processor for each vote`,
  )
  expect(new Set(receipts).size).toBe(300)
  // Five votes a second are then a quarter of two cores, whatever else the machine does.
  expect(eachMs).toBeLessThan(100)
  expect(minutes).toBeLessThan(1)
  expect(p99).toBeLessThan(1000)
  const { said, file } = await countAndRecount(app, staff, of)
  expect(said).toContain('✓')
  expect(file.result.cast).toBe(300)
}, 600_000)

test('server and PostgreSQL killed in the middle of a vote: no vote is lost and none counted twice', async () => {
  const running = await start({ demo: true })
  const app = await asApp(running)
  const { staff, of, tokens } = await openBallotFor(app, 60)
  const seen: Asked[] = []
  const voting = Promise.all(
    tokens.map(async (token, i) => {
      await wait(i * 150)
      return vote(app, token, seen)
    }),
  )
  await until(() => seen.filter(({ path, code }) => path === '/ballot/cast' && code === 200).length >= 20, 120_000)
  const postmaster = await postmasterOf(running)
  process.kill(postmaster, 'SIGKILL')
  await running.kill()
  await until(() => hasEnded(postmaster))
  await start({ dataDir: running.dataDir, env: { PORT: String(running.port) } })
  const receipts = await voting
  expect(seen.some(({ code }) => code === 0)).toBe(true)
  expect(new Set(receipts).size).toBe(60)
  const { said, file } = await countAndRecount(app, staff, of)
  expect(said).toContain('✓')
  expect(file.result.cast).toBe(60)
  expect(file.envelopes.map(({ receipt }) => receipt).toSorted()).toEqual(receipts.toSorted())
}, 600_000)

const ROUNDS = 10
const VOTERS_PER_ROUND = 8

/** Kills a site and its PostgreSQL without warning, and starts both again at the same address. */
async function killAndRestart(running: Site): Promise<Site> {
  const postmaster = await postmasterOf(running)
  process.kill(postmaster, 'SIGKILL')
  await running.kill()
  await until(() => hasEnded(postmaster))
  return start({ dataDir: running.dataDir, env: { PORT: String(running.port) } })
}

test('ten times server and PostgreSQL are killed in the middle, and once while it is closed and counted: each vote is there once', async () => {
  let running = await start({ demo: true })
  const app = await asApp(running)
  const { staff, of, tokens } = await openBallotFor(app, ROUNDS * VOTERS_PER_ROUND)
  const receipts: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const seen: Asked[] = []
    const mine = tokens.slice(round * VOTERS_PER_ROUND, (round + 1) * VOTERS_PER_ROUND)
    const voting = Promise.all(mine.map(token => vote(app, token, seen)))
    // Each round ends at another moment: with few rights given out, with many, with the first votes cast.
    const path = round % 2 === 0 ? '/ballot/right' : '/ballot/cast'
    const enough = 1 + (round % 4)
    await until(() => seen.filter(one => one.path === path && one.code === 200).length >= enough, 60_000)
    running = await killAndRestart(running)
    receipts.push(...(await voting))
  }
  expect(new Set(receipts).size).toBe(ROUNDS * VOTERS_PER_ROUND)
  // What was answered before a crash is answered alike after it, and a replay is no second vote.
  const seen: Asked[] = []
  await expect(vote(app, tokens[0]!, seen)).rejects.toThrow('409')
  expect((await detailOf(staff, of.id)).received).toBe(ROUNDS * VOTERS_PER_ROUND)

  const again = async (act: () => Promise<unknown>, isDone: () => Promise<boolean>) => {
    void act().catch(() => {})
    running = await killAndRestart(running)
    if (!(await isDone())) await act()
    expect(await isDone()).toBe(true)
  }
  const isIn = async (...states: string[]) => states.includes(String((await detailOf(staff, of.id)).state))
  await again(
    () => closeEarly(staff, of.id),
    () => isIn('closed'),
  )
  const { votes, spoiled } = await openWith(staff, of.id, of.shares.slice(0, 2))
  await again(
    async () => {
      const { version } = await detailOf(staff, of.id)
      return staff.post('/staff/ballot/count', { id: of.id, version, votes, spoiled, groups: {} })
    },
    () => isIn('counted'),
  )
  const { said, file } = await recountPublished(app, of)
  expect(said).toContain('✓')
  expect(file.result.cast).toBe(ROUNDS * VOTERS_PER_ROUND)
  expect(file.envelopes.map(({ receipt }) => receipt).toSorted()).toEqual(receipts.toSorted())
}, 900_000)
