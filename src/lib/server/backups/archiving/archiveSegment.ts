import { existsSync } from 'node:fs'
import { appendFile, readdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readConfig } from '../../process/config.ts'
import { lockOf } from '../lock.ts'
import { walPlaceOf } from '../place.ts'
import { gapNotePath } from './archiveGap.ts'
import { segmentName, systemOf } from './names.ts'
import { putSealed, sealedFile } from './sealing.ts'

/**
 * PostgreSQL runs this as archive_command: `archiveSegment.ts PATH NAME`. Exit code 0: the segment is archived. If the
 * place is unavailable it exits with 1 and PostgreSQL retries, until the waiting segments would fill the data disk. To
 * keep the site running the segment is then dropped, and a note records that a new base is needed.
 */
const [path = '', name = ''] = process.argv.slice(2)

/** Maximum waiting segments (16 MB each), and minimum free bytes on the data disk. */
const MAX_WAITING_SEGMENTS = 64
const MIN_FREE_BYTES = 1 << 30
/** Timeout in ms, after which the place counts as unavailable. */
const TIMEOUT_MS = 60_000

const config = readConfig()
try {
  setTimeout(() => fail(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS).unref()
  const place = await walPlaceOf(config)
  if (!place) throw new Error('WAL_ARCHIVE is off')
  if (config.backup.wal === 'folder') await refuseFullDisk(config.backup.folder)
  const system = await systemOf(join(config.dataDir, 'pg'))
  const draft = join(tmpdir(), `hangxie-wal-${process.pid}-${name}`)
  await putSealed(place, segmentName(system, name), { source: sealedFile(path), lock: await lockOf(config), draft })
  process.exit(0)
} catch (error) {
  await fail(error)
}

/** Leaves the last of a disk, which may be that of the data, to what the site itself writes. */
async function refuseFullDisk(folder: string): Promise<void> {
  const existing = existsSync(folder) ? folder : dirname(folder)
  const { bavail, bsize } = await statfs(existing)
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error(`less than 1 GB is free at ${folder}`)
}

async function fail(error: unknown): Promise<never> {
  process.stderr.write(`cannot archive ${name}: ${(error as Error).message}\n`)
  if (!(await isTooMuch())) process.exit(1)
  const gap = gapNotePath(config.dataDir)
  if (!existsSync(gap)) process.stderr.write(`too much waits to be archived: ${name} is let go\n`)
  await appendFile(gap, `${new Date().toISOString()} ${name}\n`, { mode: 0o600 })
  process.exit(0)
}

async function isTooMuch(): Promise<boolean> {
  const waiting = (await readdir(join(dirname(path), 'archive_status'))).filter(each => each.endsWith('.ready'))
  const { bavail, bsize } = await statfs(dirname(path))
  return waiting.length > MAX_WAITING_SEGMENTS || bavail * bsize < MIN_FREE_BYTES
}
