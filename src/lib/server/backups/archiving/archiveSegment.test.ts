import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SEGMENT = '000000010000000000000007'
const bytes = Buffer.alloc(1 << 20, 'a change ')
let home: string
let wal: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hangxie-wal-'))
  wal = join(home, 'data/pg/pg_wal')
  await mkdir(join(wal, 'archive_status'), { recursive: true })
  await mkdir(join(home, 'data/pg/global'))
  await writeFile(join(home, 'data/pg/global/pg_control'), Buffer.from('0123456789abcdef', 'hex'))
  await writeFile(join(wal, SEGMENT), bytes)
})
afterAll(() => rm(home, { recursive: true }))

const run = (name: string, args: string[], more: Record<string, string> = {}) => {
  const env = { DATA_DIR: join(home, 'data'), BACKUP_DIR: join(home, 'kept'), WAL_ARCHIVE: 'folder' }
  const given = { PATH: process.env.PATH, SECRET_KEY: 'a1'.repeat(32), ...env, ...more }
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, name), ...args], { env: given }).then(
    () => 0,
    ({ code }) => code as number,
  )
}
const archive = (more?: Record<string, string>) => run('archiveSegment.ts', [join(wal, SEGMENT), SEGMENT], more)
const fetched = () => join(home, 'fetched')
const fetch = (name: string, more?: Record<string, string>) =>
  run('fetchSegment.ts', ['efcdab8967452301', name, fetched()], more)

test('a segment is kept sealed, and comes back as it was; none that is not there, none by another key', async () => {
  expect(await archive()).toBe(0)
  const [kept, ...others] = (await readdir(join(home, 'kept'), { recursive: true })).filter(name =>
    name.includes(SEGMENT),
  )
  expect([kept, others]).toEqual([`wal/efcdab8967452301/log/${SEGMENT}.zst.enc`, []])
  expect((await readFile(join(home, 'kept', kept!))).length).toBeLessThan(10_000)
  expect(await fetch(SEGMENT)).toBe(0)
  expect((await readFile(fetched())).equals(bytes)).toBe(true)
  expect(await fetch('000000010000000000000008')).toBe(1)
  // Above 125: the recovery ends there rather than with half a log.
  expect(await fetch(SEGMENT, { SECRET_KEY: 'b2'.repeat(32) })).toBeGreaterThan(125)
})

test('where the place is away it is asked for again, until what waits would fill the disk: then it is let go', async () => {
  await writeFile(join(home, 'no-folder'), '')
  const away = { BACKUP_DIR: join(home, 'no-folder') }
  const gap = join(home, 'data/wal-gap')
  for (let i = 0; i < 64; i++) await writeFile(join(wal, `archive_status/${i}.ready`), '')
  expect([await archive(away), existsSync(gap)]).toEqual([1, false])
  await writeFile(join(wal, 'archive_status/64.ready'), '')
  expect(await archive(away)).toBe(0)
  expect(await readFile(gap, 'utf8')).toContain(SEGMENT)
})
