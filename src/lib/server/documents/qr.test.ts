import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { slowPdf } from '#test/support/hostileFiles.ts'
import { runsAll } from '#test/support/night.ts'
import { toPdf } from './pdf.ts'
import { readCodes } from './qr.ts'

async function codesIn(bytes: Buffer, type: string) {
  const directory = await mkdtemp(join(tmpdir(), 'hangxie-qr-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'file')
  await writeFile(path, bytes)
  return readCodes(path, type)
}

/** A sheet for each of these texts, with the text as a code of 2.5 cm in its corner. */
async function sheets(...texts: string[]): Promise<Buffer> {
  const codes = await Promise.all(texts.map(text => QRCode.toString(text, { type: 'svg', margin: 4 })))
  const template = `#for code in json(bytes(sys.inputs.data)) [入会申请表 #image(bytes(code), width: 2.5cm) #pagebreak(weak: true)]`
  return toPdf(template, codes)
}

test('the codes on the first three pages of a PDF are read', async () => {
  const pdf = await sheets(
    'https://site.test/一',
    'https://site.test/二',
    'https://site.test/三',
    'https://site.test/四',
  )
  expect(await codesIn(pdf, 'application/pdf')).toEqual([
    'https://site.test/一',
    'https://site.test/二',
    'https://site.test/三',
  ])
})

test('a code is read from a photo that is askew, large and noisy', async () => {
  const code = await sharp(await QRCode.toBuffer('https://site.test/a', { width: 300 }))
    .rotate(7, { background: 'white' })
    .toBuffer()
  const noise = { type: 'gaussian', mean: 200, sigma: 20 } as const
  const sheet = sharp({ create: { width: 2480, height: 3508, channels: 3, background: 'white', noise } })
  const photo = await sheet
    .composite([{ input: code, left: 1900, top: 200 }])
    .jpeg({ quality: 60 })
    .toBuffer()
  expect(await codesIn(photo, 'image/jpeg')).toEqual(['https://site.test/a'])
})

test('what holds no code, or cannot be read, has none', async () => {
  const blank = sharp({ create: { width: 200, height: 200, channels: 3, background: 'white' } })
  expect(await codesIn(await blank.png().toBuffer(), 'image/png')).toEqual([])
  for (const type of ['application/pdf', 'image/png']) {
    expect(await codesIn(Buffer.from('%PDF-1.7 nonsense'), type)).toEqual([])
    expect(await codesIn(Buffer.alloc(0), type)).toEqual([])
  }
})

test.runIf(runsAll)('a PDF that unpacks to gigabytes costs only itself', async () => {
  const stream = deflateSync(Buffer.alloc(200 << 20, ' '))
  const contents = Array(20).fill('4 0 R').join(' ')
  const bomb = Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents[${contents}]>>endobj
4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ])
  await expect(codesIn(bomb, 'application/pdf')).rejects.toMatchObject({ reason: expect.stringMatching(/memory|time/) })
  expect(await codesIn(await sheets('after'), 'application/pdf')).toEqual(['after'])
})

test.runIf(runsAll)('a page that takes long to draw is given up', async () => {
  // Drawing goes on to take memory, too: which bound ends it first depends on how busy the machine is.
  const reason = expect.stringMatching(/^(time|memory)$/)
  await expect(codesIn(slowPdf(), 'application/pdf')).rejects.toMatchObject({ reason })
})
