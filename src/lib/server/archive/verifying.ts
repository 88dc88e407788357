import { createHash, type Hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { compareJournal } from '../database/migrations.ts'
import { damaged, isUserMessage } from './damage.ts'
import {
  FORMAT_VERSION,
  KEY_PART,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  manifestShape,
  tablePart,
} from './manifest.ts'
import { type Archive, readParts } from './reading.ts'
import { linesIn } from './writing.ts'

const NEWER = '这个备份由更新版本的行协制作，请先升级程序再恢复。没有改动任何数据。'

type Count = { hash: Hash; bytes: number; rows: number }

/** Counts and hashes parts while they are read. */
export function makeCounter() {
  const counts = new Map<string, Count>()
  const note = (name: string, piece: Buffer) => {
    const count = counts.get(name) ?? { hash: createHash('sha256'), bytes: 0, rows: 0 }
    counts.set(name, count)
    count.hash.update(piece)
    count.bytes += piece.length
    if (name.startsWith('tables/')) count.rows += linesIn(piece)
  }
  /** Throws where what was read is not what the manifest says: nothing more, nothing less, nothing else. */
  const compare = (manifest: Manifest) => {
    const rows = new Map(manifest.tables.map(table => [tablePart(table.name), table.rows]))
    for (const { name, bytes, sha256 } of manifest.parts) {
      const count = counts.get(name)
      if (count?.bytes !== bytes || count.hash.copy().digest('hex') !== sha256) throw damaged(`${name} 的校验值不符`)
      if (rows.has(name) && rows.get(name) !== count.rows) throw damaged(`${name} 的行数不符`)
    }
    const known = new Set([...manifest.parts.map(({ name }) => name), MANIFEST, MANIFEST_HASH])
    const stranger = [...counts.keys()].find(name => !known.has(name))
    if (stranger) throw damaged(`清单里没有 ${stranger}`)
    const missing = [...rows.keys()].find(name => !known.has(name))
    if (missing) throw damaged(`缺少 ${missing}`)
  }
  return { note, compare }
}

/** Reads all of an archive and answers its manifest; throws one sentence where it is of no use, and why. */
export async function verifyArchive(archive: Archive, signal?: AbortSignal): Promise<Manifest> {
  const tally = makeCounter()
  const note = (name: string, piece: Buffer) => {
    signal?.throwIfAborted()
    tally.note(name, piece)
  }
  const ending: Record<string, Buffer> = {}
  try {
    for await (const { name, bytes } of readParts(archive, note))
      if (name === MANIFEST || name === MANIFEST_HASH) ending[name] = await buffer(bytes)
  } catch (error) {
    signal?.throwIfAborted()
    throw isUserMessage(error) ? error : damaged((error as Error).message)
  }
  const manifest = readManifest(ending[MANIFEST], ending[MANIFEST_HASH])
  tally.compare(manifest)
  return manifest
}

function readManifest(text: Buffer | undefined, noted: Buffer | undefined): Manifest {
  if (!text || !noted) throw damaged('没有到结尾')
  if (!noted.toString().startsWith(createHash('sha256').update(text).digest('hex'))) throw damaged('清单的校验值不符')
  const given = JSON.parse(text.toString())
  if (given.format > FORMAT_VERSION) throw new Error(NEWER)
  const { data, error } = manifestShape.safeParse(given)
  if (error) throw damaged(`清单的 ${error.issues[0]!.path.join('.')} 有误`)
  const standing = compareJournal(data.migrations)
  if (standing === 'newer') throw new Error(NEWER)
  if (standing === 'different')
    throw new Error('这个备份的数据库结构与本程序的升级步骤不同，不能恢复。没有改动任何数据。')
  return data
}

export const holdsKey = (manifest: Manifest) => manifest.parts.some(({ name }) => name === KEY_PART)
