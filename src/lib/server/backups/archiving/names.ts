import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** The identifier that initdb gives a cluster; a restored one keeps it. The first eight bytes of its control file. */
export async function systemOf(pg: string): Promise<string> {
  const handle = await open(join(pg, 'global/pg_control'))
  const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0).finally(() => handle.close())
  return buffer.readBigUInt64LE().toString(16).padStart(16, '0')
}

/** Names of a cluster's archived files at the place of backups. */
export const archiveOf = (system: string) => `wal/${system}/`
export const segmentName = (system: string, segment: string) => `${archiveOf(system)}log/${segment}.zst.enc`
export const fileName = (system: string, key: string) => `${archiveOf(system)}files/${key}.enc`
export const basesOf = (system: string) => `${archiveOf(system)}base/`
/** `000000010000000000000003`, or with more behind it. */
export const segmentIn = (name: string) => name.match(/\/log\/([0-9A-F]{24})/)?.[1]
