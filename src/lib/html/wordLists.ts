import { DomUtils } from 'htmlparser2'
import { createElement, createText, type Element, elementsIn, isElement, type Node, type Tree, textOf } from './tree.ts'

/** A paragraph that Word or WPS numbers, as their HTML has it: `mso-list:l0 level1 lfo1`, the number beside the words. */
type Item = { paragraph: Element; tag: 'ol' | 'ul'; depth: number; number: number | undefined }

const LISTED = /\bmso-list:\s*(l\d+)\s+level(\d)/i

/**
 * Makes lists of the paragraphs that Word numbers. A list begins at the number of its first item, and anew where the
 * numbers do not follow each other. Numbers that a list on a page would show otherwise, such as 一、 第二条 （1） a) 1.1,
 * stay words. `styles`: the style sheet of the text.
 */
export function gatherWordLists(tree: Tree, styles: string): void {
  const items = elementsIn(tree)
    .filter(({ attribs }) => LISTED.test(attribs.style ?? ''))
    .flatMap(paragraph => readItem(paragraph, styles) ?? [])
  const runs: Item[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run && previousElement(item.paragraph) === run.at(-1)!.paragraph) run.push(item)
    else runs.push([item])
  }
  for (const run of runs) nest(run)
}

function previousElement(element: Element): Node | undefined {
  let node = element.prev
  while (node && !isElement(node) && (node.type !== 'text' || !textOf(node).trim())) node = node.prev
  return node ?? undefined
}

/** Markers that count, of lists whose kind is not said. Bullets may be letters of a font of signs. */
const COUNTED = /[\p{N}一二三四五六七八九十百甲乙丙丁]|第|[.．、)）]$/u

function readItem(paragraph: Element, styles: string): Item | undefined {
  const [, list, level] = LISTED.exec(paragraph.attribs.style!)!
  const marker = takeMarker(paragraph)
  const number = /^(\d{1,3})[.．、]?$/.exec(marker)?.[1]
  const [, format] =
    new RegExp(`@list\\s+${list}:level${level}\\b[^}]*mso-level-number-format:\\s*([\\w-]+)`).exec(styles) ?? []
  const isBullet = format ? format === 'bullet' : !COUNTED.test(marker)
  if (number === undefined && !isBullet) {
    DomUtils.prependChild(paragraph, createText(marker))
    return
  }
  return {
    paragraph,
    tag: number === undefined ? 'ul' : 'ol',
    depth: Number(level) - 1,
    number: number === undefined ? undefined : Number(number),
  }
}

/** Removes and returns the bullet or number, which Word writes beside the words for programs without lists. */
function takeMarker(paragraph: Element): string {
  const [marked] = elementsIn(paragraph).filter(({ attribs }) => /mso-list:\s*Ignore/i.test(attribs.style ?? ''))
  if (marked) {
    DomUtils.removeElement(marked)
    return withoutBlanks(textOf(marked))
  }
  const [begin] = DomUtils.filter(node => /^!?\[if !supportLists\]/i.test('data' in node ? node.data : ''), paragraph)
  const parts: Node[] = []
  for (let next = begin?.next; next && (next.type === 'text' || isElement(next)); next = next.next) parts.push(next)
  for (const part of parts) DomUtils.removeElement(part)
  return withoutBlanks(textOf(parts))
}

const withoutBlanks = (text: string) => text.replace(/[\s\u00a0]+/g, '')

type OpenList = { list: Element; last: number | undefined }

function nest(run: readonly Item[]): void {
  const open: OpenList[] = []
  for (const { paragraph, tag, number, ...asked } of run) {
    const depth = Math.min(asked.depth, open.length)
    open.length = Math.min(open.length, depth + 1)
    const known = open[depth]
    const follows = known?.list.name === tag && (number === undefined || number === known.last! + 1)
    const item = createElement('li')
    if (!follows) {
      open.length = depth
      const list = createElement(tag, number !== undefined && number !== 1 ? { start: String(number) } : {})
      if (depth === 0) DomUtils.prepend(paragraph, list)
      else DomUtils.appendChild(open[depth - 1]!.list.children.at(-1) as Element, list)
      open.push({ list, last: undefined })
    }
    open[depth]!.last = number
    DomUtils.appendChild(open[depth]!.list, item)
    DomUtils.removeElement(paragraph)
    for (const child of [...paragraph.children]) DomUtils.appendChild(item, child)
  }
}
