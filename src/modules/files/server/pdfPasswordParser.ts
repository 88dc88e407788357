import { readFile } from 'node:fs/promises'
import { loadPdf } from '#lib/server/documents/pdfDrawing.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'

/** Answers whether a PDF asks for a password; a damaged one does not. */
answerParser(async (path: string): Promise<boolean> => {
  const loading = loadPdf(await readFile(path))
  try {
    await loading.promise
    return false
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException'
  } finally {
    await loading.destroy()
  }
})
