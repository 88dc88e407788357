import { type LetterSheet, lettersForPrinter } from './letterSheet.ts'

/** What came of a part: its PDF, or why there is none. */
export type Answer = { pdf: Uint8Array } | { problem: string }

/** Answers each part of the letters that it is sent, until it is let go. */
process.on('message', async sheet => process.send!(await answer(sheet as LetterSheet)))
process.once('disconnect', () => process.exit())

async function answer(sheet: LetterSheet): Promise<Answer> {
  try {
    return { pdf: await lettersForPrinter(sheet) }
  } catch (error) {
    return { problem: error instanceof Error && 'code' in error ? String(error.code) : String(error) }
  }
}
