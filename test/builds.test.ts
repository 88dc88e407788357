import { relative } from 'node:path'
import { expect, test } from 'vitest'
import pages from '../react-router.config.ts'
import program from '../vite.program.config.ts'

/** A change of styles builds the pages only; the program must still be there afterwards. */
test('what is built apart stands apart, so that no build empties the folder of another', () => {
  const [ofPages, ofProgram] = [pages.buildDirectory, program.build!.outDir!]
  expect(relative(ofPages, ofProgram)).toMatch(/^\.\./)
  expect(relative(ofProgram, ofPages)).toMatch(/^\.\./)
})
