import { relative } from 'node:path'
import { expect, test } from 'vitest'
import pages from '../react-router.config.ts'
import program from '../vite.program.config.ts'

/** When only a style has changed, only the pages are built: the program has to be there afterwards. */
test('what is built apart stands apart, so that no build empties the folder of another', () => {
  const [ofPages, ofProgram] = [pages.buildDirectory, program.build!.outDir!]
  expect(relative(ofPages, ofProgram)).toMatch(/^\.\./)
  expect(relative(ofProgram, ofPages)).toMatch(/^\.\./)
})
