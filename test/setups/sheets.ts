import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const { resolve } = createRequire(import.meta.url)
prepareZXingModule({ overrides: { wasmBinary: readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer } })

/** Length of a PDF point in mm. */
const POINT = 25.4 / 72
/** Pixels a millimetre. */
const FINE = 6

const open = (pdf: Buffer) => getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS }).promise

/** Text of a sheet without spaces, and its size in mm. */
export async function readSheet(pdf: Buffer) {
  const document = await open(pdf)
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  const { width, height } = page.getViewport({ scale: 1 })
  return {
    text: items
      .map(item => ('str' in item ? item.str : ''))
      .join('')
      .replace(/\s/g, ''),
    pages: document.numPages,
    width: Math.round(width * POINT),
    height: Math.round(height * POINT),
  }
}

/** Renders a sheet to pixels. */
export async function drawSheet(pdf: Buffer) {
  const page = await (await open(pdf)).getPage(1)
  const viewport = page.getViewport({ scale: POINT * FINE })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const { width, height } = canvas
  return {
    data,
    /** Bounding box in mm of all pixels for which the function returns true. */
    boxOf: (isMeant: (red: number, green: number, blue: number) => boolean) => {
      const box = { left: width, top: height, right: 0, bottom: 0 }
      for (let i = 0; i < width * height; i++) {
        if (!isMeant(data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!)) continue
        const [x, y] = [i % width, Math.floor(i / width)]
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x + 1)
        box.top = Math.min(box.top, y)
        box.bottom = Math.max(box.bottom, y + 1)
      }
      return { left: box.left / FINE, top: box.top / FINE, right: box.right / FINE, bottom: box.bottom / FINE }
    },
    /** Content of the QR code, and its upper left corner in mm without the quiet zone. */
    code: async () => {
      const [found] = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, {
        formats: ['QRCode'],
        tryHarder: true,
      })
      if (!found) return undefined
      const { topLeft, topRight } = found.position
      return { text: found.text, x: topLeft.x / FINE, y: topLeft.y / FINE, width: (topRight.x - topLeft.x) / FINE }
    },
  }
}
