import { invalid } from '#lib/error.ts'
import { damaged, listParts, type Part } from '#lib/server/sheets/zipReader.ts'

/** Limits of the saved files of a site together: number, and unpacked bytes. */
const MAX_PARTS = 50_000
const MAX_UNPACKED_BYTES = 2 ** 31

/** Away from where it is unpacked; nothing here unpacks by name, but whoever gets the file may. */
const OUTSIDE_PATH = /^[\\/]|(^|[\\/])\.\.([\\/]|$)|^[a-z]:/i

/**
 * Lists the content of a ZIP of saved pages; throws an error for users if it is damaged, too large, or has paths that
 * lead outside.
 */
export async function sitePartsOf(path: string): Promise<Part[]> {
  const parts = await listParts(path, MAX_PARTS)
  if (parts === 'tooMany') throw invalid(`ZIP 中的文件超过 ${MAX_PARTS} 个，请分成几个 ZIP 文件上传`)
  const bad = parts.find(({ name }) => OUTSIDE_PATH.test(name))
  if (bad) throw invalid(`ZIP 中有指向外面的路径（${bad.name.slice(0, 80)}），不能使用，请重新打包`)
  if (parts.length === 0) throw damaged()
  const unpacked = parts.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  if (unpacked > MAX_UNPACKED_BYTES) throw invalid('ZIP 文件解压后超过 2 GB，请分成几个 ZIP 文件上传')
  return parts.map(part => ({ ...part, name: part.name.replaceAll('\\', '/') }))
}
