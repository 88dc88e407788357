import { expect, test } from 'vitest'
import { isBaseDue, pruneArchive } from './archiveRetention.ts'

const SYSTEM = '0123456789abcdef'
const NOW = new Date('2026-11-30T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const segment = (number: number) => `00000001000000000000${number.toString(16).toUpperCase().padStart(4, '0')}`

/** An archive with a base on each of these days before now, a segment of the log a day, and a file that each base names. */
function archiveWith(baseDays: readonly number[], bytes: number) {
  const bases = baseDays.map(days => ({
    name: `wal/${SYSTEM}/base/${days}`,
    note: {
      at: daysAgo(days).toISOString(),
      from: segment(1000 - days),
      seal: 'key',
      postgres: '18',
      files: [`file${days}`],
    },
  }))
  const stored = new Map<string, { bytes: number; at: Date }>()
  for (const [i, { name }] of bases.entries()) {
    stored.set(`${name}.json`, { bytes: 0, at: daysAgo(baseDays[i]!) })
    stored.set(`${name}.tar.zst.enc`, { bytes, at: daysAgo(baseDays[i]!) })
    stored.set(`wal/${SYSTEM}/files/file${baseDays[i]}.enc`, { bytes, at: daysAgo(baseDays[i]! + 1) })
  }
  for (let days = Math.max(...baseDays) + 3; days >= 0; days--)
    stored.set(`wal/${SYSTEM}/log/${segment(1000 - days)}.zst.enc`, { bytes, at: daysAgo(days) })
  const place = {
    list: async () => [...stored].map(([name, about]) => ({ name, ...about })),
    remove: async (name: string) => void stored.delete(name),
  }
  const prune = (maxBytes: number) => pruneArchive(place, SYSTEM, { bases, now: NOW, maxBytes })
  const left = () => [...stored.keys()].map(name => name.replace(`wal/${SYSTEM}/`, '')).sort()
  return { prune, left, size: () => [...stored.values()].reduce((sum, { bytes }) => sum + bytes, 0) }
}

test('two weeks and the base before them stay; the log and the files of older bases go', async () => {
  const archive = archiveWith([21, 14, 7, 0], 1)
  await archive.prune(1_000)
  const left = archive.left()
  expect(left.filter(name => name.startsWith('base/') && name.endsWith('.json'))).toEqual([
    'base/0.json',
    'base/14.json',
    'base/7.json',
  ])
  expect(left.filter(name => name.startsWith('files/'))).toEqual([
    'files/file0.enc',
    'files/file14.enc',
    'files/file7.enc',
  ])
  expect(left.filter(name => name.startsWith('log/'))[0]).toBe(`log/${segment(986)}.zst.enc`)
})

test.each([
  [1_000, ['0', '14', '7']],
  [14, ['0', '7']],
  [11, ['0']],
  [1, ['0']],
])('with room for %i, older bases go before their time, never the newest', async (maxBytes, kept) => {
  const archive = archiveWith([14, 7, 0], 1)
  await archive.prune(maxBytes)
  expect(archive.left().flatMap(name => name.match(/^base\/(\d+)\.json/)?.[1] ?? [])).toEqual(kept)
  if (maxBytes > 3) expect(archive.size()).toBeLessThanOrEqual(maxBytes)
})

test('a base is due after a week; where the archive is too large, after a day', () => {
  const based = (days: number) => [{ name: '', note: { at: daysAgo(days).toISOString() } }] as never
  expect([0.5, 2, 8].map(days => isBaseDue(based(days), NOW))).toEqual([false, false, true])
  expect([0.5, 2, 8].map(days => isBaseDue(based(days), NOW, true))).toEqual([false, true, true])
  expect(isBaseDue([], NOW)).toBe(true)
})
