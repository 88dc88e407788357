import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { countEntries } from './zipEntries.ts'

async function* entries(sizes: number[]) {
  for (const [i, size] of sizes.entries()) yield { name: `第 ${i} 份.pdf`, bytes: Buffer.alloc(size, 'PK\x03\x04') }
}

test.each([1, 7, 29, 64, 100_000])('entries are counted as they arrive in pieces of %i bytes', async piece => {
  const bytes = await buffer(zipOf(entries([10, 0, 500, 3]), new Date()))
  const count = countEntries()
  const seen: number[] = []
  for (let at = 0; at < bytes.length; at += piece) seen.push(count(bytes.subarray(at, at + piece)))
  expect(seen.at(-1)).toBe(4)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})
