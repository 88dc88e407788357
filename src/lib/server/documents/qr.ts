import { defineParser } from '../parsers/parser.ts'

/** Sides in pixels: the smallest QR code has 21 modules a side. */
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
 * Reads the QR codes of a picture, or of the first pages of a PDF; none where it is damaged. Throws `UnparsableError`
 * where the file is too large, and a refusal (429) where too many calls wait.
 */
export const readCodes = (path: string, type: string, caller?: string): Promise<string[]> =>
  parse({ path, type }, caller)
