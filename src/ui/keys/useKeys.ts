import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Commands of one key, as `{ j: down }`: never while somebody types, nor over an open dialog, nor together with Ctrl and
 * the like, which are the browser's. Whoever does not want them passes `null` (WCAG 2.1.4).
 */
export function useKeys(commands: Record<string, () => void> | null) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = commands?.[event.key]
    if (!command || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target as Element) || document.querySelector('[role="dialog"], dialog[open]')) return
    event.preventDefault()
    command()
  })
  // Listens from the first paint on, so that no early key press is lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const isTyping = (where: Element) =>
  where.closest(
    'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="combobox"]',
  ) !== null
