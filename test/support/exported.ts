import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inject } from 'vitest'
import { withTempDir } from '../../src/lib/server/process/tempDir.ts'
import { readBook } from '../../src/lib/server/sheets/bookReader.ts'
import { openPart, partsOf } from '../../src/lib/server/sheets/zipReader.ts'
import type { Site } from './app.ts'

/** All that a member takes along, unpacked: the page, the sheets of the workbook, and what programs read. */
export async function exportOf(site: Site, token: string) {
  const { headers, rawPayload } = await site.app.inject({ url: '/api/member/privacy/export', headers: { token } })
  return withTempDir(inject('dataDir'), async scratch => {
    const path = join(scratch, 'all.zip')
    await writeFile(path, rawPayload)
    const parts = await partsOf(path)
    const read = async (name: string) => buffer(await openPart(path, parts.find(part => part.name === name)!))
    const text = (await read('我的信息.json')).toString()
    const book = join(scratch, 'all.xlsx')
    await writeFile(book, await read('我的信息.xlsx'))
    const sheets: Record<string, string[][]> = {}
    for await (const { name, rows } of readBook(book)) {
      sheets[name] = []
      for await (const { cells } of rows) sheets[name].push(cells.map(cell => String(cell?.value ?? '')))
    }
    const page = (await read('我的信息.html')).toString()
    return { headers, names: parts.map(({ name }) => name), text, data: JSON.parse(text), page, sheets }
  })
}
