import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { AnnotationMode, getDocument, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string) => `${join(root, name)}/`

/** Opens a PDF with all that it may need from our own disk. Only in parsers: what is read is a stranger's. */
export const loadPdf = (bytes: Uint8Array) =>
  getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    verbosity: VerbosityLevel.ERRORS,
    stopAtErrors: false,
    maxImageSize: 50_000_000,
  })

export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** `longSide`: of the picture, in pixels at most; `scale`: of its points, at most. */
type Drawing = { longSide: number; scale: number; withAnnotations: boolean }

export async function drawPage(page: PDFPageProxy, { longSide, scale, withAnnotations }: Drawing): Promise<Pixels> {
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: Math.min(scale, longSide / Math.max(width, height)) })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const annotationMode = withAnnotations ? AnnotationMode.ENABLE : AnnotationMode.DISABLE
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, annotationMode }).promise
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return { data, width: canvas.width, height: canvas.height }
}
