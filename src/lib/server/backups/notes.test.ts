import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#lib/server/process/config.ts'
import { nameAt } from '../archive/folder.ts'
import { sha256Of } from './hashing.ts'
import { checkCopy, listBackups, type Note, putNote } from './notes.ts'
import { folderOf } from './place.ts'
import { prune } from './running.ts'

const DAY = 86_400_000
const BYTES = Buffer.from('an archive')

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'hangxie-notes-'))
  onTestFinished(() => rm(path, { recursive: true }))
  const config = readConfig({ BACKUP_DIR: path, BACKUP_DAILY: '1', BACKUP_WEEKLY: '0', BACKUP_MONTHLY: '0' })
  const place = folderOf(config)
  /** A backup made that many days ago. */
  const put = async (daysAgo: number, about: Partial<Note> = {}) => {
    const at = new Date(Date.now() - daysAgo * DAY)
    const name = nameAt(at, true)
    await writeFile(join(path, name), BYTES)
    const counts = { rows: 1, files: 0, missing: 0, seconds: 1, bytes: BYTES.length }
    const made = { at: at.toISOString(), verifiedAt: at.toISOString(), sha256: await sha256Of([BYTES] as never) }
    const shown = { version: '0', seal: 'site', verified: 'restored', isManual: false, words: '' } as const
    await putNote(place, name, { ...counts, ...made, ...shown, database: 'ours', ...about })
    return name
  }
  return { path, config, place, put }
}

test('backups of another database are neither counted nor removed, and one by hand stays with its note', async () => {
  const { path, config, place, put } = await folder()
  const other = await put(40, { database: 'theirs' })
  const newerOther = await put(1, { database: 'theirs' })
  const old = await put(5)
  const byHand = await put(20, { isManual: true, words: '导入以前' })
  const unknown = await put(6, { database: undefined })
  const newest = await put(3)
  expect(await prune(place, config, 'ours')).toEqual([old, unknown])
  const left = (await readdir(path)).filter(name => !name.endsWith('.json'))
  expect(left.sort()).toEqual([other, newerOther, byHand, newest].sort())
  expect((await listBackups(place)).find(({ name }) => name === byHand)?.note?.words).toBe('导入以前')
})

test('a copy that has changed is damaged for whoever lists it, until it is what it was again', async () => {
  const { path, place, put } = await folder()
  const name = await put(0)
  const note = (await listBackups(place))[0]!.note!
  const changed = Buffer.from(BYTES)
  changed[0]! ^= 1
  await writeFile(join(path, name), changed)
  expect(await listBackups(place)).toMatchObject([{ isDamaged: false }])
  expect(await checkCopy(place, name, note)).toBe(false)
  const [found] = await listBackups(place)
  expect(found).toMatchObject({ isDamaged: true, note: { damagedAt: expect.any(String) } })
  await writeFile(join(path, name), BYTES)
  expect(await checkCopy(place, name, found!.note!)).toBe(true)
  expect(await listBackups(place)).toMatchObject([{ isDamaged: false }])
  await appendFile(join(path, name), 'x')
  expect(await listBackups(place)).toMatchObject([{ isDamaged: true }])
})
