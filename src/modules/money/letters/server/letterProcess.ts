import { type LetterSheet, lettersForPrinter } from './letterSheet.ts'

/** Answers each part of the letters that it is sent, until it is let go. */
process.on('message', async sheet => process.send!(await lettersForPrinter(sheet as LetterSheet)))
process.once('disconnect', () => process.exit())
