import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressedResponse, compressWith } from './compressedResponse.ts'

const TEXT = '公告'.repeat(1_000)
const packed = () => compressedResponse({ status: 200, headers: {}, body: Buffer.from(TEXT) })

test('what has been compressed for somebody is kept so alone, and still answered in every other way', async () => {
  const page = packed()
  const { body: br } = await compressWith(page, 'br')
  expect(brotliDecompressSync(br).toString()).toBe(TEXT)
  expect(page.body).toBeUndefined()
  const [gzip, plain] = await Promise.all([compressWith(page, 'gzip'), compressWith(page, 'identity')])
  expect(gunzipSync(gzip.body).toString()).toBe(TEXT)
  expect(plain.body.toString()).toBe(TEXT)
  expect([...page.ready.keys()]).toEqual(['br', 'gzip'])
})

test('what somebody wanted as it is goes when it is compressed for the next', async () => {
  const page = packed()
  expect((await compressWith(page, 'identity')).body.toString()).toBe(TEXT)
  expect([...page.ready.keys()]).toEqual(['identity'])
  await compressWith(page, 'gzip')
  expect([...page.ready.keys()]).toEqual(['gzip'])
})
