import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { pagesOf } from '#test/support/pdfText.ts'
import { ownDataDir } from '#test/support/tempDir.ts'
import { toUntaggedPdf } from './pdf.ts'
import { mergePdfs } from './pdfMerge.ts'

const sheet = (...pages: string[]) =>
  toUntaggedPdf(
    '#set text(font: "Noto Sans SC")\n#let data = json(bytes(sys.inputs.data))\n#for words in data { page(words) }',
    pages,
  )

test('parts stand one behind the other with their own pages and fonts, in a file of the length and hash that it says', async () => {
  const path = join(await ownDataDir(inject('dataDir')), 'merged.pdf')
  const merged = await mergePdfs(path)
  await merged.add(sheet('第一封', '第一封续页'))
  await merged.add(sheet('第二封：䶮𬭎赟堃㛃'))
  await merged.add(sheet('12 0 R'))
  const said = await merged.end('三封（合并）')
  const bytes = await readFile(path)
  expect(await pagesOf(bytes)).toEqual(['第一封', '第一封续页', '第二封：䶮𬭎赟堃㛃', '120R'])
  expect(said).toEqual({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
})
