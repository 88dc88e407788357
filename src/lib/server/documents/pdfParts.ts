import { hash } from 'node:crypto'

/** A run of bytes of a document: an object, or what stands between objects. */
type Part = { length: number; digest: string; label: string }

/** A label is read from files of strangers, too, whose words are not repeated. */
const LABEL = /^(第 \d{1,4} 页|图片|字体|文件信息|文件结构)$/
const MAX_PARTS = 20_000

const digestOf = (bytes: Buffer) => hash('sha256', bytes).slice(0, 16)
const REST = '文件结构'

/**
 * Lists the parts of a document inside the signed bytes: the signature shows that something was changed, this list
 * shows where. One line per part in the order of the file; together they cover the whole file.
 */
export function writeParts(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const pages = pagesIn(text)
  const starts = [...text.matchAll(/(?<=^|\n)(\d+) 0 obj\b/g)]
  const parts: Part[] = []
  const push = (from: number, to: number, label: string) => {
    if (to > from) parts.push({ length: to - from, digest: digestOf(pdf.subarray(from, to)), label })
  }
  let at = 0
  for (const { index, 1: id } of starts) {
    if (index < at) continue
    const end = text.indexOf('endobj', index)
    if (end < 0) break
    push(at, index, REST)
    at = end + 'endobj'.length
    push(index, at, pages.get(id!) ?? labelOf(text.slice(index, Math.min(at, index + 2000))))
  }
  push(at, pdf.length, REST)
  return parts
    .map(({ length, digest, label }) => `${length} ${digest} ${Buffer.from(label).toString('hex')}`)
    .join('\n')
}

/** Maps object numbers to the page that they belong to, numbered in page order. */
function pagesIn(text: string): Map<string, string> {
  const tree = /\/Type \/Pages\b[\s\S]*?\/Kids \[([^\]]*)\]/.exec(text)?.[1] ?? ''
  const found = new Map<string, string>()
  for (const [i, [, id]] of [...tree.matchAll(/(\d+) 0 R/g)].entries()) {
    const label = `第 ${i + 1} 页`
    found.set(id!, label)
    const at = text.search(new RegExp(`(?<=^|\\n)${id} 0 obj\\b`))
    const contents = /\/Contents (?:\[)?(\d+) 0 R/.exec(text.slice(at, text.indexOf('endobj', at)))?.[1]
    if (contents) found.set(contents, label)
  }
  return found
}

function labelOf(object: string): string {
  if (/\/Subtype \/Image\b/.test(object)) return '图片'
  if (/\/Type \/Font|\/FontFile|\/CIDInit|\/Subtype \/(CIDFontType|OpenType|Type0)/.test(object)) return '字体'
  if (/\/Type \/Metadata|\/Producer|\/Creator/.test(object)) return '文件信息'
  return REST
}

const MAX_NAMED_CHANGES = 4

/** Describes the parts that differ from the signed document; `end`: offset at which the signature ends. */
export function findChanges(pdf: Buffer, end: number): string[] {
  const behind = pdf.length - end
  const parts = readParts(pdf.toString('latin1'))
  const added = behind > 0 ? [`签名之后又追加了 ${behind} 字节的内容（增量更新）`] : []
  const missing = behind < 0 ? [`文件不完整：比签名时少了 ${-behind} 字节`] : []
  if (!parts) return [...added, ...missing]
  let at = 0
  const changed = new Map<string, [number, number]>()
  for (const { length, digest, label } of parts) {
    if (digestOf(pdf.subarray(at, at + length)) !== digest && !changed.has(label)) changed.set(label, [at, at + length])
    at += length
  }
  const all = [...changed].map(([label, [from, to]]) => `${label}被改动过（第 ${from + 1} 至 ${to} 字节之间）`)
  // An insertion or deletion shifts every later part, so only the first is named.
  const named = all.length > MAX_NAMED_CHANGES ? [all[0]!, '此后的内容与签名时的位置对不上'] : all
  if (named.length + added.length + missing.length === 0) return ['签名、时间戳或其登记部分被改动过']
  return [...named, ...added, ...missing]
}

function readParts(text: string): Part[] | undefined {
  const id = /\/Hangxie << \/LastModified \([^)]{0,99}\) \/Private (\d{1,9}) 0 R/.exec(text)?.[1]
  if (!id) return
  const head = new RegExp(`\\n${id} 0 obj\\n<< /Length \\d{1,9} >>\\nstream\\n`).exec(text)
  if (!head) return
  const from = head.index + head[0].length
  const end = text.indexOf('\nendstream', from)
  const stream = text.slice(from, end)
  if (end < 0 || /[^0-9a-f \n]/.test(stream)) return
  const parts = stream.split('\n', MAX_PARTS).map(line => {
    const [length, digest, label] = line.split(' ')
    const named = Buffer.from(label ?? '', 'hex').toString()
    return { length: Number(length), digest: digest ?? '', label: LABEL.test(named) ? named : REST }
  })
  return parts.every(({ length, digest }) => Number.isSafeInteger(length) && digest.length === 16) ? parts : undefined
}
