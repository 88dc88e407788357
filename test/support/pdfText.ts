import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The words of each page of a document, without the spaces between them. */
export async function pagesOf(pdf: Buffer): Promise<string[]> {
  const { promise } = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
  const document = await promise
  const pages = Array.from({ length: document.numPages }, async (_, i) => {
    const { items } = await (await document.getPage(i + 1)).getTextContent()
    const words = items.map(item => ('str' in item ? item.str : '')).join('')
    return words.replace(/\s/g, '')
  })
  return Promise.all(pages)
}

export const textOf = async (pdf: Buffer): Promise<string> => (await pagesOf(pdf)).join('')
