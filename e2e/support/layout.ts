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
