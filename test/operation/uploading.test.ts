import { randomBytes } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoAccounts.ts'
import { type Site, until } from '../site.ts'
import { pdf } from '../uploads.ts'
import { lookInto, start } from './sites.ts'

async function signIn({ url }: Site): Promise<string> {
  const body = JSON.stringify({ account: 'qingyuan', password: DEMO_PASSWORD })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  return (await answer.json()).data.token
}

async function upload({ url }: Site, token: string, bytes: Buffer) {
  const form = new FormData()
  form.append('use', 'document')
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
    const { rows } = await (await lookInto(site)).query(`select id, key, size, name from file where owner_id is not null`)
    const stored = await namesIn(join(dataDir, 'files'))
    for (const { key } of rows) expect(stored).toContain(join(dataDir, 'files', key))
    expect(rows.filter(({ name }) => name === 'half.pdf')).toEqual([])
    // Whoever was cut off only sends it again.
    expect(await upload(site, token, pdf())).toMatchObject({ code: 200 })
  }
})

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

test('200 MB go through without filling the memory', async () => {
  const site = await start({ demo: true })
  const token = await signIn(site)
})
