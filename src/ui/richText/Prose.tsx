import { type RefObject, useEffect, useRef } from 'react'
import './prose.css'
import './formats.css'

/** A text that people wrote: HTML that the server has cleaned before it stored it. */
export function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null)
  useTablesByKey(text, html)
  return <div ref={text} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}

const MOVABLE = { tabindex: '0', 'aria-label': '表格，可以左右滚动' }

/** A table that scrolls by itself stays a table. */
const movable = ({ tagName }: Element) => (tagName === 'TABLE' ? MOVABLE : { ...MOVABLE, role: 'group' })

/** A table that is wider than its page is moved by the arrow keys, too. */
function useTablesByKey(text: RefObject<HTMLElement | null>, html: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other tables
  useEffect(() => {
    const observer = new ResizeObserver(entries => {
      for (const { target } of entries)
        for (const [name, value] of Object.entries(movable(target))) {
          if (target.scrollWidth > target.clientWidth) target.setAttribute(name, value)
          else target.removeAttribute(name)
        }
    })
    for (const table of text.current!.querySelectorAll('.scroll, :scope > table')) observer.observe(table)
    return () => observer.disconnect()
  }, [html])
}
