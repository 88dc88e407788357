import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openServices } from '../../src/lib/server/api/services.ts'
import { openPool } from '../../src/lib/server/database/db.ts'
import { readConfig } from '../../src/lib/server/process/config.ts'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import { sweepFiles } from '../../src/modules/files/server/sweeping.ts'
import { type Site, until } from '../support/site.ts'
import { film, pdf } from '../support/uploads.ts'
import { lookInto, start } from './sites.ts'

async function signIn({ url }: Site): Promise<string> {
  const body = JSON.stringify({ account: 'qingyuan', password: DEMO_PASSWORD })
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  return (await answer.json()).data.token
}

async function upload({ url }: Site, token: string, bytes: Buffer, use = 'document') {
  const form = new FormData()
  form.append('use', use)
  form.append('file', new File([bytes as BlobPart], '材料.pdf'))
  const answer = await fetch(`${url}/api/file/upload`, { method: 'POST', body: form, headers: { token } })
  return answer.json()
}

/** Sends the beginning of a file and no more. */
function beginUpload({ port }: Site, token: string) {
  const headers = { token, 'content-type': 'multipart/form-data; boundary=x' }
  const sending = request({ port, path: '/api/file/upload', method: 'POST', headers }).on('error', () => {})
  const field = (about: string) => `--x\r\ncontent-disposition: form-data; ${about}\r\n\r\n`
  sending.write(`${field('name="use"')}document\r\n${field('name="file"; filename="half.pdf"')}%PDF-1.7\n`)
  sending.write(randomBytes(1 << 20))
  return sending
}

const namesIn = async (directory: string) =>
  (await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

test('a server killed amid uploads, time and again, keeps what it acknowledged and shows nothing half', async () => {
  let site = await start({ demo: true })
  const { dataDir } = site
  const token = await signIn(site)
  const acknowledged = new Map<number, Buffer>()
  for (let round = 0; round < 4; round++) {
    const half = [beginUpload(site, token), beginUpload(site, token)]
    const uploading = [0, 1, 2].map(async () => {
      for (;;) {
        const bytes = Buffer.concat([pdf(), randomBytes(200_000)])
        const { data } = await upload(site, token, bytes)
        acknowledged.set(data.id, bytes)
      }
    })
    const cutOff = Promise.allSettled(uploading)
    await until(async () => (await namesIn(join(dataDir, 'tmp'))).length >= 2)
    await until(() => acknowledged.size >= 4 * (round + 1))
    await site.kill()
    await cutOff
    for (const sending of half) sending.destroy()

    site = await start({ dataDir })
    for (const [id, bytes] of acknowledged) {
      const answer = await fetch(`${site.url}/api/file/${id}`, { headers: { token } })
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), `file ${id} of round ${round}`).toBe(true)
    }
    const { rows } = await (await lookInto(site)).query(
      `select id, key, size, name from file where owner_id is not null`,
    )
    const stored = await namesIn(join(dataDir, 'files'))
    for (const { key } of rows) expect(stored).toContain(join(dataDir, 'files', key))
    expect(rows.filter(({ name }) => name === 'half.pdf')).toEqual([])
    // A client whose upload was cut off retries successfully.
    expect(await upload(site, token, pdf())).toMatchObject({ code: 200 })
  }
  expect((await namesIn(join(dataDir, 'tmp'))).length).toBeGreaterThan(0)
  const client = await lookInto(site)
  const { rows } = await client.query('select key from file union all select key from file_size')
  await sweepLater(dataDir)
  expect(await namesIn(join(dataDir, 'tmp'))).toEqual([])
  expect((await namesIn(join(dataDir, 'files'))).sort()).toEqual(
    rows.map(({ key }) => join(dataDir, 'files', key)).sort(),
  )
})

/** Runs the cleanup job as of two hours from now. */
async function sweepLater(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir })
  const pool = openPool({ host: join(dataDir, 'run'), user: 'hangxie', database: 'postgres' })
  const now = new Date(Date.now() + 2 * 3_600_000)
  await sweepFiles({ ...(await openServices(config, pool)), now, log: console as never })
  await pool.end()
}

test('a line cut in the middle of an upload leaves nothing', async () => {
  const site = await start({ demo: true })
  const token = await signIn(site)
  const sending = beginUpload(site, token)
  await until(async () => (await namesIn(join(site.dataDir, 'tmp'))).length)
  sending.destroy()
  await until(async () => (await readdir(join(site.dataDir, 'tmp'))).length === 0)
  const { rows } = await (await lookInto(site)).query(`select 1 from file where name = 'half.pdf'`)
  expect(rows).toEqual([])
})

test('a film of 200 MB goes through without filling the memory', async () => {
  const site = await start({ demo: true })
  const token = await signIn(site)
  expect(await upload(site, token, film(1_000), 'video')).toMatchObject({ code: 200 })
  // Resets the peak memory counter.
  await writeFile(`/proc/${site.pid}/clear_refs`, '5')
  const before = await memoryOf(site, 'VmRSS')
  const size = 200_000_000
  expect(await upload(site, token, film(size), 'video')).toMatchObject({ code: 200, data: { ext: 'mp4' } })
  expect((await memoryOf(site, 'VmHWM')) - before).toBeLessThan(size / 2)
})

/** Memory of the process in bytes, as Linux reports it. */
async function memoryOf({ pid }: Site, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(status.match(new RegExp(`${what}:\\s+(\\d+)`))![1]) * 1024
}
