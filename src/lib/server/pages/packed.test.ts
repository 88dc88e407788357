import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pack, readyIn } from './packed.ts'

const TEXT = '公告'.repeat(1_000)
const packed = () => pack({ status: 200, headers: {}, body: Buffer.from(TEXT) })

test('what has been compressed for somebody is kept so alone, and still answered in every other way', async () => {
  const page = packed()
  const { body: br } = await readyIn(page, 'br')
  expect(brotliDecompressSync(br).toString()).toBe(TEXT)
  expect(page.body).toBeUndefined()
  const [gzip, plain] = await Promise.all([readyIn(page, 'gzip'), readyIn(page, 'identity')])
  expect(gunzipSync(gzip.body).toString()).toBe(TEXT)
  expect(plain.body.toString()).toBe(TEXT)
  expect([...page.ready.keys()]).toEqual(['br', 'gzip'])
})

test('what somebody wanted as it is goes when it is compressed for the next', async () => {
  const page = packed()
  expect((await readyIn(page, 'identity')).body.toString()).toBe(TEXT)
  expect([...page.ready.keys()]).toEqual(['identity'])
  await readyIn(page, 'gzip')
  expect([...page.ready.keys()]).toEqual(['gzip'])
})
