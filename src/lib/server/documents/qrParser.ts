import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { answerParser } from '../parsers/parserScript.ts'
import { drawPage, loadPdf, type Pixels } from './pdfDrawing.ts'

/** Pages of a PDF that are looked at: a code stands at its beginning. */
const PAGES = 3
/**
 * Longest side in pixels of a page or picture: enough for a code of 2 cm on a scanned A4 sheet, and a bound for
 * posters.
 */
const MAX_SIDE_PIXELS = 2_400
const MAX_CODES = 20
const MAX_LENGTH = 2_000

// Disables the libvips cache: each file is read once, so it would only fill memory.
sharp.cache(false)
// Uses one thread: by default libvips uses every processor for one picture.
sharp.concurrency(1)
const { resolve } = createRequire(import.meta.url)
type QrInput = { path: string; type: string }

// Loads the WASM file from our own disk: the package would fetch it from a third-party server.
prepareZXingModule({
  overrides: { wasmBinary: (await readFile(resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer },
})
// Compiles the reader before the time of the first file begins.
await readBarcodes({ data: new Uint8ClampedArray(4 * 20 * 20), width: 20, height: 20 } as ImageData)
// A damaged file counts as having no codes.
answerParser((asked: QrInput) => codesIn(asked).catch(() => []))

async function codesIn({ path, type }: QrInput): Promise<string[]> {
  const found = new Set<string>()
  for await (const pixels of type === 'application/pdf' ? pagesOf(path) : pictureOf(path)) {
    const options = { formats: ['QRCode' as const], tryHarder: true, maxNumberOfSymbols: MAX_CODES }
    for (const { isValid, text } of await readBarcodes(pixels as ImageData, options))
      if (isValid && text && found.size < MAX_CODES) found.add(text.slice(0, MAX_LENGTH))
  }
  return [...found]
}

async function* pictureOf(file: string): AsyncGenerator<Pixels> {
  const size = { width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true } as const
  const { data, info } = await sharp(file, { limitInputPixels: 50_000_000 })
    .resize(size)
    .flatten({ background: 'white' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  yield {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
  }
}

async function* pagesOf(file: string): AsyncGenerator<Pixels> {
  const loading = loadPdf(await readFile(file))
  try {
    const pdf = await loading.promise
    for (let number = 1; number <= Math.min(PAGES, pdf.numPages); number++)
      yield await drawPage(await pdf.getPage(number), { longSide: MAX_SIDE_PIXELS, scale: 4, withAnnotations: true })
  } finally {
    await loading.destroy()
  }
}
