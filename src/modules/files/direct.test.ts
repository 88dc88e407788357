import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagePolicy } from '#lib/server/http/security.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { startBucket } from '#test/support/bucket/bucket.ts'
import { signUp } from '#test/support/make.ts'
import { pdf, upload } from '#test/support/uploads.ts'
import { keepFile } from './server/files.ts'

const BUCKET = { bucket: 'hangxie', key: 'key', secret: 'secret' }
let bucket: Awaited<ReturnType<typeof startBucket>>
let dataDir: string
let site: Site
beforeAll(async () => {
  bucket = await startBucket(BUCKET)
  dataDir = await mkdtemp(join(tmpdir(), 'hangxie-direct-'))
  // Browsers know the service by another name than we do.
  const publicEndpoint = bucket.url.replace('127.0.0.1', 'localhost')
  const service = {
    S3_BUCKET: BUCKET.bucket,
    S3_ENDPOINT: bucket.url,
    S3_PATH_STYLE: '1',
    S3_KEY: BUCKET.key,
    S3_SECRET: BUCKET.secret,
  }
  site = await startApp({ env: { DATA_DIR: dataDir, S3_PUBLIC_ENDPOINT: publicEndpoint, ...service } })
})
afterAll(async () => {
  await site.close()
  await bucket.close()
  await rm(dataDir, { recursive: true })
})

const picture = { name: '合影.png', type: 'image/png', bytes: Buffer.from('a picture') }
const keep = (about: object = {}) =>
  keepFile({ ...site.services, now: new Date() }, { ...picture, isPublic: true, ...about })
const get = (id: number, headers: Record<string, string> = {}, query = '') =>
  site.app.inject({ url: `/api/file/${id}${query}`, headers })
const asPicture = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
const asDocument = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

test('a public picture of a page is fetched from the bucket, by an address that is the same for a quarter of an hour', async () => {
  const id = await keep()
  const answer = await get(id, asPicture)
  expect([answer.statusCode, answer.headers['cache-control'], answer.headers.etag]).toEqual([
    302,
    'no-store',
    undefined,
  ])
  const address = String(answer.headers.location)
  expect(address).toMatch(/^http:\/\/localhost:\d+\/hangxie\//)
  expect(address).toMatch(/X-Amz-Date=\d{8}T\d\d(00|15|30|45)00Z/)
  expect(address).toContain('X-Amz-Expires=1800')
  const fetched = await fetch(address)
  expect([fetched.status, await fetched.text()]).toEqual([200, 'a picture'])
  expect(fetched.headers.get('content-type')).toBe('image/png')
  expect(fetched.headers.get('content-disposition')).toMatch(/^inline; filename\*=UTF-8''%E5%90%88/)
  const forged = address.replace(/response-content-type=[^&]+/, 'response-content-type=text%2Fhtml')
  expect((await fetch(forged)).status).toBe(403)
})

test('what is saved comes from there, too, under its own name', async () => {
  const id = await keep()
  const saved = await get(id, asDocument, '?download=1')
  const fetched = await fetch(String(saved.headers.location))
  expect(fetched.headers.get('content-disposition')).toMatch(/^attachment; filename/)
})

test('a document, a script, who does not say what for, a drawing and a private file are answered here', async () => {
  const id = await keep()
  const here = { statusCode: 200, body: 'a picture' }
  expect(await get(id, asDocument)).toMatchObject(here)
  expect(await get(id, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })).toMatchObject(here)
  expect(await get(id, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'image' })).toMatchObject(here)
  expect(await get(id)).toMatchObject(here)
  expect(await get(await keep({ type: 'image/svg+xml' }), asPicture)).toMatchObject(here)
  expect(await get(await keep({ isPublic: false }), asPicture)).not.toMatchObject({ statusCode: 302 })
  const { token } = await signUp(site)
  const own = await upload(site, pdf(), { headers: { token } })
  expect((await get(own.data.id, { ...asPicture, token })).statusCode).toBe(200)
  const { headers } = await get(id)
  expect((await get(id, { ...asPicture, 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
})

test('pages may show pictures and films from there, and nothing else', () => {
  const policy = pagePolicy([], { maps: false, https: true, files: site.services.store.direct!.origin })
  expect(policy).toMatch(/img-src 'self' data: blob: http:\/\/localhost:\d+;/)
  expect(policy).toMatch(/media-src 'self' blob: http:\/\/localhost:\d+;/)
  expect(policy.match(/localhost/g)).toHaveLength(2)
})
