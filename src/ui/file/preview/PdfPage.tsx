import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'

GlobalWorkerOptions.workerSrc = worker

/**
 * Fonts and character maps that PDFs refer to without embedding them, served by our own site
 * (`lib/server/pages/pdfAssets.ts`).
 */
const assets = `/pdfjs/${version}`
const options = {
  cMapUrl: `${assets}/cmaps/`,
  standardFontDataUrl: `${assets}/standard_fonts/`,
  wasmUrl: `${assets}/wasm/`,
  iccUrl: `${assets}/iccs/`,
}

export type PdfPageProps = {
  blob: Blob
  page: number
  /** Percent of the width there is. */
  zoom: number
  onPages: (pages: number) => void
  onProblem: (words: string) => void
}

/** Renders one page of a PDF at the resolution of the screen. */
export function PdfPage({ blob, page, zoom, onPages, onProblem }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for each file
  useEffect(() => {
    const opening = blob.arrayBuffer().then(data => getDocument({ data, ...options }))
    opening
      .then(task => task.promise)
      .then(
        opened => {
          setPdf(opened)
          onPages(opened.numPages)
        },
        error =>
          onProblem(error.name === 'PasswordException' ? '文件有打开密码，请下载后查看' : '文件无法显示，请下载后查看'),
      )
    return () => void opening.then(task => task.destroy())
  }, [blob])
  useEffect(() => {
    if (!pdf) return
    let current = true
    let stop = () => {}
    const draw = async () => {
      const sheet = await pdf.getPage(page)
      if (!current) return
      const width = (frame.current!.clientWidth * zoom) / 100
      const scale = (width * devicePixelRatio) / sheet.getViewport({ scale: 1 }).width
      const viewport = sheet.getViewport({ scale: Math.min(scale, largest(sheet.getViewport({ scale: 1 }))) })
      const canvas = Object.assign(document.createElement('canvas'), { width: viewport.width, height: viewport.height })
      const rendering = sheet.render({ canvas, viewport })
      stop = () => rendering.cancel()
      await rendering.promise
      canvas.style.width = `${zoom}%`
      frame.current?.replaceChildren(canvas)
    }
    draw().catch(error => error.name === 'RenderingCancelledException' || onProblem('这一页无法显示，请下载后查看'))
    return () => {
      current = false
      stop()
    }
  }, [pdf, page, zoom, onProblem])
  return <div ref={frame} className="preview-page" />
}

/** Beyond this many pixels, browsers draw nothing at all. */
const largest = ({ width, height }: { width: number; height: number }) => Math.sqrt(16_000_000 / (width * height))
