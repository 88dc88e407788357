import type { Readable } from 'node:stream'
import excel from 'exceljs'
import { damaged, openPart, type Part, partsOf } from './zipReader.ts'

type Sheet = { eventType: 'worksheet'; value: excel.stream.xlsx.WorksheetReader }
type Steps = {
  model: { sheets?: { rId: string }[] }
  workbookRels: { Id: string; Target: string }[]
  _parseRels(text: Readable): Promise<void>
  _parseWorkbook(text: Readable): Promise<void>
  _parseStyles(text: Readable): Promise<void>
  _parseSharedStrings(text: Readable): AsyncGenerator
  _parseWorksheet(text: Readable, number: string): Generator<Sheet>
}
type Reader = new (path: string, options: object) => excel.stream.xlsx.WorkbookReader & Steps

const OPTIONS = { worksheets: 'emit', sharedStrings: 'cache', styles: 'cache', hyperlinks: 'ignore', entries: 'ignore' }
const FOLDER = 'xl/'

/**
 * Reads the rows of long workbooks one after the other. The library's reader takes the parts of the file as they come
 * by and loses those that have come before it asked for them: a workbook would be read whole or not by how busy the disk
 * is. And it breaks Chinese characters that two chunks of bytes share. This one opens part by part, in the order in
 * which each needs the others, and hands the library text.
 */
export class BookReader extends (excel.stream.xlsx.WorkbookReader as unknown as Reader) {
  readonly #path: string

  constructor(path: string) {
    super(path, OPTIONS)
    this.#path = path
  }

  /** What the iterator of the library goes through. */
  override async *parse(): AsyncGenerator<Sheet> {
    const parts = new Map((await partsOf(this.#path)).map(part => [part.name, part]))
    await this._parseRels(this.#open(parts, '_rels/workbook.xml.rels'))
    await this._parseWorkbook(this.#open(parts, 'workbook.xml'))
    if (parts.has(`${FOLDER}styles.xml`)) await this._parseStyles(this.#open(parts, 'styles.xml'))
    if (parts.has(`${FOLDER}sharedStrings.xml`))
      await Array.fromAsync(this._parseSharedStrings(this.#open(parts, 'sharedStrings.xml')))
    // Some programs write where a part is from the root of the file; the library knows it by its place in the folder.
    for (const rel of this.workbookRels) rel.Target = rel.Target.replace(/^\/xl\//, '')
    for (const { rId } of this.model.sheets ?? []) {
      const name = this.workbookRels.find(({ Id }) => Id === rId)?.Target ?? ''
      const [, number] = name.match(/^worksheets\/sheet(\d+)\.xml$/) ?? []
      if (number) yield* this._parseWorksheet(this.#open(parts, name), number)
    }
  }

  #open(parts: Map<string, Part>, name: string): Readable {
    const part = parts.get(FOLDER + name)
    if (!part) throw damaged()
    return openPart(this.#path, part).setEncoding('utf8')
  }
}
