/** What is read in one go and marked while it is read. */
export type Passage = { element: Element; text: string }

const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, li, tr, dt, dd, blockquote, figcaption, pre'
/** What is no text of the page: controls, ways on, adverts. */
const APART = 'nav, button, select, form, aside, script, style, svg, [aria-hidden="true"], .hidden-text, .article-about'

/** The text of a page, paragraph by paragraph, as it is seen. */
export function passagesIn(root: Element): Passage[] {
  const passages: Passage[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let lastCell: Element | null = null
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement!
    const text = walker.currentNode.textContent!.replace(/\s+/g, ' ')
    if (!text.trim() || parent.closest(APART) || !parent.checkVisibility()) continue
    const element = parent.closest(BLOCKS) ?? parent
    const cell = parent.closest('td, th')
    const last = passages.at(-1)
    if (last?.element === element) last.text += cell === lastCell ? text : `，${text}`
    else passages.push({ element, text })
    lastCell = cell
  }
  return passages.map(({ element, text }) => ({ element, text: text.trim() }))
}

/** Longer ones fall silent in some browsers before they end. */
const LONGEST = 120

/** A passage sentence by sentence; what is too long for one breath is cut where it pauses, or anywhere. */
export function sentencesOf(text: string): string[] {
  const parts = text.match(/[^。！？；!?]+[。！？；!?”’）]*|[。！？；!?]+/g) ?? []
  const cut = parts.flatMap(part =>
    part.length <= LONGEST ? [part] : (part.match(/.{1,110}[，、：,]|.{1,110}/gs) ?? []),
  )
  return cut.map(part => part.trim()).filter(Boolean)
}
