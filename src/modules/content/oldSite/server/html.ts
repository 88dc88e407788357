import { DomUtils, parseDocument } from 'htmlparser2'

export type Page = ReturnType<typeof parseDocument>
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
type Node = Element['children'][number]

/** Maximum tags and depth of a page; more than any news page has. */
const MAX_TAGS = 30_000

/** The page as a tree; undefined where it is no page that one could read. */
export function readPage(html: string, most = MAX_TAGS): Page | undefined {
  if ((html.match(/<[a-z]/gi)?.length ?? 0) > most) return
  return parseDocument(html)
}

const isElement = (node: Node | Element['parent']): node is Element => node !== null && 'attribs' in node
export const elementsOf = (parent: Page | Element): Element[] => parent.children.filter(isElement)
export const everyElement = (page: Page | Element): Element[] => DomUtils.findAll(() => true, page.children)
export const parentOf = ({ parent }: Element): Element | undefined => (isElement(parent) ? parent : undefined)
export const classesOf = ({ attribs }: Element) => (attribs.class ?? '').split(/\s+/).filter(Boolean)
export const remove = (element: Element) => DomUtils.removeElement(element)
export const innerHtml = (element: Element) => DomUtils.getInnerHTML(element)

export function isWithin(element: Element, other: Element): boolean {
  for (let at: Element | undefined = element; at; at = parentOf(at)) if (at === other) return true
  return false
}

/** Visible text of the element in one line; for `meta` and the like the value of its attribute. */
export function textOf(element: Element): string {
  if (element.name === 'meta') return tidy(element.attribs.content ?? '')
  const shown = tidy(wordsIn(element))
  return shown === '' && element.attribs.datetime ? tidy(element.attribs.datetime) : shown
}

const HIDDEN_TAGS = /^(script|style|noscript|template)$/
const BLOCK = /^(p|div|br|td|th|tr|li|h[1-6]|section|article|table)$/

function wordsIn(node: Node): string {
  if (isElement(node)) {
    if (HIDDEN_TAGS.test(node.name)) return ''
    const words = node.children.map(wordsIn).join('')
    return BLOCK.test(node.name) ? ` ${words} ` : words
  }
  return node.type === 'text' && 'data' in node ? node.data : ''
}

export const tidy = (text: string) => text.replace(/[\s\u00a0\u3000]+/g, ' ').trim()
