import type { Readable } from 'node:stream'
import excel from 'exceljs'

type Chunks = AsyncIterable<Buffer | string>
type Steps = {
  _parseWorkbook(entry: Readable): Promise<void>
  _parseSharedStrings(entry: Readable): AsyncGenerator
  _parseWorksheet(chunks: Chunks, number: string): Generator
}
type Reader = new (path: string, options: object) => excel.stream.xlsx.WorkbookReader & Steps

/**
 * The library's reader turns each chunk of bytes into text by itself, and so breaks a Chinese character that two chunks
 * share. This one hands it text.
 */
export class BookReader extends (excel.stream.xlsx.WorkbookReader as unknown as Reader) {
  override _parseWorkbook(entry: Readable) {
    return super._parseWorkbook(entry.setEncoding('utf8'))
  }
  override _parseSharedStrings(entry: Readable) {
    return super._parseSharedStrings(entry.setEncoding('utf8'))
  }
  override _parseWorksheet(chunks: Chunks, number: string) {
    return super._parseWorksheet(textOf(chunks), number)
  }
}

async function* textOf(chunks: Chunks): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of chunks) yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
