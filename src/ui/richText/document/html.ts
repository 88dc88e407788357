import { DOMParser, DOMSerializer, type Node as Part, type Schema } from '@tiptap/pm/model'
import { isLast, prepare } from './prepare.ts'

/** A stored text, as the editor holds it. */
export function documentOf(page: Document, schema: Schema): Part {
  prepare(page.body)
  return DOMParser.fromSchema(schema).parse(page.body)
}

/** Serialises the text as stored and shown (docs/decisions/rich-text.md). The server's sanitiser does not change it. */
export function htmlOf(text: Part, document: Document): string {
  const root = document.createElement('div')
  root.append(DOMSerializer.fromSchema(text.type.schema).serializeFragment(text.content, { document }))
  for (const picture of root.querySelectorAll('img[data-pending]')) picture.remove()
  // A page shows no line break at the end of a paragraph: the empty line there is in the second.
  for (const line of root.querySelectorAll('br')) if (isLast(line)) line.after(line.cloneNode())
  for (const box of root.querySelectorAll('li, td, th, blockquote')) unwrapOnly(box)
  for (const span of root.querySelectorAll('span')) joinWithOnly(span)
  for (const table of root.querySelectorAll('table')) setHead(table)
  // A parser takes the first line break of a `pre` for the end of its tag.
  for (const { firstChild } of root.querySelectorAll('pre'))
    if (firstChild?.textContent?.startsWith('\n')) firstChild.textContent = `\n${firstChild.textContent}`
  keepSpaces(root)
  return isEmpty(root) ? '' : root.innerHTML
}

const isEmpty = (root: HTMLElement) => !root.textContent?.trim() && !root.querySelector('img, video, hr, table')

/** Unwraps a single paragraph in a box, apart from lists below it in an item; its attributes move to the box. */
function unwrapOnly(box: Element) {
  const [line, ...others] = box.children
  const isAlone = others.every(({ tagName }) => box.tagName === 'LI' && /^[OU]L$/.test(tagName))
  if (line?.tagName !== 'P' || !isAlone || (!line.hasChildNodes() && line.attributes.length > 0)) return
  for (const { name, value } of line.attributes)
    box.setAttribute(name, [box.getAttribute(name), value].filter(Boolean).join(name === 'style' ? ';' : ' '))
  line.replaceWith(...line.childNodes)
}

function joinWithOnly(span: HTMLElement) {
  const only = span.firstChild
  if (span.childNodes.length !== 1 || !only || only.nodeName !== 'SPAN') return
  const inner = only as HTMLElement
  if (span.className || inner.className) inner.className = `${span.className} ${inner.className}`.trim()
  if (span.style.cssText) inner.style.cssText = `${span.style.cssText} ${inner.style.cssText}`
  span.replaceWith(inner)
}

/** The first rows are its head if all their cells are headings, and none of these reaches below. */
function setHead(table: HTMLTableElement) {
  const rows = [...table.rows]
  let head = rows.findIndex(({ cells }) => [...cells].some(({ tagName }) => tagName === 'TD'))
  while (head > 0 && rows.slice(0, head).some(({ cells }, i) => [...cells].some(cell => i + cell.rowSpan > head)))
    head--
  if (head > 0) table.createTHead().append(...rows.slice(0, head))
}

const BOX = 'p, h1, h2, h3, h4, h5, h6, li, td, th, blockquote'

/** A page draws several spaces together; in the editor they are seen. */
function keepSpaces(root: HTMLElement) {
  let before: { box: Element | null; text: string } = { box: null, text: '' }
  for (const text of textsIn(root)) {
    const parent = text.parentElement!
    if (parent.closest('pre')) continue
    const box = parent.closest(BOX)
    const follows = before.box === box && text.previousSibling?.nodeName !== 'BR' && !/[ \u00a0]$/.test(before.text)
    text.data = text.data
      .replace(/ {2,}|\t/g, run => '\u00a0'.repeat(run === '\t' ? 2 : run.length))
      .replace(/^ /, follows ? ' ' : '\u00a0')
    before = { box, text: text.data }
  }
}

const isText = (node: Node): node is Text => node.nodeType === 3
const textsIn = (node: Node): Text[] => (isText(node) ? [node] : [...node.childNodes].flatMap(textsIn))
