import { compile, selectAll } from 'css-select'
import type { Element, Page } from './html.ts'

/** Predicate compiled from a CSS selector. */
export type Selector = (element: Element) => boolean

export class SelectorError extends Error {}

/** Throws a sentence where it is no selector of CSS. */
export function readSelector(typed: string): Selector {
  if (typed.trim() === '') throw new SelectorError('选择器是空的')
  try {
    return compile<Element['children'][number], Element>(typed)
  } catch {
    throw new SelectorError(`看不懂“${typed.slice(0, 20)}”`)
  }
}

/** The elements that fit, in the order of the page. */
export const select = (page: Page | Element, selector: Selector): Element[] =>
  selectAll<Element['children'][number], Element>(selector, page.children)
