import { randomBytes } from 'node:crypto'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBucket } from '#test/support/bucket/bucket.ts'
import { readConfig } from '../process/config.ts'
import { openStore, type Store } from './store.ts'

let directory: string
let server: Awaited<ReturnType<typeof startBucket>>
let stores: Record<'disk' | 'bucket', Store>
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hangxie-store-'))
  server = await startBucket({ bucket: 'hangxie', key: 'key', secret: 'secret' })
  const bucket = {
    S3_BUCKET: 'hangxie',
    S3_ENDPOINT: server.url,
    S3_PATH_STYLE: '1',
    S3_KEY: 'key',
    S3_SECRET: 'secret',
  }
  stores = {
    disk: await openStore(readConfig({ DATA_DIR: directory })),
    bucket: await openStore(readConfig({ DATA_DIR: directory, ...bucket })),
  }
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

describe.each(['disk', 'bucket'] as const)('the %s', where => {
  const store = () => stores[where]
  const read = async (key: string, range?: { start: number; end: number }) => buffer(await store().open(key, range))
  const keys = async () => (await Array.fromAsync(store().list())).map(({ key }) => key).sort()

  test('keeps bytes, gives them back whole or in part, and lists them with their age', async () => {
    const begun = Date.now()
    const bytes = randomBytes(300_000)
    await store().put('2026/a', bytes)
    expect((await read('2026/a')).equals(bytes)).toBe(true)
    expect((await read('2026/a', { start: 1_000, end: 1_009 })).equals(bytes.subarray(1_000, 1_010))).toBe(true)
    const [kept] = await Array.fromAsync(store().list())
    expect(kept!.key).toBe('2026/a')
    expect(Math.abs(kept!.at.getTime() - begun)).toBeLessThan(60_000)
  })

  test('takes a file over from the disk', async () => {
    const path = join(directory, 'upload')
    const bytes = randomBytes(3_000_000)
    await writeFile(path, bytes)
    await store().take('2026/b', path)
    expect((await read('2026/b')).equals(bytes)).toBe(true)
    expect(await keys()).toEqual(['2026/a', '2026/b'])
  })

  test('has nothing where nothing was kept, or where it was removed', async () => {
    await store().remove('2026/a')
    await store().remove('2026/a')
    await expect(store().open('2026/a')).rejects.toThrow()
    expect(await keys()).toEqual(['2026/b'])
  })

  test('knows whether it works', async () => {
    await store().check()
    expect(await keys()).toEqual(['2026/b'])
  })

  test('lists the files of all years', async () => {
    await store().put('2027/d', Buffer.from('d'))
    expect(await keys()).toEqual(['2026/b', '2027/d'])
  })
})

test('the disk moves a file and leaves nothing temporary', async () => {
  const path = join(directory, 'upload')
  await writeFile(path, 'x')
  await stores.disk.take('2026/c', path)
  await expect(access(path)).rejects.toThrow('ENOENT')
})

test('a bucket that is away is said to be away', async () => {
  const elsewhere = { S3_BUCKET: 'none', S3_ENDPOINT: 'http://127.0.0.1:9', S3_KEY: 'k', S3_SECRET: 's' }
  await expect((await openStore(readConfig(elsewhere))).check()).rejects.toThrow()
})

test('a bucket lets nobody in whose secret is another', async () => {
  const other = { S3_BUCKET: 'hangxie', S3_ENDPOINT: server.url, S3_PATH_STYLE: '1', S3_KEY: 'key', S3_SECRET: 'other' }
  await expect((await openStore(readConfig(other))).check()).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
})
