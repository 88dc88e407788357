import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { answerParser } from '../parsers/parserScript.ts'
import { drawPage, loadPdf, type Pixels } from './pdfDrawing.ts'
import type { TwoPdfs } from './shownPages.ts'

const MAX_PAGES = 100
/** Fine enough that no letter changes unseen: 144 dots an inch of A4. */
const DRAWN = { longSide: 1_700, scale: 2, withAnnotations: false }

answerParser(async ({ before, after }: TwoPdfs): Promise<string> => {
  const [first, second] = [loadPdf(before), loadPdf(after)]
  try {
    const [one, other] = [await first.promise, await second.promise]
    if (one.numPages !== other.numPages) return `页数由 ${one.numPages} 变为 ${other.numPages}`
    if (one.numPages > MAX_PAGES) return `超过 ${MAX_PAGES} 页，无法逐页核对`
    for (let number = 1; number <= one.numPages; number++)
      if (await differs(await one.getPage(number), await other.getPage(number))) return `第 ${number} 页`
    return ''
  } finally {
    await Promise.all([first.destroy(), second.destroy()])
  }
})

async function differs(one: PDFPageProxy, other: PDFPageProxy): Promise<boolean> {
  if ((await annotationsOf(one)) !== (await annotationsOf(other))) return true
  const [before, after] = [await drawPage(one, DRAWN), await drawPage(other, DRAWN)]
  const bytesOf = ({ data }: Pixels) => Buffer.from(data.buffer, data.byteOffset, data.length)
  return before.width !== after.width || !bytesOf(before).equals(bytesOf(after))
}

/** Notes, links and fields that lie upon a page, but for signatures. */
async function annotationsOf(page: PDFPageProxy): Promise<string> {
  const all = await page.getAnnotations()
  const kept = all.filter(({ fieldType }) => fieldType !== 'Sig')
  return JSON.stringify(kept.map(({ subtype, rect, url, fieldType }) => [subtype, rect, url, fieldType]))
}
