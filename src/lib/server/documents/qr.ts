import { defineParser } from '../parsers/parser.ts'

/** Of a code, in pixels: the smallest has 21 modules a side. */
export const SMALLEST_CODE = 21

const parse = defineParser<{ path: string; type: string }, string[]>({
  script: new URL('./qrParser.ts', import.meta.url),
  // Pictures and what pages unpack to are no objects of JavaScript.
  runsIn: 'process',
  timeoutMs: 2_000,
  memoryMb: 400,
  maxWaiting: 20,
})

/**
 * What the QR codes say in a picture, or on the first pages of a PDF; none where it is damaged. Throws `UnparsableError`
 * where it is too much, and a refusal (429) where too many wait.
 */
export const readCodes = (path: string, type: string, caller?: string): Promise<string[]> =>
  parse({ path, type }, caller)
