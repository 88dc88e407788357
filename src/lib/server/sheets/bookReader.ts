import type { Readable } from 'node:stream'
import { dateStylesOf } from './bookDates.ts'
import { type Attributes, childOf, childrenOf, localName, parseXml, readTree } from './xmlReader.ts'
import { damaged, openPart, partsOf } from './zipReader.ts'

/** Value of a cell; of a formula, its result. */
export type BookValue = string | number | boolean | Date | { error: string } | null
/** `style` is its place in the workbook's list of styles. */
export type BookCell = { value: BookValue; style: number }
/** Cells from the first column on; `number` counts from 1, as Excel does. */
export type BookRow = { number: number; cells: BookCell[] }
export type BookSheet = { name: string; isHidden: boolean; rows: AsyncGenerator<BookRow> }

/** Data that cells refer to. */
type Shared = { texts: string[]; isDate: boolean[]; epoch: number }

/** Excel's limit. */
const MAX_COLUMNS = 16_384
const DAY = 86_400_000
/** Days from the beginning of a workbook's calendar to 1970. */
const EPOCH = { 1900: 25_569, 1904: 24_107 }

/**
 * The sheets of a workbook (XLSX) in their order, and the rows of each one after the other: in the memory are the row
 * that is read and the table of texts that all sheets share.
 */
export async function* readBook(path: string): AsyncGenerator<BookSheet> {
  const parts = new Map((await partsOf(path)).map(part => [part.name, part]))
  const open = (name: string) => {
    const part = parts.get(name)
    if (!part) throw damaged()
    return openPart(path, part)
  }
  const relations = await readTree(await open('xl/_rels/workbook.xml.rels'))
  const workbook = await readTree(await open('xl/workbook.xml'))
  const is1904 = /^(1|true)$/.test(childOf(workbook, 'workbookPr')?.attributes.date1904 ?? '')
  const shared: Shared = {
    texts: parts.has('xl/sharedStrings.xml') ? await readTexts(await open('xl/sharedStrings.xml')) : [],
    isDate: parts.has('xl/styles.xml') ? dateStylesOf(await readTree(await open('xl/styles.xml'))) : [],
    epoch: is1904 ? EPOCH[1904] : EPOCH[1900],
  }
  const places = new Map(childrenOf(relations, 'Relationship').map(({ attributes: { Id, Target } }) => [Id, Target]))
  for (const { attributes } of childrenOf(childOf(workbook, 'sheets'), 'sheet')) {
    const place = places.get(relationOf(attributes)) ?? ''
    // Some programs write where a part is from the root of the file.
    const part = place.startsWith('/') ? place.slice(1) : `xl/${place}`
    if (!part.startsWith('xl/worksheets/')) continue
    const isHidden = /hidden$/i.test(attributes.state ?? '')
    yield { name: attributes.name ?? '', isHidden, rows: readRows(() => open(part), shared) }
  }
}

const relationOf = (attributes: Attributes) =>
  Object.entries(attributes).find(([name]) => name.includes(':') && localName(name) === 'id')?.[1]

/** The texts that cells refer to by number, without how they are to be spoken. */
async function readTexts(bytes: Readable): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isSpoken = false
  const heard = {
    open: (name: string) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isSpoken = true
      isText = name === 't' && !isSpoken
    },
    close: (name: string) => {
      if (name === 'si') texts.push(unescaped(text))
      if (name === 'rPh') isSpoken = false
      isText = false
    },
    text: (piece: string) => {
      if (isText) text += piece
    },
  }
  for await (const _ of parseXml(bytes, heard));
  return texts
}

/** Characters that XML cannot hold are written by their numbers. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

async function* readRows(open: () => Promise<Readable>, shared: Shared): AsyncGenerator<BookRow> {
  let rows: BookRow[] = []
  let row: BookRow = { number: 0, cells: [] }
  let column = 0
  let cell: Attributes = {}
  let text: string | undefined
  let isText = false
  const heard = {
    open: (name: string, attributes: Attributes) => {
      if (name === 'row') {
        row = { number: Number(attributes.r ?? row.number + 1), cells: [] }
        column = 0
      } else if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1
        cell = attributes
        text = undefined
      }
      isText = name === 'v' || name === 't'
      if (isText) text ??= ''
    },
    close: (name: string) => {
      isText = false
      if (name === 'row') rows.push(row)
      if (name !== 'c' || column > MAX_COLUMNS) return
      while (row.cells.length < column - 1) row.cells.push({ value: null, style: 0 })
      row.cells[column - 1] = { value: readValue(cell, text, shared), style: Number(cell.s ?? 0) }
    },
    text: (piece: string) => {
      if (isText) text += piece
    },
  }
  for await (const _ of parseXml(await open(), heard)) {
    yield* rows
    rows = []
  }
}

/** `AB12` → 28 */
function columnOf(reference: string): number {
  let column = 0
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column
}

function readValue({ t: type, s: style }: Attributes, text: string | undefined, shared: Shared): BookValue {
  if (text === undefined) return null
  switch (type) {
    case 's':
      return shared.texts[Number(text)] ?? null
    case 'str':
    case 'inlineStr':
      return unescaped(text)
    case 'b':
      return text === '1' || text === 'true'
    case 'e':
      return { error: text }
    case 'd':
      return new Date(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}${text.includes('T') ? 'Z' : ''}`)
  }
  const number = Number(text)
  if (text === '' || Number.isNaN(number)) return text || null
  return shared.isDate[Number(style ?? 0)] ? new Date(Math.round((number - shared.epoch) * DAY)) : number
}
