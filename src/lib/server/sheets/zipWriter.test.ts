import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, inject, test, vi } from 'vitest'
import { withTempDir } from '../process/tempDir.ts'
import { openPart, partsOf } from './zipReader.ts'
import { zipOf } from './zipWriter.ts'

const AT = new Date('2026-11-21T15:30:08Z')

async function* entries(texts: Record<string, string>) {
  for (const [name, text] of Object.entries(texts)) yield { name, bytes: Buffer.from(text) }
}

describe('a ZIP file that is written while it is sent', () => {
  const texts = {
    'HQ1-2026-32-00018 张晓明.pdf': '第一份',
    'HQ1-2026-32-00019 𠮷田.pdf': '',
    'a.pdf': 'x'.repeat(70_000),
  }

  test('our own reader finds every part under its Chinese name, with its bytes', () =>
    withTempDir(inject('dataDir'), async scratch => {
      const path = join(scratch, 'all.zip')
      await writeFile(path, await buffer(zipOf(entries(texts), AT)))
      const parts = await partsOf(path)
      expect(parts.map(({ name }) => name)).toEqual(Object.keys(texts))
      for (const part of parts)
        expect((await buffer(await openPart(path, part))).toString()).toBe(texts[part.name as keyof typeof texts])
    }))

  test('other programs read names, times and checksums, too', () =>
    withTempDir(inject('dataDir'), async scratch => {
      const path = join(scratch, 'all.zip')
      await writeFile(path, await buffer(zipOf(entries(texts), AT)))
      const look = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print([(i.filename, i.date_time) for i in z.infolist()][0])`
      const said = await promisify(execFile)('python3', ['-c', look, path]).catch(error => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (said) expect(said.stdout.trim()).toBe("('HQ1-2026-32-00018 张晓明.pdf', (2026, 11, 21, 23, 30, 8))")
    }))

  test('what fails on the way breaks it off', async () => {
    const broken = async function* () {
      yield { name: 'a.pdf', bytes: Buffer.from('a') }
      throw new Error('the press is out of paper')
    }
    await expect(buffer(zipOf(broken(), AT))).rejects.toThrow('the press is out of paper')
  })

  test('whoever hangs up ends the making', async () => {
    let isOver = false
    const endless = async function* () {
      try {
        for (;;) yield { name: 'a.pdf', bytes: Buffer.alloc(1000) }
      } finally {
        isOver = true
      }
    }
    const stream = zipOf(endless(), AT)
    for await (const _ of stream) break
    await vi.waitFor(() => expect(isOver).toBe(true))
  })

  test('one in which there is nothing is one, too', async () => {
    expect((await buffer(zipOf(entries({}), AT))).toString('latin1', 0, 4)).toBe('PK\x05\x06')
  })
})
