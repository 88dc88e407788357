import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect } from 'vitest'

/** Fonts that are part of the product, by the beginning of their PostScript names. */
const OURS = /^[A-Z]{6}\+(NotoSans|GlyphWiki|BabelStone)/

/**
 * The words of a document as a reader extracts them, without spaces and signs that nobody sees. Fails where a font is
 * none of ours, or a glyph is the box of missing ones.
 */
export async function drawnTextOf(pdf: Buffer): Promise<string> {
  for (const [, name] of pdf.toString('latin1').matchAll(/\/Type \/FontDescriptor\s+\/FontName \/(\S+)/g))
    expect(name).toMatch(OURS)
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
  const document = await task.promise
  let text = ''
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    for (const [i, operator] of fnArray.entries()) {
      if (operator !== OPS.showText) continue
      const glyphs = argsArray[i][0].filter((one: unknown) => typeof one === 'object')
      for (const { originalCharCode } of glyphs) expect(originalCharCode).not.toBe(0)
    }
    const { items } = await page.getTextContent()
    text += items.flatMap(item => ('str' in item ? item.str : [])).join('')
  }
  await task.destroy()
  return text.replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
}
