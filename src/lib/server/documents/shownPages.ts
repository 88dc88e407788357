import { defineParser } from '../parsers/parser.ts'

export type TwoPdfs = { before: Uint8Array; after: Uint8Array }

const parse = defineParser<TwoPdfs, string>({
  script: new URL('./shownPagesParser.ts', import.meta.url),
  // What pages unpack to, and their pixels, are no objects of JavaScript.
  runsIn: 'process',
  timeoutMs: 20_000,
  memoryMb: 500,
})

/**
 * Where a PDF that was added to shows something else than it did before, in words; empty: every page shows the same, and
 * nothing but fields of signatures was put upon one. A file can begin with the bytes that somebody was given and show other
 * pages all the same, since what is added may replace them (ISO 32000-2, 7.5.6). Throws `UnparsableError`.
 */
export const shownDifference = (before: Buffer, after: Buffer): Promise<string> => parse({ before, after })
