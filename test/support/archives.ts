import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openPart, partsOf } from '#lib/server/sheets/zipReader.ts'
import { makeScratch } from './tempDir.ts'

/** Files of a ZIP by their names. */
export async function filesIn(bytes: Buffer): Promise<Map<string, Buffer>> {
  const scratch = await makeScratch('archive')
  try {
    const path = join(scratch, 'archive')
    await writeFile(path, bytes)
    const files = new Map<string, Buffer>()
    for (const part of await partsOf(path)) files.set(part.name, await buffer(await openPart(path, part)))
    return files
  } finally {
    await rm(scratch, { recursive: true })
  }
}
