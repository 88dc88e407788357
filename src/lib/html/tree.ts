import { DomUtils, parseDocument } from 'htmlparser2'

export type Tree = ReturnType<typeof parseDocument>
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
export type Node = Element['children'][number]

export const isElement = (node: Node | Tree | null | undefined): node is Element => !!node && 'attribs' in node

export const createElement = (tag: string, attribs: Record<string, string> = {}): Element => {
  const made = parseDocument('<p></p>').children[0] as Element
  DomUtils.removeElement(made)
  return Object.assign(made, { name: tag, attribs })
}
export const createText = (text: string): Node => {
  const made = parseDocument('x').children[0]!
  DomUtils.removeElement(made)
  return Object.assign(made, { data: text })
}

/** Every element, in the order of the text. */
export const elementsIn = (tree: Tree | Element): Element[] => DomUtils.findAll(() => true, tree.children)

export const textOf = (node: Node | Node[]): string => DomUtils.textContent(node)

export function replaceWith(node: Node, others: readonly Node[]): void {
  for (const other of [...others]) DomUtils.prepend(node, other)
  DomUtils.removeElement(node)
}

export const styleOf = ({ attribs }: Element, property: string): string =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]*)`, 'i')
    .exec(attribs.style ?? '')?.[1]
    ?.trim()
    .toLowerCase() ?? ''

/** Serialises a tree; characters beyond ASCII stay what they are. */
export const htmlOf = (tree: Tree | Element): string => DomUtils.getInnerHTML(tree, { encodeEntities: 'utf8' })

/** Returns whether elements are nested deeper than `most`. Counts without recursion. */
export function isDeeper(tree: Tree, most: number): boolean {
  const open: { node: Node; depth: number }[] = tree.children.map(node => ({ node, depth: 1 }))
  for (let one = open.pop(); one; one = open.pop()) {
    if (one.depth > most) return true
    if ('children' in one.node) for (const node of one.node.children) open.push({ node, depth: one.depth + 1 })
  }
  return false
}
