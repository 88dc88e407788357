import { defineParser } from '../parsers/parser.ts'

export type TwoPdfs = { before: Uint8Array; after: Uint8Array }

const parse = defineParser<TwoPdfs, string>({
  script: new URL('./shownPagesParser.ts', import.meta.url),
  // Decompressed pages and their pixels lie outside the JavaScript heap, so the limit needs a process.
  runsIn: 'process',
  timeoutMs: 20_000,
  memoryMb: 500,
})

/**
 * Describes what a PDF shows differently after something was appended; empty: every page shows the same, and nothing
 * but signature fields was put upon one. A file can begin with the original bytes and still show other pages, since an
 * incremental update may replace them (ISO 32000-2, 7.5.6). Throws `UnparsableError`.
 */
export const shownDifference = (before: Buffer, after: Buffer): Promise<string> => parse({ before, after })
