import { cp, rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { soak } from '../../bench/soaking.ts'
import { isMet } from '../../bench/table.ts'
import { makeScratch } from '../support/tempDir.ts'

/** The short form of `npm run soak -- --hours 8`, with the same bounds. */
const MINUTES = 2

test('30 requests a second fail nobody, and take no more memory, descriptors and time than they may', async () => {
  const dataDir = await makeScratch('soak')
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await cp(process.env.SITE_TEMPLATE!, dataDir, { recursive: true })
  const rows = await soak(dataDir, { minutes: MINUTES })
  console.info(rows.map(({ name, ours }) => `${name}：${ours}`).join('\n'))
  expect(rows.filter(row => !isMet(row))).toEqual([])
}, 600_000)
