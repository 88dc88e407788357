import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import { type Acknowledged, apply, makeApplicant } from '../operation/callers/applicants.ts'
import { lookInto, postmasterOf, start } from '../operation/sites.ts'
import { type Site, until } from '../support/site.ts'
import { pdf } from '../support/uploads.ts'

/** Debian's package `strace`: makes calls of running processes fail as a disk would make them. */
const hasStrace = (() => {
  try {
    return execFileSync('strace', ['--version']).length > 0
  } catch {
    return false
  }
})()

/** Duration of the disk failure in ms. */
const FAILING = 4_000

/** Makes these system calls of the processes fail until `mend`. */
async function breakDisk(pids: readonly number[], calls: string) {
  const of = pids.flatMap(pid => ['-p', String(pid)])
  const tracing: ChildProcess = spawn(
    'strace',
    ['-f', '-qq', ...of, '-e', `inject=${calls}:error=EIO`, '-e', `trace=${calls}`, '-o', '/dev/null'],
    {
      stdio: 'ignore',
    },
  )
  await once(tracing, 'spawn')
  const mend = async () => {
    if (tracing.exitCode !== null || tracing.signalCode !== null) return
    const gone = once(tracing, 'exit')
    tracing.kill('SIGINT')
    await gone
  }
  onTestFinished(mend)
  return mend
}

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean).map(Number)

const upload = async ({ url }: Site, token: string) => {
  const form = new FormData()
  form.append('use', 'document')
  form.append('file', new File([Buffer.concat([pdf(), randomBytes(50_000)])], '材料.pdf'))
  const answer = await fetch(`${url}/api/file/upload`, { method: 'POST', body: form, headers: { token } })
  return answer.json()
}

const filesOf = async (dataDir: string) =>
  (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
    .length

test.skipIf(!hasStrace)(
  'a disk that fails under the database loses nothing that was acknowledged, and ends nothing',
  async () => {
    const site = await start({ demo: true })
    const database = await lookInto(site)
    const tokens: string[] = []
    for (let n = 0; n < 6; n++) tokens.push(await makeApplicant(database, n))
    const acknowledged: Acknowledged[] = []
    acknowledged.push(await apply(site, tokens[0]!))

    const postmaster = await postmasterOf(site)
    const mend = await breakDisk([postmaster, ...(await childrenOf(postmaster))], 'fsync,fdatasync,pwrite64,pwritev')
    const tries = tokens.slice(1, 4).map(token =>
      apply(site, token).then(
        done => acknowledged.push(done),
        (error: Error) => error,
      ),
    )
    await wait(FAILING)
    expect(site.exitCode()).toBeNull()
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
    await mend()
    await Promise.all(tries)

    // PostgreSQL recovers, or is started anew where it has lost its way: after a minute at most.
    await until(async () => (await fetch(`${site.url}/readyz`)).ok, 120_000)
    for (const token of tokens.slice(4))
      acknowledged.push(await until(() => apply(site, token).catch(() => undefined), 60_000))
    const after = await lookInto(site)
    for (const { applyId, number } of acknowledged) {
      const { rows } = await after.query('select number from application where id = $1', [applyId])
      expect(rows).toEqual([{ number }])
    }
    console.info(`${acknowledged.length} acknowledged, ${6 - acknowledged.length} refused while the disk failed`)
    expect(site.exitCode()).toBeNull()
    expect(site.output()).toMatch(/database|PostgreSQL/i)
    expect(await site.stop()).toBe(0)
  },
)

test.skipIf(!hasStrace)(
  'a disk that fails under uploads refuses them in a sentence, keeps nothing half, and all is well when it is mended',
  async () => {
    const site = await start({ demo: true })
    const login = await fetch(`${site.url}/api/login`, {
      method: 'POST',
      body: JSON.stringify({ account: 'qingyuan', password: DEMO_PASSWORD }),
      headers: { 'content-type': 'application/json' },
    })
    const { token } = (await login.json()).data
    expect((await upload(site, token)).code).toBe(200)
    const before = await filesOf(site.dataDir)

    const mend = await breakDisk([site.pid], 'fsync,fdatasync')
    await until(async () => (await upload(site, token)).code >= 500, 20_000)
    const kept = await filesOf(site.dataDir)
    const refused = await upload(site, token)
    expect(refused).toMatchObject({ data: null, msg: expect.stringMatching(/\p{Script=Han}/u) })
    expect(refused.code).toBeGreaterThanOrEqual(500)
    expect(await filesOf(site.dataDir)).toBe(kept)
    expect((await fetch(`${site.url}/admin/home`)).status).toBe(200)
    await mend()

    expect((await upload(site, token)).code).toBe(200)
    expect(await filesOf(site.dataDir)).toBeGreaterThan(before)
    expect(site.output()).toContain('EIO')
    expect(await site.stop()).toBe(0)
  },
)
