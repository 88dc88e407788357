/** Runs in the page: by how many px it is wider than its window. */
export const findExcess = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** Runs in the page: finds focused elements without an outline or covered by others. */
export async function findHidden(): Promise<string[]> {
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, summary, [tabindex="0"]',
  )
  const name = (element: Element) => element.outerHTML.slice(0, 120)
  const hasOutline = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  /** Returns the element that covers all of it; partial cover is accepted. */
  const cover = (element: Element) => {
    const { left, top, right, bottom } = element.getClientRects()[0]!
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const points = [
      [x, y],
      [left + 4, y],
      [right - 4, y],
      [x, top + 4],
      [x, bottom - 4],
    ] as const
    const above = points.map(([x, y]) => document.elementFromPoint(x, y))
    if (above.some(one => one && (element.contains(one) || one.contains(element)))) return
    return above[0] ? name(above[0]) : 'the edge'
  }
  const faults: string[] = []
  for (const element of all) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) continue
    element.focus()
    // The header compacts a frame after the page has moved.
    for (let frames = 0; frames < 5 && cover(element); frames++) await new Promise(requestAnimationFrame)
    if (cover(element)) faults.push(`covered by ${cover(element)}: ${name(element)}`)
    const box = element.parentElement!
    const showsOnBox = box.matches(':focus-within') && getComputedStyle(box).boxShadow !== 'none'
    if (!hasOutline(element) && !showsOnBox) faults.push(`no outline: ${name(element)}`)
  }
  return faults
}

/** Runs in the page: finds targets smaller than 24 × 24 px, except links within a sentence. */
export function findSmall(): string[] {
  const targets = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, summary'),
  ]
  return targets.flatMap(element => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) return []
    const parent = element.parentElement!
    const inSentence =
      getComputedStyle(element).display === 'inline' &&
      parent.textContent!.trim().length > element.textContent!.trim().length
    const { width, height } = element.getBoundingClientRect()
    if (inSentence || (width >= 24 && height >= 24)) return []
    return [`${Math.round(width)} × ${height.toFixed(1)}: ${element.outerHTML.slice(0, 120)}`]
  })
}

/**
 * Runs in the page: finds text that has no room: lines of less than four characters, days, numbers and codes broken over
 * lines, and texts on top of each other.
 */
export function findCramped(): string[] {
  const WHOLE =
    /\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?|\d{1,2}月\d{1,2}日|\d{4}-\d\d-\d\d|[A-Z]+\d*(?:-[A-Z0-9]+)+|(?<![A-Za-z0-9:])\d[\d,.]*\d(?![A-Za-z0-9])/g
  const MIN_CHARACTERS = 4
  /** Overlap in px that shadows, underlines and line heights explain. */
  const TOLERANCE = 3
  const faults = new Set<string>()
  const within = (element: Element, selector: string) => element.closest(selector) !== null

  const boxOf = (element: Element): HTMLElement => {
    let box = element as HTMLElement
    while (getComputedStyle(box).display.startsWith('inline') && box.parentElement) box = box.parentElement
    return box
  }
  const roomIn = (box: HTMLElement) => {
    const { paddingLeft, paddingRight } = getComputedStyle(box)
    return box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  }
  /** Parts of the rectangles that no scrolling or clipping ancestor hides. */
  const visibleParts = (rects: DOMRect[], element: Element) => {
    const edges = {
      left: Number.NEGATIVE_INFINITY,
      right: Number.POSITIVE_INFINITY,
      top: Number.NEGATIVE_INFINITY,
      bottom: Number.POSITIVE_INFINITY,
    }
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.clipPath !== 'none') return []
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
        const box = at.getBoundingClientRect()
        edges.left = Math.max(edges.left, box.left)
        edges.right = Math.min(edges.right, box.right)
        edges.top = Math.max(edges.top, box.top)
        edges.bottom = Math.min(edges.bottom, box.bottom)
      }
      if (style.position === 'fixed') break
    }
    return rects
      .map(rect => ({
        left: Math.max(rect.left, edges.left),
        right: Math.min(rect.right, edges.right),
        top: Math.max(rect.top, edges.top),
        bottom: Math.min(rect.bottom, edges.bottom),
      }))
      .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1)
  }
  /** Layer that scrolls on its own: only texts of one layer can lie on each other for good. */
  const layerOf = (element: Element): Element => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at
    return document.body
  }

  type Line = { left: number; right: number; top: number; bottom: number; element: Element; layer: Element }
  const lines: Line[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent!
    const element = node.parentElement!
    if (
      text.trim() === '' ||
      within(element, 'script, style, noscript, svg, .hidden-text, [inert], option, pre, .prose, em, .hits')
    )
      continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = visibleParts([...range.getClientRects()], element)
    if (rects.length === 0) continue
    const layer = layerOf(element)
    // The middle of each line: fonts are taller than lines.
    lines.push(
      ...rects.map(({ top, bottom, ...sides }) => {
        const edge = (bottom - top) / 5
        return { ...sides, top: top + edge, bottom: bottom - edge, element, layer }
      }),
    )

    const box = boxOf(element)
    const room = roomIn(box)
    const size = Number.parseFloat(getComputedStyle(box).fontSize)
    const said = `${text.trim().slice(0, 24)} in ${box.outerHTML.slice(0, 80)}`
    if (rects.length > 1 && text.trim().length > MIN_CHARACTERS && room < MIN_CHARACTERS * size - 1)
      faults.add(`${Math.round((room / size) * 10) / 10} characters wide: ${said}`)
    for (const { index, 0: whole } of text.matchAll(WHOLE)) {
      range.setStart(node, index)
      range.setEnd(node, index + whole.length)
      const parts = [...range.getClientRects()]
      const isBroken = parts.some(part => part.top >= parts[0]!.bottom - 1)
      const width = parts.reduce((sum, part) => sum + part.width, 0)
      if (isBroken && width <= room) faults.add(`${whole} is broken: ${said}`)
    }
  }
  lines.sort((one, other) => one.top - other.top)
  lines.forEach((one, i) => {
    for (const other of lines.slice(i + 1)) {
      if (other.top >= one.bottom - TOLERANCE) break
      if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element))
        continue
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - other.top
      if (across > TOLERANCE && down > TOLERANCE)
        faults.add(`${one.element.outerHTML.slice(0, 80)} lies on ${other.element.outerHTML.slice(0, 80)}`)
    }
  })
  return [...faults].slice(0, 12)
}

/**
 * Runs in the page: finds days in another form than their context has (`src/lib/dates.ts`): 2026年12月18日 in sentences,
 * 2026-12-18 in tables, and neither without its year.
 */
export function findOddDays(): string[] {
  const faults = new Set<string>()
  for (const cell of document.querySelectorAll('td, td time')) {
    const text = cell.textContent!.trim()
    if (/^\d{4}年\d+月\d+日(?:\s*[至起—]\s*(?:\d{4}年\d+月\d+日)?)?$/.test(text)) faults.add(`in a table: ${text}`)
  }
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement!
    // What people wrote says days as they like, and messages are shown as they were sent.
    if (element.closest('script, style, td, option, pre, .prose, .hits, .message-text')) continue
    if (/^\s*\d\d-\d\d\s*$/.test(node.textContent!)) faults.add(`without its year: ${node.textContent}`)
    const around = element.matches('.nowrap, time, a, b') ? element.parentElement! : element
    const said = [...around.childNodes].filter(({ nodeName }) => /^(#text|SPAN|TIME|A|B)$/.test(nodeName))
    const sentence = said.map(({ textContent }) => textContent).join('')
    if (/(?<![\d-])\d{4}-\d\d-\d\d(?!-| \d\d:)/.test(node.textContent!) && /[。；]/.test(sentence))
      faults.add(`in a sentence: ${sentence}`)
  }
  return [...faults].slice(0, 12)
}

/** 长者版 and 字号 in all combinations, the largest first; by day the first two. */
export const largeTypes: { elder?: 'on'; size?: string }[] = [
  { elder: 'on', size: '4' },
  { size: '4' },
  { elder: 'on', size: '3' },
  { elder: 'on', size: '2' },
  { elder: 'on' },
  { size: '3' },
  { size: '2' },
]

/** Runs in the page: shows it in this type. */
export function setType({ elder, size }: { elder?: string; size?: string }): void {
  const { dataset } = document.documentElement
  for (const [name, value] of Object.entries({ elder, size })) {
    if (value === undefined) delete dataset[name]
    else dataset[name] = value
  }
}
