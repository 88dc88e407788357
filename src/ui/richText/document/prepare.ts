import { mendTable, renamed } from './mendTable.ts'
import { nestLists } from './nestLists.ts'

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, div, ul, ol, li, blockquote, pre, hr, table, video, figure, figcaption'

/** Brings HTML of any origin into the shape that the editor reads without losing what it says. */
export function prepare(body: HTMLElement) {
  for (const part of body.querySelectorAll('.ql-ui, .ql-cursor')) part.remove()
  for (const code of body.querySelectorAll('.ql-code-block-container')) code.replaceWith(preOf(code))
  nestLists(body)
  for (const caption of body.querySelectorAll('caption, figcaption')) standAlone(caption)
  for (const table of body.querySelectorAll('table')) {
    keepLook(table)
    mendTable(table)
  }
  for (const box of body.querySelectorAll<HTMLElement>('div, figure, blockquote, li, td, th')) handDown(box)
  for (const line of body.querySelectorAll('br')) if (isLast(line)) line.remove()
}

function preOf(container: Element): HTMLElement {
  const pre = container.ownerDocument.createElement('pre')
  pre.textContent = [...container.children].map(line => line.textContent).join('\n')
  return pre
}

/** The words of a table or picture, as a line in the middle above the table or below the picture. */
function standAlone(caption: Element) {
  const line = renamed(caption, 'p')
  line.classList.add('ql-align-center')
  const table = line.closest('table')
  if (line.parentElement === table) table?.before(line)
}

/** Widths and colours that rows and columns say of their cells. Read from there: as `style` they would be the words'. */
function keepLook(table: HTMLTableElement) {
  const [first] = table.rows
  const widths = [...table.querySelectorAll('col')].map(({ style }) => style.width)
  for (const [i, cell] of [...(first?.cells ?? [])].entries())
    if (widths[i] && first!.cells.length === widths.length && !cell.style.width) cell.style.width = widths[i]
  for (const row of table.rows)
    for (const cell of row.cells) {
      const colour = cell.style.backgroundColor || row.style.backgroundColor
      if (colour) cell.setAttribute('data-background-color', colour)
      if (cell.style.width) cell.setAttribute('data-width', cell.style.width)
      cell.style.removeProperty('background-color')
    }
}

/** Alignment and direction of a box are those of the paragraphs in it. */
function handDown(box: HTMLElement) {
  const { textAlign, textIndent } = box.style
  if (!/\bql-(align|indent|direction)-/.test(box.className) && !textAlign && !textIndent && !box.dir) return
  gatherLines(box)
  for (const child of box.children) {
    if (!(child.matches(BLOCKS) && isElement(child))) continue
    if (!/\bql-align-/.test(child.className) && !child.style.textAlign) {
      child.style.textAlign = textAlign
      child.classList.add(...[...box.classList].filter(name => name.startsWith('ql-align-')))
    }
    child.classList.add(...[...box.classList].filter(name => /^ql-(indent|direction)-/.test(name)))
    child.style.textIndent ||= textIndent
    child.dir ||= box.dir
  }
  // Said twice, it would hold for the words, too.
  box.className = ''
}

const isElement = (element: Element): element is HTMLElement => 'style' in element

/** Wraps loose content of a box in paragraphs. */
function gatherLines(box: HTMLElement) {
  let line: HTMLElement | undefined
  for (const node of [...box.childNodes]) {
    const isBlock = node.nodeType === 1 && (node as Element).matches(BLOCKS)
    if (isBlock) line = undefined
    else if (line) line.append(node)
    else if (node.nodeType === 1 || node.textContent?.trim()) {
      line = box.ownerDocument.createElement('p')
      node.replaceWith(line)
      line.append(node)
    }
  }
}

/** Reports whether a line break is the last in its block, where no page shows it. */
export function isLast(line: Element): boolean {
  let at: Node = line
  while (true) {
    for (let next = at.nextSibling; next; next = next.nextSibling) {
      if (next.nodeType === 1) return (next as Element).matches(BLOCKS)
      if (next.textContent?.trim()) return false
    }
    const parent = at.parentNode as Element
    if (parent.matches(`${BLOCKS}, td, th, body`)) return true
    at = parent
  }
}
