import type { Readable } from 'node:stream'
import { invalid } from '#lib/error.ts'
import { type CellFormat, cellFormatsOf } from './cellFormats.ts'
import { type Attributes, childOf, childrenOf, localName, parseXml, readTree } from './xmlReader.ts'
import { damaged, openPart, type Part, partsOf } from './zipReader.ts'

/** Value of a cell; of a formula, its result. */
export type BookValue = string | number | boolean | Date | { error: string } | null
/**
 * `style` is its place in the workbook's list of styles. `shown`: the number as its format shows it, where that is more
 * than the number. `isUnsaved`: a formula whose result the file does not have.
 */
export type BookCell = {
  value: BookValue
  style: number
  shown?: string
  isFormula?: boolean
  isUnsaved?: boolean
}
/** Cells from the first column on; `number` counts from 1, as Excel does. */
export type BookRow = { number: number; isHidden: boolean; cells: BookCell[] }
/** `veryHidden`: only a macro shows it again. */
export type SheetState = 'visible' | 'hidden' | 'veryHidden'
/** Rows and columns of merged cells, from 1. */
export type Merge = { top: number; left: number; bottom: number; right: number }
export type BookSheet = {
  name: string
  state: SheetState
  isHidden: boolean
  /** Days of the workbook count from 1904. */
  is1904: boolean
  rows: AsyncGenerator<BookRow>
  merges: () => Promise<Merge[]>
}

/** Data that cells refer to. */
type Shared = { texts: string[]; formats: CellFormat[]; epoch: number }

/** Excel's limit. */
const MAX_COLUMNS = 16_384
const MAX_MERGES = 50_000
/** Characters of the tag of a merged cell. */
const MAX_TAG = 200
const DAY = 86_400_000
/** Days from the beginning of a workbook's calendar to 1970. */
export const EPOCH = { 1900: 25_569, 1904: 24_107 }

/**
 * The sheets of a workbook (XLSX) in their order, and the rows of each one after the other: in the memory are the row
 * that is read and the table of texts that all sheets share. Parts are found by their relations, as ECMA-376 part 2 has
 * it, whatever their names are; both its transitional and its strict namespaces are read.
 */
export async function* readBook(path: string): AsyncGenerator<BookSheet> {
  const list = await partsOf(path)
  const parts = new Map(list.map(part => [part.name.toLowerCase(), part]))
  const open = async (name: string) => {
    const part = parts.get(name.toLowerCase())
    if (!part) throw damaged()
    return openPart(path, part)
  }
  const relationsOf = async (name: string) => {
    const relations = name.replace(/[^/]*$/, '_rels/$&.rels')
    if (!parts.has(relations.toLowerCase())) return []
    const elements = childrenOf(await readTree(await open(relations)), 'Relationship')
    return elements.map(({ attributes: { Id = '', Type = '', Target = '' } }) => ({
      id: Id,
      type: localType(Type),
      part: resolvePart(name, Target),
    }))
  }
  const root = (await relationsOf('')).find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  refuseOtherKinds(list, root)
  const relations = await relationsOf(root)
  if (relations.length === 0) throw damaged()
  const workbook = await readTree(await open(root))
  const is1904 = /^(1|true)$/.test(childOf(workbook, 'workbookPr')?.attributes.date1904 ?? '')
  const partOf = (type: string) => relations.find(one => one.type === type && parts.has(one.part.toLowerCase()))?.part
  const [texts, styles] = [partOf('sharedStrings'), partOf('styles')]
  const shared: Shared = {
    texts: texts ? await readTexts(await open(texts)) : [],
    formats: styles ? await cellFormatsOf(await readTree(await open(styles))) : [],
    epoch: is1904 ? EPOCH[1904] : EPOCH[1900],
  }
  for (const { attributes } of childrenOf(childOf(workbook, 'sheets'), 'sheet')) {
    const relation = relations.find(({ id }) => id === relationOf(attributes))
    // Charts and dialogs have sheets of their own.
    if (relation?.type !== 'worksheet') continue
    const state: SheetState = /^veryHidden$/i.test(attributes.state ?? '')
      ? 'veryHidden'
      : /^hidden$/i.test(attributes.state ?? '')
        ? 'hidden'
        : 'visible'
    yield {
      name: attributes.name ?? '',
      state,
      isHidden: state !== 'visible',
      is1904,
      rows: readRows(() => open(relation.part), shared),
      merges: async () => readMerges(await open(relation.part)),
    }
  }
}

/** `…/relationships/worksheet` → `worksheet`, in both namespaces. */
const localType = (type: string) => type.slice(type.lastIndexOf('/') + 1)

/** A target is relative to the part that names it, or begins at the root of the file. */
function resolvePart(from: string, target: string): string {
  const names = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const name of decodeTarget(target).split('/'))
    if (name === '..') names.pop()
    else if (name && name !== '.') names.push(name)
  return names.join('/')
}

function decodeTarget(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

function refuseOtherKinds(parts: readonly Part[], root: string): void {
  const has = (name: RegExp) => parts.some(part => name.test(part.name))
  if (/\.bin$/i.test(root) || has(/^xl\/workbook\.bin$/i))
    throw invalid('这是 XLSB 文件，请在 Excel 中另存为 XLSX 后重新上传')
  if (has(/^word\//i)) throw invalid('这是 Word 文档，不是表格：请把表格复制到 Excel，保存为 XLSX 后上传')
  if (!has(/^xl\//i) && !parts.some(({ name }) => name.toLowerCase() === root.toLowerCase()) && !has(/^content\.xml$/i))
    throw invalid('这是压缩文件（ZIP），不是表格：请解压后上传里面的 XLSX 或 CSV 文件')
  if (has(/^content\.xml$/i)) throw invalid('这是 ODS 文件，请另存为 XLSX 后重新上传')
}

/** The merged cells, which stand behind all rows: found without reading these. */
async function readMerges(bytes: Readable): Promise<Merge[]> {
  const merges: Merge[] = []
  let rest = ''
  for await (const piece of bytes.setEncoding('utf8')) {
    rest += piece
    for (const [, reference] of rest.matchAll(/<(?:\w+:)?mergeCell\s[^>]*?\bref="([A-Z]+\d+:[A-Z]+\d+)"/g)) {
      const [from, to] = reference!.split(':') as [string, string]
      merges.push({ top: rowOf(from), left: columnOf(from), bottom: rowOf(to), right: columnOf(to) })
      if (merges.length > MAX_MERGES) throw invalid(`合并单元格超过 ${MAX_MERGES} 处，请先取消合并`)
    }
    // What may be the beginning of the next one.
    const last = rest.slice(Math.max(rest.lastIndexOf('<'), rest.length - MAX_TAG))
    rest = last.includes('>') ? '' : last
  }
  return merges
}

const rowOf = (reference: string) => Number(reference.replace(/^[A-Z]+/, ''))

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
  let row: BookRow = { number: 0, isHidden: false, cells: [] }
  let column = 0
  let cell: Attributes = {}
  let text: string | undefined
  let isText = false
  let isSpoken = false
  let isFormula = false
  const heard = {
    open: (name: string, attributes: Attributes) => {
      if (name === 'row') {
        const isHidden = /^(1|true)$/.test(attributes.hidden ?? '')
        row = { number: Number(attributes.r ?? row.number + 1), isHidden, cells: [] }
        column = 0
      } else if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1
        cell = attributes
        text = undefined
        isFormula = false
      } else if (name === 'f') isFormula = true
      else if (name === 'rPh') isSpoken = true
      isText = name === 'v' || (name === 't' && !isSpoken)
      if (isText) text ??= ''
    },
    close: (name: string) => {
      isText = false
      if (name === 'rPh') isSpoken = false
      if (name === 'row') rows.push(row)
      if (name !== 'c' || column > MAX_COLUMNS) return
      while (row.cells.length < column - 1) row.cells.push({ value: null, style: 0 })
      row.cells[column - 1] = readCell(cell, text, shared, isFormula)
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

function readCell(attributes: Attributes, text: string | undefined, shared: Shared, isFormula: boolean): BookCell {
  const style = Number(attributes.s ?? 0)
  // A text may be empty; a formula without a number has not been calculated.
  if (isFormula && !text && attributes.t !== 'str') return { value: null, style, isFormula, isUnsaved: true }
  const value = readValue(attributes, text, shared)
  const shown = typeof value === 'number' ? shared.formats[style]?.show?.(value) : undefined
  return { value, style, ...(shown !== undefined && { shown }), ...(isFormula && { isFormula }) }
}

function readValue({ t: type, s: style }: Attributes, text: string | undefined, shared: Shared): BookValue {
  if (text === undefined) return null
  switch (type) {
    case 's':
      return shared.texts[Number(text)] ?? { error: '（文字缺失）' }
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
  return shared.formats[Number(style ?? 0)]?.isDate ? new Date(Math.round((number - shared.epoch) * DAY)) : number
}
